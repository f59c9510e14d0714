import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { PRESENT_ENROLMENTS } from './enrolments.sql.ts'
import { followAgain } from './grants.queries.ts'

/** A course that a student (`users.id`) had in the shop before; times are ISO 8601, and null where the file says none. */
export type MovedCourse = { user_id: number; course_id: string; enrolled_at: string | null; ends_at: string | null }

type Pair = { user_id: number; course_id: string }

/** The last grant of a student and course; `removed` if an admin took it away, also one that was bought or granted. */
export type MovedHead = Pair & {
  id: string
  granted_at: string
  ends_at: string | null
  since: string | null
  removed: boolean
}

const arrays = (pairs: readonly Pair[]) => ({
  users: pairs.map(({ user_id }) => user_id),
  courses: pairs.map(({ course_id }) => course_id),
})
const PAIRS = 'unnest(cast(:users as bigint[]), cast(:courses as text[])) as pair (user_id, course_id)'

/** Finds the last grants of many students and courses; `lock` holds them, and the caller has locked the students. */
export async function findMovedHeads(
  db: Db,
  pairs: readonly Pair[],
  { lock }: { lock: boolean },
): Promise<MovedHead[]> {
  if (pairs.length === 0) return []
  const { rows } = await db.raw<{ rows: MovedHead[] }>(
    `select head.* from ${PAIRS}
     cross join lateral (
       select id, user_id, course_id, granted_at, ends_at, since, revoked_at is not null as removed from enrolments
       where user_id = pair.user_id and course_id = pair.course_id
         and (revoked_at is null and not continued or revoked_at is not null and (move_id is not null or taken_by_hand))
       order by revoked_at nulls first limit 1 ${lock ? 'for update' : ''}
     ) head`,
    arrays(pairs),
  )
  return rows
}

/**
 * Returns what a moved course does to the access: begins it, lengthens it, or nothing, for access never becomes shorter
 * and what an admin removed stays removed. A file without an end extends only access that is over.
 */
export function movedChange(
  head: Pick<MovedHead, 'ends_at' | 'removed'> | undefined,
  { ends_at }: Pick<MovedCourse, 'ends_at'>,
  now: Date,
): 'begins' | 'extends' | 'same' | 'removed' {
  if (!head) return 'begins'
  if (head.removed) return 'removed'
  if (head.ends_at === null) return 'same'
  if (ends_at === null) return new Date(head.ends_at) <= now ? 'extends' : 'same'
  return new Date(ends_at) > new Date(head.ends_at) ? 'extends' : 'same'
}

/**
 * Grants courses of the shop before to many students, each pair once: since the day they enrolled there, until the end
 * that they had. `heads` are those of `findMovedHeads`, locked. Returns the granted ones. Two statements, however many.
 */
export async function grantMoved(
  trx: Db,
  courses: readonly MovedCourse[],
  { heads, moveId, adminId, now }: { heads: readonly MovedHead[]; moveId: string; adminId: number; now: Date },
): Promise<Pair[]> {
  const headOf = new Map(heads.map((head) => [`${head.user_id} ${head.course_id}`, head]))
  type Granted = MovedCourse & { granted_at: string; since: string | null; before: string | null }
  const granted = courses.flatMap((course): Granted[] => {
    const head = headOf.get(`${course.user_id} ${course.course_id}`)
    const change = movedChange(head, course, now)
    if (change === 'same' || change === 'removed') return []
    const enrolled = course.enrolled_at !== null && new Date(course.enrolled_at) < now ? course.enrolled_at : null
    return head
      ? [{ ...course, granted_at: now.toISOString(), since: head.since ?? head.granted_at, before: head.id }]
      : [{ ...course, granted_at: enrolled ?? now.toISOString(), since: null, before: null }]
  })
  if (granted.length === 0) return []
  const before = granted.flatMap((one) => one.before ?? [])
  if (before.length > 0) await trx('enrolments').whereIn('id', before).update({ continued: true })
  const { rows } = await trx.raw<{ rows: Pair[] }>(
    `insert into enrolments (user_id, course_id, granted_at, given_until, ends_at, since, given_by, move_id)
     select user_id, course_id, granted_at, ends_at, ends_at, since, :adminId, :moveId
     from unnest(cast(:users as bigint[]), cast(:courses as text[]), cast(:starts as timestamptz[]),
       cast(:ends as timestamptz[]), cast(:sinces as timestamptz[])) as given (user_id, course_id, granted_at, ends_at, since)
     on conflict do nothing
     returning user_id, course_id`,
    {
      moveId,
      adminId,
      ...arrays(granted),
      starts: granted.map(({ granted_at }) => granted_at),
      ends: granted.map(({ ends_at }) => ends_at),
      sinces: granted.map(({ since }) => since),
    },
  )
  return rows
}

