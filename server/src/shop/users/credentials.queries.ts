import { phoneKey } from 'contract/email-and-phone'
import type { Language } from 'contract/languages'
import { codeKey } from 'contract/typed-keys'
import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { factStored } from '../moments/moments.ts'
import { giveWay, keyToHold } from './held-phones.queries.ts'
import { GREETED_NAME } from './proven-address.ts'

/** The normalised email, or the compared form of a phone. */
export type AccountKey = { email: string } | { phone_key: string }

export type Credentials = {
  id: number
  user_id: string
  /** Null while the only password is a used temporary one. */
  password_hash: string | null
  temporary_password_hash: string | null
  /** Expiry of the temporary password; null when none exists. */
  temporary_password_expires_at: string | null
}

const credentials = [
  'id',
  'user_id',
  'password_hash',
  'temporary_password_hash',
  'temporary_password_expires_at',
] as const

export async function findCredentials(db: Db, account: AccountKey): Promise<Credentials | undefined> {
  return db<Credentials>('users').where(account).whereNull('deleted_at').first(credentials)
}

/** Finds the credentials of a logged-in student. */
export async function findCredentialsById(db: Db, id: number): Promise<Credentials | undefined> {
  return db<Credentials>('users').where({ id }).whereNull('deleted_at').first(credentials)
}

/**
 * Ends the password before the temporary one, which stays until the own one is stored or it expires: a closed tab shuts nobody out. The
 * password arrived by email, so the address is proven. Returns false when it is not the stored one any more.
 */
export async function useTemporaryPassword(db: Db, id: number, temporaryHash: string, now: Date): Promise<boolean> {
  const changed = await db('users')
    .where({ id, temporary_password_hash: temporaryHash })
    .where('temporary_password_expires_at', '>=', now)
    .whereNull('deleted_at')
    .update({
      password_hash: null,
      must_change_password: true,
      email_proven_at: now,
    })
  return changed === 1
}

/**
 * Gives an account with an unproven address to its mailbox's holder, who proved it without a password: no earlier password works.
 * `madeHash` is of one that nobody knows, as a used temporary one, so that the holder may choose another.
 */
export async function proveByMailbox(trx: Db, id: number, madeHash: string, now: Date): Promise<void> {
  await trx('users').where({ id }).update({
    password_hash: null,
    temporary_password_hash: madeHash,
    temporary_password_expires_at: null,
    email_proven_at: now,
  })
}

/** Returns true if the account has proven its address: whoever only typed another's is nobody that it knows. */
export const hasProvenAddress = async (db: Db, account: AccountKey): Promise<boolean> =>
  (await db('users').where(account).whereNull('deleted_at').whereNotNull('email_proven_at').first('id')) !== undefined

/** Finds the email of an account; undefined for an unknown one. */
export async function findAddress(db: Db, account: AccountKey): Promise<string | undefined> {
  const user: { email: string } | undefined = await db('users').where(account).whereNull('deleted_at').first('email')
  return user?.email
}

/** Stores a temporary password and returns the account's address; undefined for an unknown account. */
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
 * Replaces the proven password; returns false when it is no longer stored. A mailed one ends with it, except for an
 * unproven address: its holder can still log in.
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

/** Gives the account to its mailbox: only this password works, and the address is proven. */
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
  /** Empty until somebody enters it. */
  phone: string
  /** An owner entered the phone: it is the account's as one that was paid with. */
  phone_proven?: boolean
  /** Null for an account made by an admin: its holder gets a password by email. */
  password_hash: string | null
  referral_code: string
  /** `users.id` of the referrer. */
  referred_by: number | null
  language?: Language
  created_at: Date
  made_by_visitor?: boolean
}

/** Inserts the user and returns `id`; undefined when email or code is taken. The phone of another account is stored, and logs in to that one alone. */
export async function insertUser(db: Db, { phone_proven = false, ...user }: NewUser): Promise<number | undefined> {
  const phone_key = await keyToHold(db, user.phone, phone_proven)
  // Only the holder chooses a password, on the site itself.
  const last_seen_at = user.password_hash === null ? null : user.created_at
  const [row] = await db('users')
    .insert({ ...user, phone_key, phone_proven: phone_proven && phone_key !== null, last_seen_at })
    .onConflict()
    .ignore()
    .returning('id')
  if (row)
    await factStored(db, {
      event: 'student.registered',
      subject: user.user_id,
      userId: row.id,
      at: user.created_at,
    })
  return row?.id
}

