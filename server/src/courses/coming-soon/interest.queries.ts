import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'

export type Interest = { course_id: string; email: string; name: string; language: Language }

type Stored = Interest & { notice: number; token_hash: string; created_at: Date; expires_at: Date }

/** Stores interest whose link is to be opened; false for an address that waits already. An earlier link of it ends. */
export async function storeInterest(db: Db, interest: Stored): Promise<boolean> {
  const { course_id: _course, email: _email, ...columns } = interest
  const stored: unknown[] = await db('course_interest')
    .insert(interest)
    .onConflict(['course_id', 'email'])
    .merge(columns)
    .whereNull('course_interest.confirmed_at')
    .returning('interest_id')
  return stored.length > 0
}

/** Confirms interest by its token, once; returns the course. */
export async function confirmInterest(
  db: Db,
  { token_hash, now, until, used }: { token_hash: string; now: Date; until: Date; used: string },
): Promise<{ course_id: string } | undefined> {
  const [found]: { course_id: string }[] = await db('course_interest')
    .where({ token_hash, confirmed_at: null })
    .where('expires_at', '>', now)
    .update({ confirmed_at: now, expires_at: until, token_hash: used })
    .returning('course_id')
  return found
}

/** Counts who waits for a course. */
export async function countInterest(
  db: Db,
  courseId: string,
  now: Date,
): Promise<{ waiting: number; unconfirmed: number }> {
  const row: { waiting: number; unconfirmed: number } | undefined = await db('course_interest')
    .where({ course_id: courseId })
    .where('expires_at', '>', now)
    .whereNull('notified_at')
    .first(
      db.raw('count(confirmed_at)::int as waiting, (count(*) filter (where confirmed_at is null))::int as unconfirmed'),
    )
  return row ?? { waiting: 0, unconfirmed: 0 }
}

/** Lists courses for which confirmed addresses wait. */
export const coursesWaitedFor = (db: Db, now: Date): Promise<string[]> =>
  db('course_interest')
    .whereNotNull('confirmed_at')
    .whereNull('notified_at')
    .where('expires_at', '>', now)
    .distinct()
    .pluck('course_id')

/** Marks at most `most` waiting addresses of a course as notified, and returns their ids; `until`: when they are deleted. */
export async function takeWaiting(
  trx: Db,
  { courseId, now, until, most }: { courseId: string; now: Date; until: Date; most: number },
): Promise<string[]> {
  const waiting = trx('course_interest')
    .where({ course_id: courseId, notified_at: null })
    .whereNotNull('confirmed_at')
    .where('expires_at', '>', now)
    .orderBy('interest_id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .select('interest_id')
  const rows: { interest_id: string }[] = await trx('course_interest')
    .whereRaw('interest_id = any(array(?))', waiting)
    .update({ notified_at: now, expires_at: until })
    .returning('interest_id')
  return rows.map(({ interest_id }) => String(interest_id))
}

/** Finds an address that was marked; undefined once its person is erased. */
export const findNotified = (db: Db, interestId: string): Promise<Interest | undefined> =>
  db('course_interest')
    .where({ interest_id: interestId })
    .whereNotNull('notified_at')
    .first('course_id', 'email', 'name', 'language')
