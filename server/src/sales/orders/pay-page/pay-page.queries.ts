import type { Db } from '../../../context.ts'

/** Keeps the gateway's order behind the pay page; the first one that is saved stays, and is the answer. */
export async function savePageOrder(db: Db, orderId: string, gatewayOrderId: string, now: string): Promise<string> {
  const { rows } = await db.raw<{ rows: { page_order_id: string }[] }>(
    `with saved as (
       update orders set page_order_id = :gatewayOrderId where order_id = :orderId and page_order_id is null
       returning order_id, page_order_id
     ), noted as (
       insert into order_events (order_id, kind, detail, created_at)
       select order_id, 'page_opened', page_order_id, :now from saved
     )
     select page_order_id from saved
     union all select page_order_id from orders where order_id = :orderId and page_order_id is not null`,
    { orderId, gatewayOrderId, now },
  )
  const [row] = rows
  // Another request saved its row between the two reads of this statement.
  return row?.page_order_id ?? savePageOrder(db, orderId, gatewayOrderId, now)
}
