import { deliveryDefaults } from 'contract/shop/brand'
import { type ShopChanges, type ShopSettings, withChanges } from 'contract/shop/defaults'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'

/** The owner's changes to the defaults, and a version that grows with each. */
export type StoredShop = { changes: ShopChanges; version: number }

const queryShop = prepared<StoredShop>('shop', () => 'select changes, version from shop_settings')

export async function findShop(db: Db): Promise<StoredShop> {
  const [row] = await queryShop(db)
  if (!row) throw new Error('shop_settings has lost its row')
  return row
}

/** Reads all settings: the defaults with the owner's changes. */
export const readShop = async (db: Db): Promise<ShopSettings> => withChanges((await findShop(db)).changes)

/** Reads the changes and locks them until the transaction ends. */
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

export async function findDelivery(db: Db): Promise<typeof deliveryDefaults> {
  const row: { delivery: StoredDelivery } | undefined = await db('shop_settings').first(
    db.raw(`${DELIVERY} as delivery`),
  )
  return deliveryOf(row?.delivery ?? null)
}

/** Selects the delivery changes; other features use it in their statements. */
export const DELIVERY = `(select changes -> 'delivery' from shop_settings)`
export type StoredDelivery = Partial<typeof deliveryDefaults> | null

export const deliveryOf = (stored: StoredDelivery): typeof deliveryDefaults => ({ ...deliveryDefaults, ...stored })

/** Returns the guarantee's days after payment; 0 means none. */
export const findGuaranteeDays = async (db: Db): Promise<number> => (await readShop(db)).guarantee.days

/** Reads the switch of the PDF stamp and the shop's name in it. */
export async function findPdfStamp(db: Db): Promise<{ on: boolean; shop: string }> {
  const { delivery, brand } = await readShop(db)
  return { on: delivery.pdf_stamp, shop: brand.name }
}

/** Lists the steps that the owner settled by hand; locks them when `forUpdate`. */
export async function findSettled(db: Db, forUpdate = false): Promise<string[]> {
  const query = db('shop_settings').first('settled_steps')
  const row: { settled_steps: string[] } | undefined = await (forUpdate ? query.forUpdate() : query)
  return row?.settled_steps ?? []
}

/** Leaves the version: no page shows it. */
export const saveSettled = (trx: Db, steps: readonly string[]) =>
  trx('shop_settings').update({ settled_steps: [...steps] })

/** Lists the tools of the console that an owner put into the menu; locks them when `lock`. */
export async function findTools(db: Db, { lock } = { lock: false }): Promise<string[]> {
  const query = db('shop_settings').first('tools')
  const row: { tools: string[] } | undefined = await (lock ? query.forUpdate() : query)
  return row?.tools ?? []
}

/** Leaves the version: no page shows it. */
export async function saveTools(trx: Db, tools: readonly string[]): Promise<void> {
  await trx('shop_settings').update({ tools: [...tools] })
}

/** Reads the prefix of invoice numbers; locks it when `lock`. */
export async function findInvoicePrefix(db: Db, { lock }: { lock: boolean }): Promise<string> {
  const query = db('shop_settings').first('invoice_prefix')
  const row: { invoice_prefix: string } | undefined = await (lock ? query.forUpdate() : query)
  if (!row) throw new Error('shop_settings has lost its row')
  return row.invoice_prefix
}

/** Leaves the version: no page shows it. */
export async function saveInvoicePrefix(trx: Db, prefix: string): Promise<void> {
  await trx('shop_settings').update({ invoice_prefix: prefix })
}

/** Returns the amount in paise above which a refund needs a second person; null for never. Locks it when `lock`. */
export async function findRefundLimit(db: Db, { lock }: { lock: boolean }): Promise<number | null> {
  const query = db('shop_settings').first('refund_limit_paise')
  const row: { refund_limit_paise: number | null } | undefined = await (lock ? query.forUpdate() : query)
  if (!row) throw new Error('shop_settings has lost its row')
  return row.refund_limit_paise
}

/** Leaves the version: no page shows it. */
export async function saveRefundLimit(trx: Db, paise: number | null): Promise<void> {
  await trx('shop_settings').update({ refund_limit_paise: paise })
}

/** Writes these steps down as decided by hand. */
export async function settleSteps(trx: Db, decided: readonly string[]): Promise<void> {
  const steps = await findSettled(trx, true)
  await saveSettled(trx, [...new Set([...steps, ...decided])])
}

export async function findLogo(db: Db): Promise<string | null> {
  const row: { logo: string | null } | undefined = await db('shop_settings').first(
    db.raw(`changes #>> '{brand,logo}' as logo`),
  )
  return row?.logo ?? null
}

/** The settings that hold an address of the library. */
const PICTURES = ['{brand,logo}', '{look,icon}'] as const

/** Returns the address of the icon; null without one. */
export async function findIcon(db: Db): Promise<string | null> {
  const row: { icon: string | null } | undefined = await db('shop_settings').first(
    db.raw(`changes #>> '{look,icon}' as icon`),
  )
  return row?.icon ?? null
}

/** Lists the library's files that the settings show; other features use it in their statements. */
export const LOGO_FILES = `(select media_ids(concat_ws(' ', ${PICTURES.map((path) => `changes #>> '${path}'`).join(', ')})) as media_ids from shop_settings)`

/** Replaces an address of the logo or the icon; the new version renews the pages that carry it. */
export async function replaceLogo(trx: Db, from: string, to: string): Promise<void> {
  for (const path of PICTURES) {
    await trx.raw(
      `update shop_settings set version = version + 1,
         changes = jsonb_set(changes, '${path}', to_jsonb(replace(changes #>> '${path}', :from, :to)))
       where position(:from in changes #>> '${path}') > 0`,
      { from, to },
    )
  }
}

/** Policies that a buyer agrees to, stored in every version: two texts, and the days of the guarantee. */
type StoredPolicy = 'terms' | 'refund' | 'guarantee'

export const storedPolicies = ({ legal, guarantee }: Pick<ShopSettings, 'legal' | 'guarantee'>) =>
  [
    ['terms', legal.terms],
    ['refund', legal.refund],
    ['guarantee', String(guarantee.days)],
  ] as const

export async function storePolicyText(trx: Db, kind: StoredPolicy, body: string, since: Date): Promise<void> {
  await trx('policy_texts').insert({ kind, body, since }).onConflict(['kind', 'since']).merge()
}

/** Returns a policy's text at that time; empty means the built-in one. */
export async function findPolicyText(db: Db, kind: StoredPolicy, at: string): Promise<string> {
  const held = db('policy_texts').where({ kind }).where('since', '<=', at).orderBy('since', 'desc')
  const row: { body: string } | undefined = await held.first('body')
  return row?.body ?? ''
}
