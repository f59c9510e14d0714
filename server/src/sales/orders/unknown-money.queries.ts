import type { Db } from '../../context.ts'

/** A payment or refund that no order here explains; `reference` is null for money of another shop. */
export type UnknownMoney = {
  entity_id: string
  kind: 'payment' | 'refund'
  payment_id: string
  reference: string | null
  amount_paise: number
  /** True if no event names its order. */
  in_list: boolean
  found_at: string
}

/** Returns those ids that were found before. */
export async function findKnownMoney(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(await db<UnknownMoney>('unknown_money').whereIn('entity_id', ids).pluck('entity_id'))
}

/** Counts order numbers of this shop for which money was found without an order; undefined without one. */
export async function findUnknownOrders(db: Db, after: Date): Promise<{ count: number; since: string } | undefined> {
  const { rows } = await db.raw<{ rows: { count: number; since: string }[] }>(
    `select count(distinct reference) as count, min(found_at) as since from unknown_money
    where reference is not null and found_at > :after having count(*) > 0`,
    { after },
  )
  return rows[0]
}

/** Returns the new rows. */
export async function insertUnknownMoney(trx: Db, rows: readonly UnknownMoney[]): Promise<UnknownMoney[]> {
  if (rows.length === 0) return []
  return trx<UnknownMoney>('unknown_money').insert(rows).onConflict('entity_id').ignore().returning('*')
}
