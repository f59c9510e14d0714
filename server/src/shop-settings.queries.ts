import type { ShopChanges } from '../contract/shop-defaults.ts'
import type { Db } from './context.ts'

/** What the owner changed of the defaults, and the version that grows with every change. */
export type StoredShop = { changes: ShopChanges; version: number }

export async function findShop(db: Db): Promise<StoredShop> {
  const row: StoredShop | undefined = await db('shop_settings').first('changes', 'version')
  if (!row) throw new Error('shop_settings has lost its row')
  return row
}

/** The same, kept from other writers until the transaction ends. */
export async function lockShop(trx: Db): Promise<StoredShop> {
  const row: StoredShop | undefined = await trx('shop_settings').forUpdate().first('changes', 'version')
  if (!row) throw new Error('shop_settings has lost its row')
  return row
}

export async function saveShop(trx: Db, changes: ShopChanges, now: Date): Promise<StoredShop> {
  const [row]: StoredShop[] = await trx('shop_settings')
    .update({ changes: JSON.stringify(changes), updated_at: now, version: trx.raw('version + 1') })
    .returning(['changes', 'version'])
  if (!row) throw new Error('shop_settings has lost its row')
  return row
}