/** A moved course that waits until its address is proven, with the progress to bring then. */
export type MovedWaiting = MovedCourse & { email: string; progress: object | null }

/** Stores moved courses for the prover of each address; a waiting one gets the later end. Returns the stored ones. */
export async function storeMovedWaiting(
  trx: Db,
  waiting: readonly MovedWaiting[],
  { moveId, adminId, now }: { moveId: string; adminId: number; now: Date },
): Promise<{ email: string; course_id: string }[]> {
  if (waiting.length === 0) return []
  const { rows } = await trx.raw<{ rows: { email: string; course_id: string }[] }>(
    `insert into waiting_courses as kept (email, course_id, given_by, given_until, given_at, enrolled_at, progress, move_id)
     select email, course_id, :adminId, ends_at, :now, enrolled_at, progress, :moveId
     from unnest(cast(:users as bigint[]), cast(:courses as text[]), cast(:emails as text[]), cast(:starts as timestamptz[]),
       cast(:ends as timestamptz[]), cast(:progress as jsonb[])) as given (user_id, course_id, email, enrolled_at, ends_at, progress)
     where not exists (select from ${PRESENT_ENROLMENTS} e where e.user_id = given.user_id and e.course_id = given.course_id)
     on conflict (email, course_id) do update set given_until = excluded.given_until, progress = excluded.progress
       where kept.given_until < excluded.given_until
     returning email, course_id`,
    {
      moveId,
      adminId,
      now,
      ...arrays(waiting),
      emails: waiting.map(({ email }) => email),
      starts: waiting.map(({ enrolled_at }) => enrolled_at),
      ends: waiting.map(({ ends_at }) => ends_at),
      progress: waiting.map(({ progress }) => progress && JSON.stringify(progress)),
    },
  )
  return rows
}

/** Finds waiting courses of many addresses. */
export async function findManyWaiting(
  db: Db,
  pairs: readonly { email: string; course_id: string }[],
): Promise<{ email: string; course_id: string; given_until: string | null }[]> {
  if (pairs.length === 0) return []
  const { rows } = await db.raw(
    `select w.email, w.course_id, w.given_until
     from unnest(cast(:emails as text[]), cast(:courses as text[])) as pair (email, course_id)
     join waiting_courses w on w.email = pair.email and w.course_id = pair.course_id`,
    { emails: pairs.map(({ email }) => email), courses: pairs.map(({ course_id }) => course_id) },
  )
  return rows
}

/** Counts the grants of a move, waiting ones included. */
export async function countMoved(db: Db, moveId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { total: number }[] }>(
    `select (select count(*) from enrolments where move_id = :moveId) + (select count(*) from waiting_courses where move_id = :moveId) as total`,
    { moveId },
  )
  return Number(rows[0]?.total ?? 0)
}

/**
 * Takes back the grants and waiting courses of a move from students (`users.id`), but for grants that a later one
 * continues. Returns the student and course of each. The caller has locked the students.
 */
export async function takeBackMoved(trx: Db, moveId: string, userIds: readonly number[]): Promise<Pair[]> {
  const users = [...userIds]
  await trx('waiting_courses')
    .where({ move_id: moveId })
    .whereRaw(`email in (select email from ${ACCOUNTS} a where a.id = any(?))`, [users])
    .delete()
  const taken: Pair[] = await trx('enrolments')
    .where({ move_id: moveId, continued: false, revoked_at: null })
    .whereIn('user_id', users)
    .delete()
    .returning(['user_id', 'course_id'])
  // Lengthened access ends as before.
  const { rows: lengthened } = await trx.raw<{ rows: Pair[] }>(
    `select distinct e.user_id, e.course_id from ${PAIRS} join enrolments e
       on e.user_id = pair.user_id and e.course_id = pair.course_id and e.revoked_at is null`,
    arrays(taken),
  )
  await followAgain(trx, lengthened)
  return taken
}
