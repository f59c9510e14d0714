import { phoneKey } from 'contract/email-and-phone'
import type { Db } from '../../context.ts'

export type Contacted = {
  id: number
  user_id: string
  name: string
  email: string
  phone_key: string | null
  /** False for a phone that anybody may have typed. */
  phone_proven: boolean
}

/** Finds active accounts by email (normalised), or by the phone that they hold. */
export function findByContacts(db: Db, emails: readonly string[], phones: readonly string[]): Promise<Contacted[]> {
  return db('users')
    .whereNull('deleted_at')
    .where((either) => either.whereIn('email', [...emails]).orWhereIn('phone_key', phones.map(phoneKey)))
    .select('id', 'user_id', 'name', 'email', 'phone_key', 'phone_proven')
}

/** Finds all active accounts with one of these numbers, held or not: a family shares one. */
export async function findByNumbers(db: Db, phones: readonly string[]): Promise<{ id: number }[]> {
  const keys = phones.map(phoneKey)
  const found: { id: number; phone: string }[] = await db('users')
    .whereNull('deleted_at')
    .whereRaw('right(phone, 10) = any(:ends)', { ends: keys.map((key) => key.slice(-10)) })
    .select('id', 'phone')
  return found.filter(({ phone }) => keys.includes(phoneKey(phone)))
}
