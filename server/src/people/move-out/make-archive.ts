import { createHash } from 'node:crypto'
import { indianDay, indianTime } from 'contract/indian-time'
import { extensionOf } from 'contract/media/kinds'
import { VERSION } from '../../config.ts'
import type { Context, Db } from '../../context.ts'
import { COURSE_STATE } from '../../courses/courses/courses.sql.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { patiently } from '../../platform/db/knex.ts'
import { archiveParts, notArchived } from '../../platform/features/features.ts'
import type { FileKey, Store } from '../../platform/files/store.ts'
import { fileOf } from '../../sales/documents/document-file.ts'
import { findDocument } from '../../sales/documents/documents.queries.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'
import { uniquePaths, usableName } from './archive-names.ts'
import { csvOf, headingsOf, readRows } from './csv.ts'
import { type FileRow, listDocumentIds, listFiles, readSettings } from './move-out.queries.ts'
import { openZip, type ZipWriter } from './write-zip.ts'

/** A course whole: its texts, its lessons in order, and the tasks of each. */
const COURSE_JSON = `select c.course_id, c.name, jsonb_build_object(
    'course', to_jsonb(c), 'state', ${COURSE_STATE},
    'certificate', exists (select from certificate_courses g where g.course_id = c.course_id),
    'lessons', (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
        'quiz', (select to_jsonb(q) from quizzes q where q.lesson_id = l.lesson_id),
        'assignment', (select to_jsonb(a) from assignments a where a.lesson_id = l.lesson_id),
        'live', (select to_jsonb(v) from live_lessons v where v.lesson_id = l.lesson_id)) order by l.position, l.lesson_id), '[]')
      from lessons l where l.course_id = c.course_id)) as whole
  from courses c order by c.position, c.course_id`

/** Raised when a shop of before cannot read an archive any more. */
const ARCHIVE_FORMAT = 2

export type Archive = { rows: Record<string, number>; files: number; missing: string[] }

export type ArchiveOptions = Pick<Context, 'config' | 'db' | 'now'> & {
  store: Pick<Store, 'open'>
  signal?: AbortSignal | undefined
  wrote?: (bytes: number) => void
}

/** A file with its path in the archive. */
type Placed = FileRow & { path: string }

/**
 * Writes everything that the shop owns to a new ZIP at `path`: the tables as they are at one moment, then documents and files. A
 * file that is gone from the store is named in the manifest. Rejects when `signal` fires, and leaves half a file.
 */
export async function makeArchive(options: ArchiveOptions, path: string): Promise<Archive> {
  const madeAt = options.now()
  const zip = openZip(path, { ...options, mtime: madeAt })
  try {
    const made: Archive = { rows: {}, files: 0, missing: [] }
    await zip.add('README.txt', [readmeOf(madeAt)])
    const { files, papers } = await addTables(options.db, zip, made)
    failpoint(options, 'move-out:tables-written')
    for (const id of papers) await addPaper(options, zip, id)
    await addFiles(options, { zip, made }, files)
    const about = { program: 'skillhaat', format: ARCHIVE_FORMAT, version: VERSION, made_at: madeAt.toISOString() }
    // The last entry: an archive with it is whole.
    await zip.add('manifest.json', [JSON.stringify({ ...about, ...made }, null, 1)])
    await zip.end()
    return made
  } catch (error) {
    zip.abandon()
    throw error
  }
}

/** Adds all tables of one moment; returns the files that they name, and the documents. */
function addTables(db: Db, { add }: ZipWriter, { rows: counts }: Archive) {
  return patiently(db, async (trx) => {
    await trx.raw('set transaction isolation level repeatable read read only')
    const files = placeFiles(await listFiles(trx))
    const paths = new Map(files.map(({ url, path }) => [url, path]))
    const pathOf = (address: unknown) => paths.get(String(address)) ?? ''
    for (const { file, select, inArchive } of archiveParts) {
      counts[file] = 0
      const rows = countRows(readRows<Record<string, unknown>>(trx, select), (count) => {
        counts[file] = (counts[file] ?? 0) + count
      })
      await add(file, csvOf(rows, await headingsOf(trx, select), pathOf, inArchive))
    }
    const place = uniquePaths()
    for await (const courses of readRows<{ name: string; whole: object }>(trx, COURSE_JSON)) {
      for (const { name, whole } of courses) await add(place('courses', name, 'json'), [JSON.stringify(whole, null, 1)])
    }
    await add('settings.json', [JSON.stringify(await readSettings(trx), null, 1)])
    return { files, papers: await listDocumentIds(trx) }
  })
}

async function* countRows<Row>(batches: AsyncIterable<Row[]>, count: (rows: number) => void) {
  for await (const rows of batches) {
    count(rows.length)
    yield rows
  }
}

function placeFiles(rows: readonly FileRow[]): Placed[] {
  const place = uniquePaths()
  return rows.map((row) => {
    const inside = row.folder.split('/').filter((part) => part.trim() !== '')
    const folder = row.submission ?? ['files', ...inside.map((part) => usableName(part))].join('/')
    return { ...row, path: place(folder, row.name, extensionOf(row.url)) }
  })
}

async function addPaper({ db, now }: ArchiveOptions, { add }: ZipWriter, id: string): Promise<void> {
  const document = await findDocument(db, id)
  if (document) await add(`papers/${fileNameOf(document)}`, [await fileOf({ db, now }, document)], true)
}

/** Adds the files in the order of their paths, and last their list with the hash of each. */
async function addFiles(
  options: ArchiveOptions,
  { zip, made }: { zip: ZipWriter; made: Archive },
  files: readonly Placed[],
): Promise<void> {
  const listed: Record<string, unknown>[] = []
  for (const { path, url, submission, ...row } of files) {
    const file = await options.store.open(keyOf(url))
    const hash = createHash('sha256')
    let bytes = 0
    const look = (piece: Buffer) => {
      hash.update(piece)
      bytes += piece.length
    }
    if (file) {
      await zip.add(path, hashed(file.stream as AsyncIterable<Buffer>, look), true)
      made.files += 1
      failpoint(options, 'move-out:mid-files')
    } else made.missing.push(path)
    listed.push({ path, sha256: file ? hash.digest('hex') : '', bytes, missing: !file, ...row, address: url })
  }
  const about = ['path', 'name', 'folder', 'kind', 'sha256', 'bytes', 'missing', 'used_in']
  async function* all() {
    yield listed
  }
  await zip.add('files.csv', csvOf(all(), [...about, 'received_sha256', 'created_at', 'address']))
}

async function* hashed(stream: AsyncIterable<Buffer>, look: (piece: Buffer) => void) {
  for await (const piece of stream) {
    look(piece)
    yield piece
  }
}

function keyOf(url: string): FileKey {
  const [, , mediaId = '', name = ''] = url.split('/')
  return { mediaId, name }
}

/** Names an archive by its day in India. */
export const archiveName = (at: Date) => `skillhaat-${indianDay(at)}.zip`

/** Writes the page that somebody without this program reads first. */
function readmeOf(madeAt: Date): string {
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
    'To move into another SkillHaat: open Move in there, and choose students.csv, then enrolments.csv, then orders.csv.',
    '',
    'Not in this archive',
    '',
    '  Passwords. Students set a new one.',
    ...notArchived.map((reason) => `  ${reason[0]?.toUpperCase()}${reason.slice(1)}.`),
    '',
  ].join('\r\n')
}