/** `joined_at`: since when somebody was with the shop before. */
type ManyUsers = Pick<NewUser, 'user_id' | 'email' | 'name' | 'phone' | 'referral_code'> & {
  language: Language
  joined_at: string | null
}

/** Creates accounts without a password, which an owner enters, in one statement; skips those with a taken email. */
export async function insertUsers(
  db: Db,
  users: readonly ManyUsers[],
  now: Date,
): Promise<{ id: number; user_id: string; email: string }[]> {
  const column = (field: keyof ManyUsers) => users.map((user) => user[field])
  const typed = users.map(({ phone }) => (phone === '' ? null : phoneKey(phone)))
  // The first of one number holds it.
  const keys = typed.map((key, at) => (typed.indexOf(key) === at ? key : null))
  await giveWay(
    db,
    keys.filter((key) => key !== null),
  )
  const { rows } = await db.raw<{ rows: { id: number; user_id: string; email: string }[] }>(
    `insert into users (user_id, email, name, phone, phone_key, phone_proven, referral_code, language, joined_at, created_at)
     select n.user_id, n.email, n.name, n.phone, held.key, held.key is not null, n.code, n.language, n.joined_at, cast(:now as timestamptz)
     from unnest(cast(:ids as text[]), cast(:emails as text[]), cast(:names as text[]), cast(:phones as text[]), cast(:keys as text[]),
       cast(:codes as text[]), cast(:languages as text[]), cast(:joined as timestamptz[]))
       as n (user_id, email, name, phone, key, code, language, joined_at)
     cross join lateral (
       select case when not exists (select from users other where other.phone_key = n.key) then n.key end as key) as held
     on conflict do nothing
     returning id, user_id, email`,
    {
      now,
      ids: column('user_id'),
      emails: column('email'),
      names: column('name'),
      phones: column('phone'),
      keys,
      codes: column('referral_code'),
      languages: column('language'),
      joined: column('joined_at'),
    },
  )
  return rows
}

/** Deletes accounts that own nothing; those that something refers to stay. Returns how many went. */
export async function deleteUnusedAccounts(trx: Db, ids: readonly number[]): Promise<number> {
  const remove = (some: readonly number[]) =>
    trx.transaction((inner) =>
      inner('users')
        .whereIn('id', [...some])
        .whereNull('password_hash')
        .delete(),
    )
  const isReferred = (error: unknown) => (error as { code?: string }).code === '23503'
  try {
    return ids.length === 0 ? 0 : await remove(ids)
  } catch (error) {
    if (!isReferred(error)) throw error
    if (ids.length === 1) return 0
    const half = Math.ceil(ids.length / 2)
    return (await deleteUnusedAccounts(trx, ids.slice(0, half))) + (await deleteUnusedAccounts(trx, ids.slice(half)))
  }
}

/** Returns true if an account has the email. */
export const isEmailTaken = async (db: Db, email: string): Promise<boolean> =>
  (await db('users').where({ email }).first('id')) !== undefined

export const emailTaken = () => appError('email_taken', 'Email already registered')

/** Maps a unique violation to its error; undefined for any other error. */
export function takenError(error: unknown): Error | undefined {
  return (error as { constraint?: string }).constraint === 'users_email_key' ? emailTaken() : undefined
}

/** Finds a student by referral code (any case) or `user_id`. */
export async function findReferrer(
  db: Db,
  codeOrId: string,
): Promise<{ id: number; referral_code: string } | undefined> {
  return db('users')
    .where((either) => either.where({ referral_code: codeKey(codeOrId) }).orWhere({ user_id: codeOrId }))
    .whereNull('deleted_at')
    .first('id', 'referral_code')
}

/** Returns true if a visitor made the account by the form of a free course: nobody had logged in to it. */
export async function isMadeByVisitor(db: Db, id: number): Promise<boolean> {
  return (await db('users').where({ id, made_by_visitor: true }).first('id')) !== undefined
}
