import type { Language } from 'contract/languages'
import { LINES_SHOWN } from 'contract/move-in/fields'
import { searchWords } from 'contract/search-words'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { containingFolded, folded } from '../../platform/db/like.ts'
import { LOGINS } from '../../shop/auth/logins.sql.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** Longer than handing over an email can take, with all its time-outs. */
const UNDER_WAY = `interval '2 minutes'`

export type StoredLetter = {
  subject: string
  body: string
  per_hour: number
  next_at: string
  stopped_at: string | null
}

export const findLetter = (db: Db, moveId: string): Promise<StoredLetter | undefined> =>
  db('move_letters').where({ move_id: moveId }).first('subject', 'body', 'per_hour', 'next_at', 'stopped_at')

/** Stores the letter, and everybody of the move who is not on its list yet. */
export async function startLetter(
  trx: Db,
  moveId: string,
  letter: Pick<StoredLetter, 'subject' | 'body' | 'per_hour'>,
  now: Date,
): Promise<void> {
  await trx('move_letters')
    .insert({ move_id: moveId, ...letter, next_at: now })
    .onConflict('move_id')
    .merge({ ...letter, stopped_at: null })
  await trx.raw(
    `insert into move_letter_people (move_id, user_id)
     select :moveId, p.user_id from move_people p join ${ACCOUNTS} u on u.id = p.user_id
     where p.move_id = :moveId and u.deleted_at is null and u.email is not null
     order by p.user_id on conflict do nothing`,
    { moveId },
  )
}

export async function stopLetter(trx: Db, moveId: string, now: Date): Promise<boolean> {
  const stopped = await trx('move_letters').where({ move_id: moveId, stopped_at: null }).update({ stopped_at: now })
  return stopped > 0
}

/** People of a move who can be written to, with what became of their letter, and their first login since. */
const PEOPLE = `people as (
    select p.user_id as id, p.made, u.user_id, u.email, u.name, l.sent_at, l.user_id is not null as listed,
      case
        when l.sent_at is not null then 'sent'
        when l.refused_at is not null or u.email_refused_at is not null then 'refused'
        when l.taken_at <= cast(:now as timestamptz) - ${UNDER_WAY} then 'unknown'
        else 'waiting'
      end as state,
      (select min(s.created_at) from ${LOGINS} s where s.user_id = p.user_id and s.created_at >= m.made_at) as came_at
    from move_people p
    join moves m using (move_id)
    join ${ACCOUNTS} u on u.id = p.user_id and u.deleted_at is null and u.email is not null
    left join move_letter_people l on l.move_id = p.move_id and l.user_id = p.user_id
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

export async function countLetter(db: Db, moveId: string, now: Date): Promise<LetterCounts> {
  const states = (['waiting', 'sent', 'refused', 'unknown'] as const)
    .map((state) => `count(*) filter (where state = '${state}')::int as ${state}`)
    .join(', ')
  const { rows } = await db.raw<{ rows: [LetterCounts] }>(
    `with ${PEOPLE} select count(*)::int as recipients, ${states}, count(came_at)::int as came,
       count(*) filter (where state = 'waiting' and listed)::int as listed from people`,
    { moveId, now },
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

type Asked = { state?: 'not_come' | 'came' | 'refused' | undefined; q?: string | undefined }

const MEANT = { not_come: 'came_at is null', came: 'came_at is not null', refused: `state = 'refused'` }

const coursesOf = (
  person: string,
) => `array(select c.name from ${PRESENT_ENROLMENTS} e join ${COURSES} c using (course_id)
  where e.user_id = ${person}.id order by c.name)`

/** One page of the people in order of their accounts, each with every word of `q` in name or email. */
export async function listMovedPeople(
  db: Db,
  moveId: string,
  { state, q }: Asked,
  { now, offset = 0, after = 0, limit = LINES_SHOWN }: { now: Date; offset?: number; after?: number; limit?: number },
): Promise<{ people: MovedPersonRow[]; total: number }> {
  const words = searchWords(q ?? '').map(containingFolded)
  const { rows } = await db.raw<{ rows: (MovedPersonRow & { total: number })[] }>(
    `with ${PEOPLE}, meant as (
       select * from people
       where ${state ? MEANT[state] : 'true'} and ${folded(`name || ' ' || email`)} like all (cast(:words as text[])) and id > :after
     ), page as (
       select * from meant order by id limit :limit offset :offset
     )
     select id, user_id, email, name, sent_at, came_at, ${coursesOf('page')} as courses, (select count(*)::int from meant) as total
     from page order by id`,
    { moveId, now, words, after, limit, offset },
  )
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** Lists moves whose letter has somebody left. */
export async function findSending(db: Db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { move_id: string }[] }>(
    `select move_id from move_letters l where stopped_at is null and exists (
       select from move_letter_people p where p.move_id = l.move_id and p.taken_at is null and p.refused_at is null)`,
  )
  return rows.map(({ move_id }) => move_id)
}

export type Recipient = {
  id: number
  tries: number
  user_id: string
  email: string
  name: string | null
  language: Language
  courses: string[]
}

/**
 * Takes the next person, if the pace allows one now and nobody stopped the letter. The caller alone
 * has this person. A pause lets at most a minute's letters catch up.
 */
export async function takePerson(db: Db, moveId: string, now: Date): Promise<Recipient | undefined> {
  const { rows } = await db.raw<{ rows: Recipient[] }>(
    `with due as (
       update move_letters set
         next_at = greatest(next_at, cast(:now as timestamptz) - interval '1 minute') + interval '1 hour' / per_hour
       where move_id = :moveId and stopped_at is null and next_at <= :now
       returning move_id
     ), taken as (
       update move_letter_people set taken_at = :now, tries = tries + 1
       where (move_id, user_id) = (
         select l.move_id, l.user_id from move_letter_people l
         join due using (move_id)
         join move_people p on p.move_id = l.move_id and p.user_id = l.user_id
         join ${ACCOUNTS} u on u.id = l.user_id and u.deleted_at is null and u.email is not null and u.email_refused_at is null
         where l.taken_at is null and l.refused_at is null
         order by l.tries, l.user_id limit 1 for update of l skip locked
       )
       returning move_id, user_id, tries
     )
     select people.id, taken.tries, people.user_id, people.email, people.language, ${coursesOf('people')} as courses,
       case when p.made or people.email_proven_at is not null then people.name end as name
     from taken join ${ACCOUNTS} people on people.id = taken.user_id
     join move_people p on p.move_id = taken.move_id and p.user_id = taken.user_id`,
    { moveId, now },
  )
  return rows[0]
}

type Result = { sent_at: Date } | { refused_at: Date } | { taken_at: null }

/** Notes what became of a taken person's letter; `taken_at: null` gives it back. */
export async function noteLetter(db: Db, moveId: string, userId: number, result: Result): Promise<void> {
  await db('move_letter_people').where({ move_id: moveId, user_id: userId }).update(result)
}

/** The first person of a move, for a preview. */
export async function findFirstPerson(
  db: Db,
  moveId: string,
  now: Date,
): Promise<{ name: string; courses: string[] } | undefined> {
  return (await listMovedPeople(db, moveId, {}, { now, limit: 1 })).people[0]
}
