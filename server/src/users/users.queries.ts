import type { Knex } from 'knex'
import type { z } from 'zod'
import { phoneDigits, phoneKey } from '../../contract/fields.ts'
import type { AdminUser } from '../../contract/users.ts'
import type { Db } from '../context.ts'
import { containing } from '../db/like.ts'
import { withoutMailedPassword } from '../db/proven-address.ts'
import type { Person } from './erasure.ts'

export type UserListQuery = { q?: string; sort?: keyof typeof orders; limit?: number; offset?: number }

/** Ties go by id, so that pages neither repeat nor miss a row. */
const orders = {
  newest: 'u.created_at desc, u.id desc',
  name: 'lower(u.name), u.id',
  '-name': 'lower(u.name) desc, u.id desc',
  email: 'u.email, u.id',
  '-email': 'u.email desc, u.id desc',
  coins: 'u.coins, u.id',
  '-coins': 'u.coins desc, u.id desc',
} as const

/** One window of the living users, and how many there are in all. */
export async function listUsers(
  db: Db,
  { q, sort = 'newest', limit, offset = 0 }: UserListQuery,
): Promise<{ users: z.output<typeof AdminUser>[]; total: number }> {
  const found = db('users as u').whereNull('u.deleted_at')
  if (q) {
    const text = containing(q)
    const digits = phoneDigits(q)
    found.where((either) => {
      either.whereILike('u.name', text).orWhereILike('u.email', text)
      // Someone may search with the country's prefix for a number that was given without it.
      if (/^\d+$/.test(digits))
        either.orWhereLike('u.phone', containing(digits)).orWhereLike('u.phone', containing(phoneKey(q)))
    })
  }
  // The window first, by ids alone: what is passed over is not joined.
  const ids = found.clone().select('u.id').orderByRaw(orders[sort]).offset(offset)
  if (limit !== undefined) ids.limit(limit)
  const window = shownUsers(db('users as u').whereIn('u.id', ids)).orderByRaw(orders[sort])
  const [users, counted] = await Promise.all([window, found.clone().count({ total: '*' }).first()])
  return { users, total: Number(counted?.total ?? 0) }
}

export type FoundUser = { id: number; user_id: string; name: string }

/** A living user by `user_id`, or by the exact phone number; ids are never all digits. */
export async function findUser(db: Db, idOrPhone: string): Promise<FoundUser | undefined> {
  const key = /^\d{10,15}$/.test(phoneDigits(idOrPhone)) ? { phone_key: phoneKey(idOrPhone) } : { user_id: idOrPhone }
  return db('users').where(key).whereNull('deleted_at').first('id', 'user_id', 'name')
}

/** What the wire shows of a living user. */
export async function findShownUser(db: Db, id: number): Promise<z.output<typeof AdminUser> | undefined> {
  return shownUsers(db('users as u').where({ 'u.id': id }).whereNull('u.deleted_at')).first()
}

function shownUsers(users: Knex.QueryBuilder): Knex.QueryBuilder {
  return users
    .leftJoin('users as referrer', 'referrer.id', 'u.referred_by')
    .select('u.user_id', 'u.name', 'u.email', 'u.phone', 'u.coins', 'referrer.referral_code as referred_by')
    .select('u.created_at')
}

export type UserCorrection = { name?: string; email?: string; phone?: string; phone_key?: string }

/** The row as it was, kept from other writers; breaks a unique constraint when email or phone is taken. */
export async function correctUser(
  trx: Db,
  id: number,
  change: UserCorrection,
): Promise<{ name: string; email: string; phone: string } | undefined> {
  const before = await trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('name', 'email', 'phone')
  if (!before || Object.keys(change).length === 0) return before
  const moves = change.email !== undefined && change.email !== before.email
  await trx('users')
    .where({ id })
    .update({ ...change, ...(moves ? { email_proven_at: null, ...withoutMailedPassword(trx) } : {}) })
  if (moves) await trx('contact_changes').where({ user_id: id }).delete()
  return before
}

/** What of a person is erased is found by; locked, undefined when it is done already. */
export async function findToErase(trx: Db, id: number): Promise<Omit<Person, 'nobody' | 'now'> | undefined> {
  return trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .forUpdate()
    .first('id', 'user_id', 'email', 'phone', 'phone_key')
}

/** Ends every session of the user, at once. */
export async function endSessions(db: Db, id: number, now: Date): Promise<void> {
  await db('sessions').where({ user_id: id }).whereNull('revoked_at').update({ revoked_at: now })
}

export type CoursePurchase = {
  course_id: string
  course_name: string
  purchase_date: string
  purchased_status: 'paid' | 'refunded' | 'partially_refunded'
  payment_id: string | null
}

/** Course lines that were paid or refunded, and redeemed gifts (a withdrawn one counts as refunded); newest first. */
export async function findPurchases(db: Db, userId: number): Promise<CoursePurchase[]> {
  const { rows } = await db.raw<{ rows: CoursePurchase[] }>(
    `select course_id, course_name, purchase_date, purchased_status, payment_id
    from (
      select l.course_id, l.course_name, coalesce(o.paid_at, o.created_at) as purchase_date,
        o.status as purchased_status, o.payment_id, o.order_id as source, l.position
      from orders o
      join order_lines l using (order_id)
      where o.user_id = :userId and o.status in ('paid', 'refunded', 'partially_refunded')
      union all
      select g.course_id, c.name, g.redeemed_at, case when g.revoked_at is null then 'paid' else 'refunded' end,
        null, g.code, 0
      from gift_codes g
      join courses c using (course_id)
      where g.redeemed_by = :userId
    ) purchases
    order by purchase_date desc, source desc, position`,
    { userId },
  )
  return rows
}
