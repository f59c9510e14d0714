import type { Db } from '../../../context.ts'
import type { CloudTemplate } from '../../../platform/whatsapp/cloud-api.ts'
import { lockLiving } from '../../../shop/users/users.queries.ts'

const COLUMNS = [
  'name',
  'language',
  'status',
  'category',
  'body',
  'parameters',
  'has_button_path',
  'is_sendable',
] as const

export async function listTemplates(db: Db): Promise<CloudTemplate[]> {
  return db('whatsapp_templates').orderBy(['name', 'language']).select(COLUMNS)
}

/** Finds a template in these languages, the first one that Meta approved. */
export async function findTemplate(
  db: Db,
  name: string,
  languages: readonly string[],
): Promise<CloudTemplate | undefined> {
  const rows: CloudTemplate[] = await db('whatsapp_templates')
    .where({ name, status: 'APPROVED' })
    .whereIn('language', [...languages])
    .select(COLUMNS)
  return rows.toSorted((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language))[0]
}

/** Replaces the list by what Meta says now. */
export async function replaceTemplates(trx: Db, templates: readonly CloudTemplate[], now: Date): Promise<void> {
  await trx('whatsapp_templates').delete()
  if (templates.length === 0) return
  await trx('whatsapp_templates')
    .insert(templates.map((template) => ({ ...template, read_at: now })))
    .onConflict(['name', 'language'])
    .merge()
}

/** Notes what an event says of a template; one that was never listed waits for the next listing. */
export async function noteTemplate(
  trx: Db,
  { name, language }: { name: string; language: string },
  changes: { status?: string; category?: string },
): Promise<void> {
  await trx('whatsapp_templates').where({ name, language }).update(changes)
}

/** Notes a number to which nothing can be sent; another number of the person is another chance. 401 once the account is deleted. */
export async function noteDeadPhone(
  trx: Db,
  { userId, phone, code, now }: { userId: number; phone: string; code: number; now: Date },
): Promise<void> {
  await lockLiving(trx, userId)
  await trx('whatsapp_people')
    .insert({ user_id: userId, dead_phone: phone, code, noted_at: now })
    .onConflict('user_id')
    .merge()
}

/** Notes that a person wants no message at all. 401 once the account is deleted. */
export async function noteStopped(trx: Db, userId: number, now: Date): Promise<void> {
  await lockLiving(trx, userId)
  await trx('whatsapp_people')
    .insert({ user_id: userId, noted_at: now, stopped_at: now })
    .onConflict('user_id')
    .merge(['stopped_at'])
}
