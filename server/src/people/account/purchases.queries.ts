import type { Db } from '../../context.ts'
import { bound, WAS_PAID } from '../../sales/orders/status.ts'

export type CoursePurchase = {
  course_id: string
  course_name: string
  purchase_date: string
  purchased_status: 'paid' | 'refunded' | 'partially_refunded'
  payment_id: string | null
}

/** Course lines that were paid or refunded, and redeemed gifts (a withdrawn one counts as refunded); newest first. */
export async function findPurchases(db: Db, userId: number): Promise<CoursePurchase[]> {
  const { rows } = await db.raw<{ rows: CoursePurchase[] }>(
    `select course_id, course_name, purchase_date, purchased_status, payment_id
    from (
      select l.course_id, l.course_name, coalesce(o.paid_at, o.created_at) as purchase_date,
        o.status as purchased_status, o.payment_id, o.order_id as source, l.position
      from orders o
      join order_lines l using (order_id)
      where o.user_id = :userId and o.status = any(:wasPaid) and not (l.owned and l.quantity = 1)
      union all
      select g.course_id, c.name, g.redeemed_at, case when g.revoked_at is null then 'paid' else 'refunded' end,
        null, g.code, 0
      from gift_codes g
      join courses c using (course_id)
      where g.redeemed_by = :userId
    ) purchases
    order by purchase_date desc, source desc, position`,
    { userId, wasPaid: bound(WAS_PAID) },
  )
  return rows
}
