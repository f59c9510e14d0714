import { phoneKey } from 'contract/email-and-phone'
import type { Db } from '../../context.ts'

export type Contacted = {
  id: number
  user_id: string
  name: string
  email: string
  phone_key: string | null
}

/** Finds active accounts by email (normalised) or phone. */
export function findByContacts(db: Db, emails: readonly string[], phones: readonly string[]): Promise<Contacted[]> {
  return db('users')
    .whereNull('deleted_at')
    .where((either) => either.whereIn('email', [...emails]).orWhereIn('phone_key', phones.map(phoneKey)))
    .select('id', 'user_id', 'name', 'email', 'phone_key')
}
