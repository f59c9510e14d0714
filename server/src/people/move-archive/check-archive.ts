import type { ArchiveCheck } from 'contract/move-archive'
import { emailKey } from 'contract/typed-keys'
import type { Context } from '../../context.ts'
import { findAllNames } from '../../courses/courses/import/import.queries.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { TAKEN } from './bring-people.ts'
import { coinsOf } from './coins-of.ts'
import { readManifest } from './manifest.ts'
import { inBatches, type OpenArchive, openArchive, type Row } from './unpack.ts'

/** Tables of the archive of which nothing is brought, with their names for a number of rows. */
const NOT_BROUGHT: Record<string, readonly [one: string, many: string]> = {
  'papers/papers.csv': ['invoice or receipt, which stays in the ZIP', 'invoices and receipts, which stay in the ZIP'],
  'certificates.csv': ['certificate', 'certificates'],
  'reviews.csv': ['review', 'reviews'],
  'questions.csv': ['question under a lesson', 'questions under lessons'],
  'submissions.csv': ['submission', 'submissions'],
  'notes.csv': ['note of a student', 'notes of students'],
  'student-notes.csv': ['note of your team', 'notes of your team'],
  'offers.csv': ['offer', 'offers'],
  'gift-codes.csv': ['gift code', 'gift codes'],
  'letters.csv': ['letter or step of a sequence', 'letters and steps of sequences'],
  'segments.csv': ['segment', 'segments'],
  'referrals.csv': ['referral', 'referrals'],
  'waiting-enrolments.csv': ['course of an unconfirmed address', 'courses of unconfirmed addresses'],
  'tickets.csv': ['message', 'messages'],
}

/** Counts what the archive at `path` would bring, and names what it would not. Changes nothing. Throws `ArchiveRefusal`. */
export async function checkArchive(ctx: Context, path: string, signal: AbortSignal): Promise<ArchiveCheck> {
  const archive = await openArchive(ctx.files, path)
  try {
    const { format } = await readManifest(archive)
    const count = async (file: string, counts: (row: Row) => boolean = () => true) => {
      signal.throwIfAborted()
      let rows = 0
      for await (const row of archive.rows(file)) if (counts(row)) rows += 1
      return rows
    }
    const files = [...archive.entries].filter(([name]) => name.startsWith('files/'))
    const lost: string[] = []
    for (const [file, [one, many]] of Object.entries(NOT_BROUGHT)) {
      const rows = await count(file, ({ deleted_at, redeemed_at }) => !deleted_at && !redeemed_at)
      if (rows > 0) lost.push(`${rows.toLocaleString('en-IN')} ${rows === 1 ? one : many}`)
    }
    return {
      format,
      files: files.length,
      bytes: files.reduce((sum, [, bytes]) => sum + bytes, 0),
      ...(await countCourses(ctx, archive)),
      ...(await countStudents(ctx, archive)),
      enrolments: await count('enrolments.csv', ({ state = '' }) => TAKEN.includes(state)),
      orders: await count('orders.csv', ({ paid_at, received_on }) => Boolean(paid_at || received_on)),
      past_orders: await count('past-orders.csv'),
      promocodes: await count('promocodes.csv', ({ deleted_at }) => !deleted_at),
      lost,
    }
  } finally {
    archive.close()
  }
}

async function countCourses(ctx: Context, archive: OpenArchive) {
  const here = new Set((await findAllNames(ctx.db)).map(({ name }) => name.trim().toLowerCase()))
  const titles: string[] = []
  for await (const { title = '' } of archive.rows('courses.csv')) titles.push(title.trim().toLowerCase())
  const same = titles.filter((title) => here.has(title)).length
  return { courses_new: titles.length - same, courses_same: same }
}

async function countStudents(ctx: Context, archive: OpenArchive) {
  let [students, known, coins] = [0, 0, 0]
  const look = async (rows: Row[]) => {
    const emails = rows.map(({ email = '' }) => emailKey(email))
    known += (await findByContacts(ctx.db, emails, [])).length
    students += rows.length
    coins += rows.reduce((sum, row) => sum + coinsOf(row), 0)
  }
  await inBatches(archive.rows('students.csv'), look, (row) => row)
  return { accounts: students - known, known, coins }
}
