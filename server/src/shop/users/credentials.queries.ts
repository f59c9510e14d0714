import type { Language } from 'contract/languages'
import { codeKey } from 'contract/spelling'
import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { GREETED_NAME } from './proven-address.ts'

/** How a person names the own account: the normalised email, or what phone numbers are compared by. */
export type AccountKey = { email: string } | { phone_key: string }

export type Credentials = {
  id: number
  user_id: string
  /** Null while only a temporary password that was used up is left. */
  password_hash: string | null
  temporary_password_hash: string | null
  /** When the temporary password stops to log in; null when there is none or it was used. */
  temporary_password_expires_at: string | null
}

const credentials = [
  'id',
  'user_id',
  'password_hash',
  'temporary_password_hash',
  'temporary_password_expires_at',
] as const

/** What a login is checked against. */
export async function findCredentials(db: Db, account: AccountKey): Promise<Credentials | undefined> {
  return db<Credentials>('users').where(account).whereNull('deleted_at').first(credentials)
}

/** The same for a student who is signed in. */
export async function findCredentialsById(db: Db, id: number): Promise<Credentials | undefined> {
  return db<Credentials>('users').where({ id }).whereNull('deleted_at').first(credentials)
}

/**
 * Uses the temporary password up and ends the old one with it; the hash stays, for `change_password` to ask for. It came
 * by mail, so the address is proven. Of several at once exactly one answers true.
 */
export async function useTemporaryPassword(db: Db, id: number, temporaryHash: string, now: Date): Promise<boolean> {
  const changed = await db('users')
    .where({ id, temporary_password_hash: temporaryHash })
    .where('temporary_password_expires_at', '>=', now)
    .whereNull('deleted_at')
    .update({
      password_hash: null,
      temporary_password_expires_at: null,
      must_change_password: true,
      email_proven_at: now,
    })
  return changed === 1
}

/** Stores a temporary password for the account and answers its address; undefined when there is no such account. */
export async function storeTemporaryPassword(
  db: Db,
  account: AccountKey,
  temporaryHash: string,
  expiresAt: Date,
): Promise<{ user_id: string; name: string | null; email: string; language: Language } | undefined> {
  const [user] = await db('users')
    .where(account)
    .whereNull('deleted_at')
    .update({ temporary_password_hash: temporaryHash, temporary_password_expires_at: expiresAt })
    .returning(['user_id', 'email', 'language', db.raw(GREETED_NAME)])
  return user
}

/**
 * Sets a password in place of the proven one; false when that is not the stored one any more. One that was mailed ends with it, but for an
 * address that is not proven: the holder of the mailbox gets in by it, whoever else changes the password.
 */
export async function replacePassword(
  db: Db,
  proven: Pick<Credentials, 'id' | 'password_hash' | 'temporary_password_hash'>,
  passwordHash: string,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `update users set password_hash = :passwordHash,
      temporary_password_hash = case
        when email_proven_at is null and temporary_password_expires_at is not null then temporary_password_hash end,
      temporary_password_expires_at = case when email_proven_at is null then temporary_password_expires_at end,
      must_change_password = false
    where id = :id and deleted_at is null and password_hash is not distinct from :provenHash
      and (password_hash is not null or temporary_password_hash = :temporaryHash)
    returning id`,
    {
      id: proven.id,
      passwordHash,
      provenHash: proven.password_hash,
      temporaryHash: proven.temporary_password_hash,
    },
  )
  return rows.length > 0
}

/** The account is its mailbox's: this is its only password, and the address is proven. */
export async function setHoldersPassword(trx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await trx('users').where({ id }).update({
    password_hash: passwordHash,
    temporary_password_hash: null,
    temporary_password_expires_at: null,
    must_change_password: false,
    email_proven_at: now,
  })
}

export type NewUser = {
  user_id: string
  name: string
  email: string
  /** Empty, with a null key, while nobody has said it. */
  phone: string
  phone_key: string | null
  /** Null for an account that others made: its holder gets a password by mail. */
  password_hash: string | null
  referral_code: string
  /** `users.id` of the referrer. */
  referred_by: number | null
  language?: Language
  created_at: Date
}

/** Answers the new row's `id`, or undefined when an email, phone or code is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<number | undefined> {
  const [row] = await db('users').insert(user).onConflict().ignore().returning('id')
  return row?.id
}

/** Which of the two an account already has. */
export async function findTaken(db: Db, email: string, phoneKey: string): Promise<{ email: boolean; phone: boolean }> {
  const rows = await db('users').where({ email }).orWhere({ phone_key: phoneKey }).select('email', 'phone_key')
  return { email: rows.some((row) => row.email === email), phone: rows.some((row) => row.phone_key === phoneKey) }
}

/** For an email or a phone that an account has. */
export const emailTaken = () => appError('email_taken', 'Email already registered')
export const phoneTaken = () => appError('phone_taken', 'Phone number already registered')

/** The same for what the database refused; undefined when that was something else. */
export function takenError(error: unknown): Error | undefined {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'users_email_key') return emailTaken()
  return constraint === 'users_phone_key_key' ? phoneTaken() : undefined
}

/** A student by referral code (any case) or `user_id`. */
export async function findReferrer(
  db: Db,
  codeOrId: string,
): Promise<{ id: number; referral_code: string } | undefined> {
  return db('users')
    .where((either) => either.where({ referral_code: codeKey(codeOrId) }).orWhere({ user_id: codeOrId }))
    .whereNull('deleted_at')
    .first('id', 'referral_code')
}
