import { indianTime } from 'contract/indian-time'
import type { Part } from './csv.ts'
import { peopleParts } from './people-parts.ts'
import { notMoved, shopParts } from './shop-parts.ts'

/** Lists the tables of an archive, in the order in which they are read. */
export const archiveParts: readonly Part[] = [...shopParts, ...peopleParts]

/** Writes the page that somebody without this program reads first. */
export function readmeOf(madeAt: Date): string {
  const widest = Math.max(...archiveParts.map(({ file }) => file.length))
  const row = (name: string, about: string) => `  ${name.padEnd(widest)}  ${about}`
  return [
    'This is everything that your shop owns, in files that other programs open.',
    `It was made on ${indianTime(madeAt)}. The tables are all of that one moment.`,
    '',
    'Tables open in Excel, LibreOffice and Google Sheets. They are CSV files in UTF-8. Amounts are in rupees. Times are Indian.',
    'A text that a spreadsheet would run as a formula has an apostrophe before it.',
    '',
    'What is where',
    '',
    row(
      'courses/….json',
      'each course whole: texts, sections, lessons, quizzes, assignments, live lessons (amounts in paise)',
    ),
    ...archiveParts.map(({ file, about }) => row(file, about)),
    row('papers/….pdf', 'receipts, invoices, credit and debit notes, as they were issued'),
    row('files/<folder>/…', 'your media library: the original files, under the names that you see'),
    row('submissions/<number>/…', 'files that students submitted; the number is hand_in_id in submissions.csv'),
    row('files.csv', 'every file: its full name, where it is used, and its SHA-256'),
    row('settings.json', 'name, claims, legal texts, GST details, invoice numbers'),
    row('manifest.json', 'counts, and files that were missing'),
    '',
    'To move into another SkillHaat: open Payment, Move out there, and choose this ZIP.',
    '',
    'Not in this archive',
    '',
    '  Passwords. Students set a new one.',
    ...Object.keys(notMoved).map((reason) => `  ${reason[0]?.toUpperCase()}${reason.slice(1)}.`),
    '',
  ].join('\r\n')
}
