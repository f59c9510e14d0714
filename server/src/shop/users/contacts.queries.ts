import type { Profile } from 'contract/account'
import type { Language } from 'contract/languages'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { withoutMailedPassword } from './proven-address.ts'
import { UNREFUSED } from './refused-email.queries.ts'

export type ContactKind = 'email' | 'phone'

export type Contact = { kind: ContactKind; value: string }

export type ContactUser = {
  id: number
  user_id: string
  email: string
  phone: string
  password_hash: string | null
  temporary_password_hash: string | null
  email_proven_at: string | null
}

/** Reads and locks the account, so that changes of one account run one after another. */
export async function findContactUser(trx: Db, id: number): Promise<ContactUser | undefined> {
  return trx<ContactUser>('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'user_id', 'email', 'phone', 'password_hash', 'temporary_password_hash', 'email_proven_at')
}

export async function renameUser(trx: Db, id: number, change: { name: string; phone?: string }): Promise<void> {
  await trx('users').where({ id }).update(change)
}

/** Returns the account that has this address, if it is another's. */
export async function findOwner(
  db: Db,
  { id, value }: { id: number; value: string },
): Promise<{ email: string; language: Language } | undefined> {
  return db('users').where({ email: value }).whereNot({ id }).whereNull('deleted_at').first('email', 'language')
}

/**
 * Sets the address and drops a mailed password of the old one. A used one stays for `change_password`. A taken address
 * breaks a unique constraint.
 */
export async function setEmail(trx: Db, id: number, email: string, provenAt: Date): Promise<void> {
  await trx('users')
    .where({ id })
    .update({ email, email_proven_at: provenAt, ...withoutMailedPassword(trx), ...UNREFUSED })
}

export async function markProven(trx: Db, id: number, now: Date): Promise<void> {
  await trx('users').where({ id }).update({ email_proven_at: now })
}

/** Finds an account with an unproven address; undefined once it is proven. */
export async function findUnproven(db: Db, userId: string): Promise<{ id: number; email: string } | undefined> {
  return db('users')
    .where({ user_id: userId, email_proven_at: null })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'email')
}

/** Reads the own profile of an existing account. */
export async function findProfile(db: Db, id: number): Promise<z.output<typeof Profile>> {
  return db('users').where({ id }).first('name', 'user_id', 'email', 'phone', 'coins', 'referral_code')
}
