import type { Db } from '../../context.ts'
import { ORDERS, REFUNDS } from '../orders/orders.sql.ts'

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

export async function saveReturned(trx: Db, orderId: string, returned: number): Promise<void> {
  await trx('coin_spends').where({ order_id: orderId }).update({ returned })
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
