import { randomBytes } from 'node:crypto'
import type { BreachInput, BreachPeople, Receiver } from 'contract/breaches/breaches'
import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { inSegment } from '../../sales/segments/segment-rules.ts'
import { agreedTo } from '../../shop/consents/agreed.sql.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'

type Facts = Omit<BreachInput, 'people' | 'known_at'>
/** Emails of a list are rows of `breach_people`. */
type StoredPeople = Exclude<BreachPeople, { kind: 'emails' }> | { kind: 'emails' }

export type BreachRow = {
  breach_id: string
  known_at: string
  facts: Facts
  people: StoredPeople
  /** Since when people are emailed. */
  begun_at: string | null
  touched: number | null
  /** Emails that owners got about the clocks. */
  warned: string[]
  created_by: string
  created_at: string
}

export type ReportRow = {
  breach_id: string
  sent_to: Receiver
  is_full: boolean
  words: string
  sent_at: string
  noted_by: string
  noted_at: string
}

export type Counts = { waiting: number; sent: number; came_back: number; by_phone: number }

export const newBreachId = (): string => `br_${randomBytes(9).toString('base64url')}`

const json = ({ facts, people, ...row }: Partial<BreachRow>) => ({
  ...row,
  ...(facts && { facts: JSON.stringify(facts) }),
  ...(people && { people: JSON.stringify(people) }),
})

export async function insertBreach(trx: Db, row: BreachRow): Promise<void> {
  await trx('breaches').insert(json(row))
}

export async function updateBreach(trx: Db, breachId: string, changes: Partial<BreachRow>): Promise<void> {
  await trx('breaches').where({ breach_id: breachId }).update(json(changes))
}

export const findBreaches = (db: Db, most = 100): Promise<BreachRow[]> =>
  db('breaches').orderBy('created_at', 'desc').limit(most)

export const findBreach = (db: Db, breachId: string): Promise<BreachRow | undefined> =>
  db('breaches').where({ breach_id: breachId }).first()

/** Locks the breach until the transaction ends. */
export const lockBreach = (trx: Db, breachId: string): Promise<BreachRow | undefined> =>
  trx('breaches').where({ breach_id: breachId }).forUpdate().first()

export const findReports = (db: Db, breachIds: readonly string[]): Promise<ReportRow[]> =>
  db('breach_reports').whereIn('breach_id', breachIds).orderBy('report_id')

export async function insertReport(trx: Db, row: ReportRow): Promise<void> {
  await trx('breach_reports').insert(row)
}

/** Replaces the addresses of a list, before anybody of it is emailed. */
export async function replaceListed(trx: Db, breachId: string, emails: readonly string[]): Promise<void> {
  await trx('breach_people').where({ breach_id: breachId, state: 'listed' }).delete()
  await trx.raw(
    `insert into breach_people (breach_id, email, state)
    select :breachId, email, 'listed' from unnest(cast(:emails as text[])) email on conflict do nothing`,
    { breachId, emails: [...emails] },
  )
}

export const findListed = (db: Db, breachId: string): Promise<string[]> =>
  db('breach_people').where({ breach_id: breachId }).whereNotNull('email').orderBy('person_id').pluck('email')

/** Selects the living accounts of everybody or of a segment. */
function accounts(db: Db, people: Exclude<StoredPeople, { kind: 'emails' }>, now: Date) {
  const users = db.from(db.raw(`${ACCOUNTS} as u`)).whereNull('u.deleted_at')
  if (people.kind === 'segment') inSegment(users, people.segment, now)
  return users
}

export async function countTouched(db: Db, breachId: string, people: StoredPeople, now: Date): Promise<number> {
  if (people.kind === 'emails') return countEnlisted(db, breachId)
  return Number((await accounts(db, people, now).count({ total: '*' }).first())?.total ?? 0)
}

async function countEnlisted(db: Db, breachId: string): Promise<number> {
  const counted = await db('breach_people').where({ breach_id: breachId }).count({ total: '*' }).first()
  return Number(counted?.total ?? 0)
}

