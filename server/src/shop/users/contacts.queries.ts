import type { Profile } from 'contract/account'
import { phoneKey } from 'contract/email-and-phone'
import type { Language } from 'contract/languages'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { withoutMailedPassword } from './proven-address.ts'

export type ContactKind = 'email' | 'phone'

export type Contact = { kind: ContactKind; value: string }

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

/** The address of another account that has this value. */
export async function findOwner(
  db: Db,
  { id, kind, value }: Contact & { id: number },
): Promise<{ email: string; language: Language } | undefined> {
  const key = kind === 'email' ? { email: value } : { phone_key: phoneKey(value) }
  return db('users').where(key).whereNot({ id }).whereNull('deleted_at').first('email', 'language')
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

/** The profile that everybody sees of themselves; the account is there. */
export async function findProfile(db: Db, id: number): Promise<z.output<typeof Profile>> {
  return db('users').where({ id }).first('name', 'user_id', 'email', 'phone', 'coins', 'referral_code')
}
