import type { Db } from '../../context.ts'
import { lockBalance } from '../../shop/users/coins.queries.ts'
import { ORDERS, REFUNDS } from './orders.sql.ts'

type Spend = { order_id: string; user_id: number; coins: number; returned: number }

export async function insertSpend(
  trx: Db,
  spend: Pick<Spend, 'order_id' | 'user_id' | 'coins'> & { created_at: Date },
): Promise<void> {
  await trx('coin_spends').insert(spend)
}

/** Locks what an order spent; undefined where it spent nothing. */
export function lockSpend(trx: Db, orderId: string): Promise<Spend | undefined> {
  return trx<Spend>('coin_spends').where({ order_id: orderId }).forUpdate().first()
}

/** Returns true if coins paid an order, or a part of it. */
export const hasSpent = async (db: Db, orderId: string): Promise<boolean> =>
  (await db('coin_spends').where({ order_id: orderId }).first('order_id')) !== undefined

/** Finds the coins of paid orders that coins alone paid. */
export async function findCoinsAlone(
  db: Db,
  orderIds: readonly string[],
): Promise<{ order_id: string; coins_back: number }[]> {
  const { rows } = await db.raw<{ rows: { order_id: string; coins_back: number }[] }>(
    `select s.order_id, s.coins - s.returned as coins_back from coin_spends s join ${ORDERS} o on o.order_id = s.order_id
     where s.order_id = any(:orderIds) and o.total_paise = 0 and o.status = 'paid' and s.coins > s.returned`,
    { orderIds: [...orderIds] },
  )
  return rows
}

export async function saveReturned(trx: Db, orderId: string, returned: number): Promise<void> {
  await trx('coin_spends').where({ order_id: orderId }).update({ returned })
}

/**
 * Counts the coins that an order lacks which ended unpaid and whose money arrives after all: they went back, and are spent by now. Locks the
 * balance, so that the money of two orders cannot count on the same coins.
 */
export async function findLackingCoins(
  trx: Db,
  { order_id, user_id }: { order_id: string; user_id: number },
): Promise<number> {
  const spend = await lockSpend(trx, order_id)
  if (!spend || spend.returned === 0) return 0
  return Math.max(0, spend.returned - Math.max(0, await lockBalance(trx, user_id)))
}

type Money = { order_no: string; status: string; charged_paise: number; refunded_paise: number }

/** Reads the money of an order: what was charged, and what of it went back. */
export async function findMoney(trx: Db, orderId: string): Promise<Money | undefined> {
  const { rows } = await trx.raw<{ rows: Money[] }>(
    `select o.order_no, o.status, coalesce(o.captured_paise, o.total_paise) as charged_paise,
       (select coalesce(sum(r.amount_paise), 0)::bigint from ${REFUNDS} r
         where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed') as refunded_paise
     from ${ORDERS} o where o.order_id = :orderId`,
    { orderId },
  )
  return rows[0]
}

/** Open orders of a student (`users.id`) that hold coins, the oldest first. */
export async function findHeld(db: Db, userId: number): Promise<{ order_id: string; coins: number }[]> {
  const { rows } = await db.raw<{ rows: { order_id: string; coins: number }[] }>(
    `select s.order_id, s.coins - s.returned as coins from coin_spends s join ${ORDERS} o on o.order_id = s.order_id
     where s.user_id = :userId and s.returned < s.coins and o.status = 'created' order by s.created_at`,
    { userId },
  )
  return rows
}
