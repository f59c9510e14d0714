import type { AdChannel } from 'contract/ads'
import type { Knex } from 'knex'
import { type EncryptionKeys, open, reseal, SecretBoxError, seal } from '../../platform/payments/secret-box.ts'

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
export function openAdSecret(row: AdConfigRow | undefined, keys: EncryptionKeys): string | undefined {
  if (!row) return undefined
  try {
    return open(row.secret_sealed, { keys, aad: `ads:${row.channel}` })
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

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
export function resealAds(db: Knex, keys: EncryptionKeys): Promise<number> {
  return db.transaction(async (trx) => {
    let count = 0
    for (const { channel, secret_sealed } of await trx<AdConfigRow>('ad_config').forUpdate()) {
      const sealed = reseal(secret_sealed, { keys, aad: `ads:${channel}` })
      if (!sealed) continue
      await trx('ad_config').where({ channel }).update({ secret_sealed: sealed })
      count += 1
    }
    return count
  })
}
