import { LINES_SHOWN } from 'contract/move-in/fields'
import { searchWords } from 'contract/search-words'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { containingFolded, folded } from '../../platform/db/like.ts'
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

const MEANT = { not_come: 'came_at is null', came: 'came_at is not null', refused: `state = 'refused'` }

const coursesOf = (
  person: string,
) => `array(select c.name from ${PRESENT_ENROLMENTS} e join ${COURSES} c using (course_id)
  where e.user_id = ${person}.id order by c.name)`

/**
 * One page of the people in order of their accounts, each with every word of `q` in name or email. The page after an account (`users.id`)
 * has no total: for it, each page of a whole list would read all people.
 */
export async function listMovedPeople(
  db: Db,
  moveId: string,
  { state, q }: LetterFilter,
  { now, offset = 0, after, limit = LINES_SHOWN }: { now: Date; offset?: number; after?: number; limit?: number },
): Promise<{ people: MovedPersonRow[]; total: number }> {
  const words = searchWords(q ?? '').map(containingFolded)
  const { rows } = await db.raw<{ rows: (MovedPersonRow & { total: number })[] }>(
    `with ${PEOPLE}, meant as (
       select * from people
       where ${state ? MEANT[state] : 'true'} and ${folded(`name || ' ' || email`)} like all (cast(:words as text[])) and id > :id
     ), page as (
       select * from meant order by id limit :limit offset :offset
     )
     select id, user_id, email, name, sent_at, came_at, ${coursesOf('page')} as courses, ${after === undefined ? '(select count(*)::int from meant)' : '0'} as total
     from page order by id`,
    { moveId, now, words, id: after ?? 0, limit, offset },
  )
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** The first person of a move, for a preview. */
export async function findFirstPerson(db: Db, moveId: string, now: Date): Promise<MovedPersonRow | undefined> {
  return (await listMovedPeople(db, moveId, {}, { now, limit: 1 })).people[0]
}
