import type { Context, Db } from '../../context.ts'
import { findEnrolledPairs } from '../../courses/enrolments/enrolments.queries.ts'
import { bringProgress } from '../../courses/learning/moved-progress.ts'
import { type AttemptRow, insertAttempts } from '../../courses/quizzes/quizzes.queries.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import type { Known } from './bring-courses.ts'
import type { Bringing } from './move-archive.queries.ts'
import { inBatches, type OpenArchive, type Row } from './unpack.ts'

/** A row of a student who has the course here. */
type Own = { row: Row; user_id: number; course_id: string; lesson_id: string }

/** Brings which lessons each student did, and their attempts at quizzes: those of a gate open the lessons behind it. */
export async function bringProgressOf(
  ctx: Pick<Context, 'db' | 'now'>,
  archive: OpenArchive,
  known: Known,
  { signal, moveId }: Pick<Bringing, 'signal'> & { moveId: string },
): Promise<{ lessons_done: number; attempts: number }> {
  const brought = { lessons_done: 0, attempts: 0 }
  const now = ctx.now()
  const bring = (work: (trx: Db, own: Own[]) => Promise<void>) => async (rows: Row[]) => {
    signal.throwIfAborted()
    await ctx.db.transaction(async (trx) => work(trx, await ownRows(trx, rows, known)))
  }
  const done = bring(async (trx, own) => {
    const rows = own.map(({ row, lesson_id, ...of }) => ({
      ...of,
      at: new Date(row.done_on ?? now),
      lesson_ids: [lesson_id],
    }))
    const marked = await bringProgress(trx, rows, { now, moveId })
    brought.lessons_done += marked.reduce((sum, one) => sum + one.marked, 0)
  })
  await inBatches(archive.rows('progress.csv'), done, (row) => (row.done_on ? row : undefined))
  const tried = bring(async (trx, own) => {
    brought.attempts += await insertAttempts(trx, own.flatMap(attemptOf))
  })
  await inBatches(archive.rows('quiz-attempts.csv'), tried, (row) => row)
  return brought
}

async function ownRows(trx: Db, rows: readonly Row[], known: Known): Promise<Own[]> {
  const accounts = await findByContacts(trx, [...new Set(rows.map(({ email = '' }) => email))], [])
  const living = new Set(
    await lockBuyers(
      trx,
      accounts.map(({ id }) => id),
    ),
  )
  const ids = new Map(accounts.flatMap(({ email, id }) => (living.has(id) ? [[email, id]] : [])))
  const found = rows.flatMap((row): Own[] => {
    const user_id = ids.get(row.email ?? '')
    const course_id = known.courses.get(row.course_id ?? '')
    const lesson_id = known.lessons.get(row.lesson_id ?? '')
    return user_id && course_id && lesson_id ? [{ row, user_id, course_id, lesson_id }] : []
  })
  const enrolled = await findEnrolledPairs(trx, found)
  return found.filter(({ user_id, course_id }) => enrolled.has(`${user_id} ${course_id}`))
}

function attemptOf({ row, ...own }: Own): AttemptRow[] {
  try {
    const { number: which, version: of, right_count: right, question_count: all } = row
    const [number, version, right_count, question_count] = [which, of, right, all].map(Number)
    if (!number || !version || right_count === undefined || !question_count || right_count > question_count) return []
    const submitted_at = new Date(row.submitted_at ?? '')
    const shown = { answers: JSON.parse(row.answers ?? ''), marks: JSON.parse(row.marks ?? '') }
    const key = `moved in: ${row.lesson_id} ${number}`
    return [
      {
        ...own,
        ...shown,
        key,
        number,
        version,
        right_count,
        question_count,
        passed: row.passed === 'yes',
        submitted_at,
      },
    ]
  } catch {
    return []
  }
}
