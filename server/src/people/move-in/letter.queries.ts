import { LINES_SHOWN } from 'contract/move-in/fields'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { LOGINS } from '../../shop/auth/logins.sql.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { MOVE_LETTER_PEOPLE } from '../letters/letters.sql.ts'

/** Finds the people of a move who can be written to and are not on its letter's list (`users.id`). */
export async function findUnlisted(trx: Db, moveId: string): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `select u.id from move_people p join ${ACCOUNTS} u on u.id = p.user_id
     where p.move_id = :moveId and u.deleted_at is null and u.email is not null
       and not exists (select from ${MOVE_LETTER_PEOPLE} l where l.move_id = p.move_id and l.user_id = p.user_id)`,
    { moveId },
  )
  return rows.map(({ id }) => id)
}

/** People of a move who can be written to, with what became of their letter, and their first login since. */
const PEOPLE = `people as (
    select p.user_id as id, p.made, u.user_id, u.email, u.name, l.sent_at, l.user_id is not null as listed,
      case
        when l.state = 'handed_over' then 'sent'
        when l.state in ('refused', 'skipped') or u.email_refused_at is not null then 'refused'
        when l.state = 'unknown' then 'unknown'
        else 'waiting'
      end as state,
      (select min(s.created_at) from ${LOGINS} s where s.user_id = p.user_id and s.created_at >= m.made_at) as came_at
    from move_people p
    join moves m using (move_id)
    join ${ACCOUNTS} u on u.id = p.user_id and u.deleted_at is null and u.email is not null
    left join ${MOVE_LETTER_PEOPLE} l on l.move_id = p.move_id and l.user_id = p.user_id
    where p.move_id = :moveId
  )`

export type LetterCounts = {
  recipients: number
  waiting: number
  /** Waiting ones on the letter's list. */
  listed: number
  sent: number
  refused: number
  unknown: number
  came: number
}

export async function countLetter(db: Db, moveId: string): Promise<LetterCounts> {
  const states = (['waiting', 'sent', 'refused', 'unknown'] as const)
    .map((state) => `count(*) filter (where state = '${state}')::int as ${state}`)
    .join(', ')
  const { rows } = await db.raw<{ rows: [LetterCounts] }>(
    `with ${PEOPLE} select count(*)::int as recipients, ${states}, count(came_at)::int as came,
       count(*) filter (where state = 'waiting' and listed)::int as listed from people`,
    { moveId },
  )
  return rows[0]
}

export type MovedPersonRow = {
  id: number
  user_id: string
  email: string
  name: string
  courses: string[]
  sent_at: string | null
  came_at: string | null
}

type LetterFilter = { state?: 'not_come' | 'came' | 'refused' | undefined; q?: string | undefined }

/** Logins of the person `p` since the move `m`. */
const LOGINS_SINCE = `from ${LOGINS} s where s.user_id = p.user_id and s.created_at >= m.made_at`

const MEANT = {
  not_come: `not exists (select ${LOGINS_SINCE})`,
  came: `exists (select ${LOGINS_SINCE})`,
  refused: `p.user_id in (select id from ${ACCOUNTS} a where a.email_refused_at is not null
    union all select l.user_id from ${MOVE_LETTER_PEOPLE} l where l.move_id = :moveId and l.state in ('refused', 'skipped'))`,
}

const COURSE_NAMES = `array(select c.name from ${PRESENT_ENROLMENTS} e join ${COURSES} c using (course_id)
  where e.user_id = p.user_id order by c.name)`

/**
 * One page of the people in order of their accounts, each with every word of `q` in name or email; their total as `readPage` has it. The
 * page after an account (`users.id`) has no total: for it, each page of a whole list would count.
 */
export async function listMovedPeople(
  db: Db,
  moveId: string,
  { state, q }: LetterFilter,
  { now, offset, after, limit = LINES_SHOWN }: { now: Date; offset?: number; after?: number; limit?: number },
): Promise<{ people: MovedPersonRow[]; total: number }> {
  const people = () =>
    db
      .queryBuilder()
      .fromRaw(`move_people p join moves m using (move_id) join ${ACCOUNTS} u on u.id = p.user_id`)
      .whereRaw('p.move_id = ?', [moveId])
  const found = people().whereRaw('u.deleted_at is null and u.email is not null')
  if (state) found.whereRaw(MEANT[state], { moveId })
  if (q) found.whereRaw(...everyWord(q, ['u.name', 'u.email']))
  const read = (window: Knex.QueryBuilder): PromiseLike<MovedPersonRow[]> =>
    people()
      .joinRaw(`left join ${MOVE_LETTER_PEOPLE} l on l.move_id = p.move_id and l.user_id = p.user_id`)
      .whereIn('p.user_id', window.select('p.user_id').orderBy('p.user_id'))
      .orderBy('p.user_id')
      .select({ id: 'p.user_id' }, 'u.user_id', 'u.email', 'u.name', 'l.sent_at')
      .select(
        db.raw(`(select min(s.created_at) ${LOGINS_SINCE}) as came_at`),
        db.raw(`${COURSE_NAMES} as courses`, { now }),
      )
  if (after !== undefined) return { people: await read(found.where('p.user_id', '>', after).limit(limit)), total: 0 }
  const { rows, total } = await readPage<MovedPersonRow>(db, found, { limit, offset }, read)
  return { people: rows, total }
}

/** The first person of a move, for a preview. */
export async function findFirstPerson(db: Db, moveId: string, now: Date): Promise<MovedPersonRow | undefined> {
  return (await listMovedPeople(db, moveId, {}, { now, after: 0, limit: 1 })).people[0]
}
