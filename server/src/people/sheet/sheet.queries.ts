import type { Db } from '../../context.ts'
import type { Fact } from '../../platform/features/hooks.ts'
import { type EncryptionKeys, open, reseal, SecretBoxError, seal } from '../../platform/payments/secret-box.ts'

export type SheetConfig = {
  service_account_sealed: string
  service_account: string
  spreadsheet_id: string
  sheet: string
  rows: 'orders' | 'students'
  attempts: number
  next_at: string | null
  problem: string | null
  last_written_at: string | null
}

const AAD = 'sheet:service_account'

export const sealAccount = (plain: string, keys: EncryptionKeys) => seal(plain, { keys, aad: AAD })

/** Decrypts the key file; undefined without settings, or where no key opens it. */
export function openAccount(config: SheetConfig | undefined, keys: EncryptionKeys): string | undefined {
  if (!config) return undefined
  try {
    return open(config.service_account_sealed, { keys, aad: AAD })
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** Seals the key file with the current key that an older one sealed; returns how many. */
export function resealAccount(db: Db, keys: EncryptionKeys): Promise<number> {
  return db.transaction(async (trx) => {
    const config = await trx<SheetConfig>('sheet_config').forUpdate().first()
    const sealed = config && reseal(config.service_account_sealed, { keys, aad: AAD })
    if (!sealed) return 0
    await noteConfig(trx, { service_account_sealed: sealed })
    return 1
  })
}

export function findConfig(db: Db): Promise<SheetConfig | undefined> {
  return db<SheetConfig>('sheet_config').first()
}

export async function saveConfig(trx: Db, config: Partial<SheetConfig>): Promise<void> {
  await trx('sheet_config').insert(config).onConflict('only_one').merge(config)
}

export async function noteConfig(db: Db, changes: Partial<SheetConfig>): Promise<void> {
  await db('sheet_config').update(changes)
}

/** Removes the settings, and rows that wait. Written ones stay, so that a sheet that is connected again gets none twice. */
export async function deleteConfig(trx: Db): Promise<void> {
  await deleteWaiting(trx)
  await trx('sheet_config').delete()
}

export async function deleteWaiting(trx: Db): Promise<void> {
  await trx('sheet_rows').whereNull('written_at').delete()
}

/** Stores a row in the transaction of its fact, if the sheet wants it; a fact that is repeated adds none. */
export async function insertRow(trx: Db, { event, userId, orderId }: Fact): Promise<void> {
  const rows = event === 'order.paid' ? 'orders' : 'students'
  await trx.raw(
    `insert into sheet_rows (user_id, order_id) select :userId, cast(:orderId as text)
     where exists (select from sheet_config where rows = :rows) on conflict do nothing`,
    { userId, orderId: rows === 'orders' ? (orderId ?? null) : null, rows },
  )
}

export type SheetRow = { row_id: string; user_id: number; order_id: string | null; begun_at: string | null }

/** Lists rows that wait, oldest first. */
export function listWaiting(db: Db, most: number): Promise<SheetRow[]> {
  return db('sheet_rows')
    .whereNull('written_at')
    .orderBy('row_id')
    .limit(most)
    .select<SheetRow[]>('row_id', 'user_id', 'order_id', 'begun_at')
}

export async function countWaiting(db: Db): Promise<number> {
  const row = await db('sheet_rows').whereNull('written_at').count({ count: '*' }).first()
  return Number(row?.count ?? 0)
}

/** Notes of rows that they are being sent, that they are not, or that they are written. */
export async function noteRows(
  db: Db,
  ids: readonly string[],
  changes: { begun_at: Date | null } | { written_at: Date },
): Promise<void> {
  if (ids.length > 0)
    await db('sheet_rows')
      .whereIn('row_id', [...ids])
      .update(changes)
}

/** Reserves the sheet for this process until a moment; false if another has it. */
export async function leaseSheet(db: Db, now: Date, until: Date): Promise<boolean> {
  const taken = await db('sheet_config')
    .where((free) => free.whereNull('leased_until').orWhere('leased_until', '<=', now))
    .where((due) => due.whereNull('next_at').orWhere('next_at', '<=', now))
    .update({ leased_until: until })
  return taken > 0
}

export async function releaseSheet(db: Db): Promise<void> {
  await db('sheet_config').update({ leased_until: null })
}
