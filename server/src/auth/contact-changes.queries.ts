import { phoneKey } from '../../contract/fields.ts'
import type { Db } from '../context.ts'
import { withoutMailedPassword } from '../db/proven-address.ts'

export type ContactKind = 'email' | 'phone'

export type PendingContact = { kind: ContactKind; value: string }

export type ContactUser = {
  id: number
  user_id: string
  email: string
  phone: string
  password_hash: string | null
  temporary_password_hash: string | null
}

/** The account with what a change of it is checked against; locked, so that changes of one account follow each other. */
export async function findContactUser(trx: Db, id: number): Promise<ContactUser | undefined> {
  return trx<ContactUser>('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'user_id', 'email', 'phone', 'password_hash', 'temporary_password_hash')
}

export async function renameUser(trx: Db, id: number, change: { name: string; phone?: string }): Promise<void> {
  await trx('users').where({ id }).update(change)
}

/** Asks for a value in place of an earlier one that is not proven; its link is made when the mail is written. */
export async function askForContact(
  trx: Db,
  asked: PendingContact & { id: number; session_id: string | null; now: Date; until: Date },
): Promise<void> {
  const { id, kind, value, session_id, now, until } = asked
  await trx('contact_changes')
    .insert({ user_id: id, kind, value, token_hash: null, session_id, created_at: now, expires_at: until })
    .onConflict(['user_id', 'kind'])
    .merge()
}

/** What waits to be proven and is another value than the account has. */
export async function findPending(db: Db, id: number, now: Date): Promise<PendingContact[]> {
  const { rows } = await db.raw<{ rows: PendingContact[] }>(
    `select c.kind, c.value
    from contact_changes c
    join users u on u.id = c.user_id
    where c.user_id = :id and c.expires_at > :now
      and c.value is distinct from case c.kind when 'email' then u.email else u.phone end
    order by c.kind`,
    { id, now },
  )
  return rows
}

/** Forgets what was asked for, of one kind or of both; false when there was nothing. */
export async function dropPending(db: Db, id: number, kind?: ContactKind): Promise<boolean> {
  const gone = await db('contact_changes')
    .where({ user_id: id, ...(kind ? { kind } : {}) })
    .delete()
  return gone > 0
}

export type AskedContact = {
  id: number
  kind: ContactKind
  value: string
  /** The address of the account. */
  email: string
}

/** What an account asks to be proven, by its `user_id`. */
export async function findAsked(
  trx: Db,
  userId: string,
  kind: ContactKind,
  now: Date,
): Promise<AskedContact | undefined> {
  return trx('contact_changes as c')
    .join('users as u', 'u.id', 'c.user_id')
    .where({ 'u.user_id': userId, 'c.kind': kind })
    .where('c.expires_at', '>', now)
    .whereNull('u.deleted_at')
    .first('u.id', 'c.kind', 'c.value', 'u.email')
}

/** The address of another account that has this value. */
export async function findOwner(db: Db, { id, kind, value }: AskedContact): Promise<{ email: string } | undefined> {
  const key = kind === 'email' ? { email: value } : { phone_key: phoneKey(value) }
  return db('users').where(key).whereNot({ id }).whereNull('deleted_at').first('email')
}

/** The link is good from now on, and none before it. */
export async function storeToken(
  trx: Db,
  { id, kind }: AskedContact,
  token: { token_hash: string | null; expires_at: Date },
): Promise<void> {
  await trx('contact_changes').where({ user_id: id, kind }).update(token)
}

/** Takes what a link proves, once: of several at the same time one has it. */
export async function takeProof(
  trx: Db,
  tokenHash: string,
  now: Date,
): Promise<{ user_id: number; kind: ContactKind; value: string; session_id: string | null } | undefined> {
  const [taken] = await trx('contact_changes')
    .where({ token_hash: tokenHash })
    .where('expires_at', '>', now)
    .delete()
    .returning(['user_id', 'kind', 'value', 'session_id'])
  return taken
}

/**
 * The address is the account's from now on; a password that was mailed to the old one logs in no more. One that was used
 * up stays, as it is what `change_password` asks for. Breaks a unique constraint when the address is taken.
 */
export async function setEmail(trx: Db, id: number, email: string, provenAt: Date): Promise<void> {
  await trx('users')
    .where({ id })
    .update({ email, email_proven_at: provenAt, ...withoutMailedPassword(trx) })
}

/** Breaks a unique constraint when the phone is taken. */
export async function setPhone(trx: Db, id: number, phone: string): Promise<void> {
  await trx('users')
    .where({ id })
    .update({ phone, phone_key: phoneKey(phone) })
}

/** The address of the account was shown to be its holder's. */
export async function markProven(trx: Db, id: number, now: Date): Promise<void> {
  await trx('users').where({ id }).update({ email_proven_at: now })
}

/** The account of the welcome mail and of the button that asks for its link again; undefined once its address is proven. */
export async function findUnproven(db: Db, userId: string): Promise<{ id: number; email: string } | undefined> {
  return db('users')
    .where({ user_id: userId, email_proven_at: null })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'email')
}
