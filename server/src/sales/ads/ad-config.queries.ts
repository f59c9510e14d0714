import type { AdChannel } from 'contract/ads'
import type { Knex } from 'knex'
import { type EncryptionKeys, openOrNone, resealRows, seal } from '../../platform/payments/secret-box.ts'

export type AdConfigRow = {
  channel: AdChannel
  account: string
  secret_sealed: string
  test_code: string | null
  active: boolean
}

export const sealAdSecret = (channel: AdChannel, plain: string, keys: EncryptionKeys) =>
  seal(plain, { keys, aad: `ads:${channel}` })

/** Decrypts the secret of a connection; undefined without one, or where no key opens it. */
export const openAdSecret = (row: AdConfigRow | undefined, keys: EncryptionKeys) =>
  row && openOrNone(row.secret_sealed, { keys, aad: `ads:${row.channel}` })

export function findAdConfig(db: Knex, channel: AdChannel): Promise<AdConfigRow | undefined> {
  return db<AdConfigRow>('ad_config').where({ channel }).first()
}

/** Returns true if sales are reported to anybody. */
export async function hasActiveAds(db: Knex): Promise<boolean> {
  return (await db('ad_config').where({ active: true }).first('channel')) !== undefined
}

/** Lists the receivers of sales that are on. */
export const findActiveChannels = (db: Knex): Promise<AdChannel[]> =>
  db('ad_config').where({ active: true }).orderBy('channel').pluck('channel')

/** Seals the secrets with the current key that an older one sealed; returns their number. */
export const resealAds = (db: Knex, keys: EncryptionKeys) =>
  resealRows<AdConfigRow>(
    () => db('ad_config'),
    keys,
    ({ channel }) => ({ secret_sealed: `ads:${channel}` }),
  )
