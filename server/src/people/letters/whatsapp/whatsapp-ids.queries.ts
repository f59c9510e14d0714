import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import type { Db } from '../../../context.ts'
import { findByNumbers } from '../../../shop/users/by-contact.queries.ts'

/** `all` by a word or button to the shop, `marketing` by a choice in the app. */
export type Stops = 'all' | 'marketing'

/** A person's id within one business (`IN.13491208655302741918`), or within several (`IN.ENT.…`). */
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/
const PHONE = /^\d{8,15}$/

/** Names of the fields by which Meta's events name a person. */
const NAMES = /(^|_)(from|wa_id|user_id|recipient_id|previous|current)$/

/** Lists the ids of a person in the fields of a part of an event: a phone number as its key, others as they are. */
export function idsIn(fields: object): string[] {
  const found = Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !NAMES.test(name)) return []
    if (USER_ID.test(value)) return [value]
    return PHONE.test(phoneDigits(value)) ? [phoneKey(value)] : []
  })
  return [...new Set(found)]
}

/** Finds the students whom these ids name: by their phone, or by an id that arrived beside them before. */
export async function findByIds(db: Db, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const [byPhone, known] = await Promise.all([
    findByNumbers(
      db,
      ids.filter((id) => PHONE.test(id)),
    ),
    db('whatsapp_ids')
      .whereIn('whatsapp_id', [...ids])
      .pluck('user_id') as Promise<number[]>,
  ])
  return [...new Set([...byPhone.map(({ id }) => id), ...known])]
}

/** Stores that these ids name these students. */
export async function rememberIds(
  db: Db,
  ids: readonly string[],
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  const rows = userIds.flatMap((user_id) => ids.map((whatsapp_id) => ({ whatsapp_id, user_id, noted_at: now })))
  if (rows.length > 0) await db('whatsapp_ids').insert(rows).onConflict(['whatsapp_id', 'user_id']).ignore()
}

/** Stores that somebody unknown stopped messages. Returns the newest of them all, for the owner to see. */
export async function noteStranger(db: Db, ids: readonly string[], stops: Stops, now: Date): Promise<string[]> {
  const rows = ids.map((whatsapp_id) => ({ whatsapp_id, stops, noted_at: now }))
  if (rows.length > 0)
    await db('whatsapp_strangers')
      .insert(rows)
      .onConflict('whatsapp_id')
      .merge({ noted_at: now, ...(stops === 'all' && { stops }) })
  return db('whatsapp_strangers').orderBy('noted_at', 'desc').limit(5).pluck('whatsapp_id')
}

/** Takes what strangers with these ids had stopped, now that somebody is known by them. */
export async function takeStrangers(db: Db, ids: readonly string[]): Promise<Stops[]> {
  if (ids.length === 0) return []
  const rows: { stops: Stops }[] = await db('whatsapp_strangers')
    .whereIn('whatsapp_id', [...ids])
    .delete()
    .returning('stops')
  return rows.map(({ stops }) => stops)
}
