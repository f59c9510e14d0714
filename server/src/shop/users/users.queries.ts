import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import type { Language } from 'contract/languages'
import type { AdminUser } from 'contract/users'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { type Buyer, SAME_BUYER } from './accounts.sql.ts'
import { setPhone } from './held-phones.queries.ts'
import { IS_HOLDERS, withoutMailedPassword } from './proven-address.ts'
import { UNREFUSED } from './refused-email.queries.ts'

export type FoundUser = { id: number; user_id: string; name: string }

/** Finds an active user by `user_id` or exact phone; ids are never all digits. */
export async function findUser(db: Db, idOrPhone: string): Promise<FoundUser | undefined> {
  const key = /^\d{10,15}$/.test(phoneDigits(idOrPhone)) ? { phone_key: phoneKey(idOrPhone) } : { user_id: idOrPhone }
  return db('users').where(key).whereNull('deleted_at').first('id', 'user_id', 'name')
}

export async function findShownUser(db: Db, id: number): Promise<z.output<typeof AdminUser> | undefined> {
  return shownUsers(db('users as u').where({ 'u.id': id }).whereNull('u.deleted_at')).first()
}

function shownUsers(users: Knex.QueryBuilder): Knex.QueryBuilder {
  return users
    .leftJoin('users as referrer', 'referrer.id', 'u.referred_by')
    .select('u.user_id', 'u.name', 'u.email', 'u.phone', 'u.coins', 'referrer.referral_code as referred_by')
    .select({ created_at: users.client.raw('coalesce(u.joined_at, u.created_at)') })
}

/** A use of the shop is stored once in so many milliseconds. */
export const SEEN_ANEW_MS = 60 * 60_000

/** Stores that the student uses the shop; never waits for a purchase, which holds the row. */
export async function noteUserSeen(db: Db, id: number, now: Date): Promise<void> {
  await db.raw(
    `update users set last_seen_at = :now
     where id = (select id from users where id = :id and deleted_at is null for no key update skip locked)`,
    { id, now },
  )
}

export type UserCorrection = { name?: string; email?: string; phone?: string }

/** Updates the user and returns the former row, locked; a taken email breaks a unique constraint. */
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
    .update({ ...change, ...(moves ? { email_proven_at: null, ...withoutMailedPassword(trx), ...UNREFUSED } : {}) })
  if (change.phone !== undefined) await setPhone(trx, id, change.phone)
  return before
}

/** Email and phones are the account's until the erasure. */
export type UserToErase = {
  id: number
  user_id: string
  email: string
  phone: string
  phone_key: string
  language: Language
}

/**
 * Reads and locks the keys of a person's data; undefined once erased. A settlement that holds an order may still write
 * rows of the person: a stronger lock would deadlock with it.
 */
export async function findToErase(trx: Db, id: number): Promise<UserToErase | undefined> {
  return trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'user_id', 'email', 'phone', 'phone_key', 'language')
}

/** Locks the student, so that purchases of one student run one after another; undefined once the account is deleted. */
export function lockBuyer(trx: Db, userId: number): Promise<(Buyer & { is_holders: boolean }) | undefined> {
  return trx('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('name', 'email', 'phone', trx.raw(`${IS_HOLDERS} as is_holders`))
}

/** Locks several students in one fixed order; returns those that are not deleted. */
export function lockBuyers(trx: Db, userIds: readonly number[]): Promise<number[]> {
  const living = trx('users').whereRaw('id = any(:userIds)', { userIds }).whereNull('deleted_at')
  return living.orderBy('id').forNoKeyUpdate().pluck('id')
}

/** Locks all accounts of one buyer, so that limits per person are counted one at a time. */
export async function lockSameBuyer(trx: Db, userId: number): Promise<void> {
  await trx.raw(`select id from users where id in (${SAME_BUYER}) order by id for no key update`, { userId })
}

/**
 * Blocks the student's deletion until the transaction ends; call it first in the transaction. 401 once the account is
 * deleted.
 */
export async function lockLiving(trx: Db, userId: number): Promise<void> {
  const found = await trx('users').where({ id: userId }).whereNull('deleted_at').forShare().first('id')
  if (!found) throw sessionExpired()
}

/** Returns false once the account is deleted. */
export async function isLiving(db: Db, userId: number): Promise<boolean> {
  return (await db('users').where({ id: userId }).whereNull('deleted_at').first('id')) !== undefined
}