/** Finds the accounts of listed addresses. */
async function accountsOfListed(trx: Db, breachId: string): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `select u.id from breach_people p join ${ACCOUNTS} u on u.email = p.email and u.deleted_at is null
    where p.breach_id = :breachId and p.state = 'listed'`,
    { breachId },
  )
  return rows.map(({ id }) => id)
}

/** Enlists everybody who is touched now and was not before; returns how many the breach has. */
export async function enlist(trx: Db, breachId: string, people: StoredPeople, now: Date): Promise<number> {
  const isList = people.kind === 'emails'
  const found = isList ? await accountsOfListed(trx, breachId) : await accounts(trx, people, now).pluck('u.id')
  // Nobody is deleted meanwhile.
  const living = await lockBuyers(trx, found)
  if (isList)
    await trx.raw(
      `update breach_people p set state = 'waiting',
        user_id = (select u.id from ${ACCOUNTS} u where u.email = p.email and u.id = any(:living))
      where p.breach_id = :breachId and p.state = 'listed'`,
      { breachId, living },
    )
  else
    await trx.raw(
      `insert into breach_people (breach_id, user_id, state)
      select :breachId, id, 'waiting' from unnest(cast(:living as bigint[])) id on conflict do nothing`,
      { breachId, living },
    )
  return countEnlisted(trx, breachId)
}

/** Deletes the listed address of a student who is being deleted. */
export async function forgetListed(trx: Db, userId: number): Promise<void> {
  await trx.raw(`delete from breach_people where email = (select email from ${ACCOUNTS} u where u.id = :userId)`, {
    userId,
  })
}

/** Takes the next people whose email is not in the queue. */
export async function takeUnqueued(trx: Db, breachId: string, most: number): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { person_id: number }[] }>(
    `update breach_people set queued = true where person_id in (
      select person_id from breach_people where breach_id = :breachId and state = 'waiting' and not queued
      order by person_id limit :most for update skip locked)
    returning person_id`,
    { breachId, most },
  )
  return rows.map(({ person_id }) => person_id)
}

export type Person = { breach_id: string; email: string; name: string | null; language: Language | null }

/** Finds somebody who waits for the email of a breach; undefined once it is sent, or the account is deleted. */
export async function findPerson(db: Db, personId: number): Promise<Person | undefined> {
  const { rows } = await db.raw<{ rows: Person[] }>(
    `select p.breach_id, coalesce(u.email, p.email) as email, u.language,
      case when u.is_holders or u.email_proven_at is not null then u.name end as name
    from breach_people p left join ${ACCOUNTS} u on u.id = p.user_id and u.deleted_at is null
    where p.person_id = :personId and p.state = 'waiting' and coalesce(u.email, p.email) is not null`,
    { personId },
  )
  return rows[0]
}

/** Notes what became of an email; the first fate is the last. */
export async function noteFate(db: Db, personId: number, state: 'sent' | 'refused', now: Date): Promise<void> {
  await db('breach_people').where({ person_id: personId, state: 'waiting' }).update({ state, sent_at: now })
}

/** An email returned if the server refused it, or a report about the address arrived since. */
const CAME_BACK = `(p.state = 'refused' or p.state = 'sent' and u.email_refused_at >= p.sent_at)`

export async function countPeople(db: Db, breachIds: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await db.raw<{ rows: (Counts & { breach_id: string })[] }>(
    `select p.breach_id, count(*) filter (where p.state = 'waiting')::int as waiting,
      count(*) filter (where p.state = 'sent' and not coalesce(${CAME_BACK}, false))::int as sent,
      count(*) filter (where ${CAME_BACK})::int as came_back,
      count(*) filter (where ${CAME_BACK} and u.phone is not null
        and ${agreedTo('u.id', 'news_message')})::int as by_phone
    from breach_people p left join ${ACCOUNTS} u on u.id = p.user_id
    where p.breach_id = any(:ids) group by p.breach_id`,
    { ids: [...breachIds] },
  )
  return new Map(rows.map(({ breach_id, ...counts }) => [breach_id, counts]))
}
