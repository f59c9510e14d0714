import type { Child } from 'contract/children/children'
import { DAY_MS } from 'contract/indian-time'
import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { ASKS_AGE } from '../../shop/settings/settings.sql.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** The answer of an account; an adult has neither `turns_18` nor `until`. */
export type AgeRow = {
  user_id: number
  answered_at: string
  turns_18: string | null
  until: string | null
  parent_name: string | null
  parent_email: string | null
  confirmed_at: string | null
}

export const findAge = (db: Db, userId: number): Promise<AgeRow | undefined> =>
  db('ages')
    .where({ user_id: userId })
    .first('user_id', 'answered_at', 'turns_18', 'until', 'parent_name', 'parent_email', 'confirmed_at')

const queryAgeAtShop = prepared<{ row: AgeRow | null; asks: boolean }>(
  'age at shop',
  () => `select ${ASKS_AGE} as asks, (select to_jsonb(a) from ages a where a.user_id = :userId) as row`,
)

/** The same in one statement with whether the shop asks: each purchase reads it. */
export async function findAgeAtShop(db: Db, userId: number): Promise<{ row: AgeRow | undefined; asks: boolean }> {
  const rows = await queryAgeAtShop(db, { userId })
  return { row: rows[0]?.row ?? undefined, asks: rows[0]?.asks ?? false }
}

const NO_PARENT = {
  parent_name: null,
  parent_email: null,
  ask_hash: null,
  asked_at: null,
  confirmed_at: null,
  stop_hash: null,
}

export type Answer = Pick<AgeRow, 'turns_18' | 'parent_name' | 'parent_email'> & { until: Date | null }

/** Stores an answer in place of an earlier one, whose links end. */
export async function saveAge(trx: Db, userId: number, answer: Answer, now: Date): Promise<void> {
  const columns = { ...NO_PARENT, ...answer, answered_at: now }
  await trx('ages')
    .insert({ user_id: userId, ...columns })
    .onConflict('user_id')
    .merge(columns)
}

export const deleteAge = async (trx: Db, userId: number): Promise<boolean> =>
  (await trx('ages').where({ user_id: userId }).delete()) > 0

/** A child who waits, or whose parent confirmed, with what an email says of them. */
export type ChildRow = {
  id: number
  user_id: string
  name: string
  email: string
  language: Language
  parent_name: string
  parent_email: string
}

const children = (db: Db, now: Date) =>
  db('ages as a')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'a.user_id')
    .whereNull('u.deleted_at')
    .where('a.until', '>', now)
const CHILD = ['u.id', 'u.user_id', 'u.name', 'u.email', 'u.language', 'a.parent_name', 'a.parent_email']

/** Stores the hash of a new link for a child (`users.user_id`) in one of the states, and returns the child; undefined in another one. */
export async function renewLink(
  db: Db,
  userId: string,
  { confirmed, hash, now }: { confirmed: boolean; hash: string; now: Date },
): Promise<ChildRow | undefined> {
  return db.transaction(async (trx) => {
    const found = children(trx, now).where('u.user_id', userId)
    const child: ChildRow | undefined = await (confirmed
      ? found.whereNotNull('a.confirmed_at')
      : found.whereNull('a.confirmed_at')
    ).first(CHILD)
    if (!child) return undefined
    const link = confirmed ? { stop_hash: hash } : { ask_hash: hash, asked_at: now }
    await trx('ages').where({ user_id: child.id }).update(link)
    return child
  })
}

/** Finds a child (`users.user_id`) whose parent confirmed. */
export const findConfirmed = (db: Db, userId: string, now: Date): Promise<ChildRow | undefined> =>
  children(db, now).where('u.user_id', userId).whereNotNull('a.confirmed_at').first(CHILD)

/** Finds a child by the hash of a link that works: one that confirms within some days, or one that withdraws. */
export function findByLink(
  db: Db,
  kind: 'confirm' | 'withdraw',
  { hash, now, days }: { hash: string; now: Date; days: number },
): Promise<ChildRow | undefined> {
  const found = children(db, now)
  if (kind === 'withdraw') return found.where('a.stop_hash', hash).whereNotNull('a.confirmed_at').first(CHILD)
  const since = new Date(now.getTime() - days * DAY_MS)
  return found.where('a.ask_hash', hash).whereNull('a.confirmed_at').where('a.asked_at', '>', since).first(CHILD)
}

/** Confirms by the hash of a link, once. */
export async function setConfirmed(trx: Db, hash: string, now: Date): Promise<boolean> {
  const confirmed = await trx('ages')
    .where({ ask_hash: hash, confirmed_at: null })
    .update({ confirmed_at: now, ask_hash: null })
  return confirmed > 0
}

/** Lists children, newest first, and counts them. */
export async function listChildren(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ total: number; waiting: number; rows: Child[] }> {
  const [counted] = await children(db, now).select(
    db.raw('count(*)::int as total'),
    db.raw('(count(*) filter (where a.confirmed_at is null))::int as waiting'),
  )
  const rows: Child[] = await children(db, now)
    .orderBy([
      { column: 'a.answered_at', order: 'desc' },
      { column: 'a.user_id', order: 'desc' },
    ])
    .limit(limit)
    .select(
      'u.user_id',
      'u.name',
      'u.email',
      'a.parent_name',
      'a.parent_email',
      'a.turns_18',
      'a.answered_at',
      'a.confirmed_at',
    )
  return { total: counted.total, waiting: counted.waiting, rows }
}

export const hasChildren = async (db: Db): Promise<boolean> =>
  (await db('ages').whereNotNull('until').first('user_id')) !== undefined

/** Forgets parents: a year after the child turned 18, and 30 days after an email that nobody confirmed. */
export async function forgetParents(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db('ages')
    .where('until', '<', before(365))
    .update({ ...NO_PARENT, turns_18: null, until: null })
  await db('ages').whereNotNull('until').whereNull('confirmed_at').where('answered_at', '<', before(30)).delete()
}
