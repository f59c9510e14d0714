import type { Knex } from 'knex'
import { type EncryptionKeys, openOrNone, resealRows, seal } from '../payments/secret-box.ts'

/** The row of the account; rates are ten-thousandths of a rupee. */
export type WhatsappRow = {
  phone_number_id: string
  waba_id: string
  token_sealed: string
  app_secret_sealed: string
  verify_token_sealed: string
  api_version: string
  marketing_rate: number | null
  utility_rate: number | null
  authentication_rate: number | null
  rates_as_of: string | null
  phone: string | null
  verified_at: string | null
  stopped_at: string | null
  stopped_code: number | null
  stopped_reason: string | null
  templates_read_at: string | null
}

export type WhatsappSecret = 'token' | 'app_secret' | 'verify_token'

/** Encrypts a secret for the table; its name is part of the encryption, so that one cannot replace the other. */
export const sealWhatsapp = (which: WhatsappSecret, plain: string, keys: EncryptionKeys) =>
  seal(plain, { keys, aad: `whatsapp:${which}` })

/** Decrypts a secret of the row; undefined without a row, or where no key opens it. */
export const openWhatsapp = (which: WhatsappSecret, row: WhatsappRow | undefined, keys: EncryptionKeys) =>
  openOrNone(row?.[`${which}_sealed`], { keys, aad: `whatsapp:${which}` })

export function findWhatsapp(db: Knex): Knex.QueryBuilder<WhatsappRow, WhatsappRow | undefined> {
  return db('whatsapp_config').first('*', db.raw('rates_as_of::text'))
}

export async function saveWhatsapp(db: Knex, row: Partial<WhatsappRow>, now: Date): Promise<void> {
  const columns = { ...row, updated_at: now }
  await db('whatsapp_config')
    .insert({ only_one: true, ...columns })
    .onConflict('only_one')
    .merge(columns)
}

/** Changes some columns of the row, if there is one. */
export async function noteWhatsapp(db: Knex, columns: Partial<WhatsappRow>): Promise<void> {
  await db('whatsapp_config').update(columns)
}

/** Marks the account as stopped; false if it was already, so that the owner is notified once. */
export async function stopWhatsapp(db: Knex, stopped: { code: number; reason: string; now: Date }): Promise<boolean> {
  const { code: stopped_code, reason: stopped_reason, now: stopped_at } = stopped
  const rows = await db('whatsapp_config').whereNull('stopped_at').update({ stopped_at, stopped_code, stopped_reason })
  return rows > 0
}

/** Seals the secrets with the current key that an older one sealed; returns their number. */
export const resealWhatsapp = (db: Knex, keys: EncryptionKeys) =>
  resealRows(
    () => db('whatsapp_config'),
    keys,
    () => ({
      token_sealed: 'whatsapp:token',
      app_secret_sealed: 'whatsapp:app_secret',
      verify_token_sealed: 'whatsapp:verify_token',
    }),
  )
