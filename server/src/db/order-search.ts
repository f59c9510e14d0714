import type { Knex } from 'knex'
import { phoneDigits } from '../../contract/fields.ts'
import { containing } from './like.ts'

/**
 * The condition that an order is one that a search means: by an id of its own, the serial of one of its documents, a refund or gift code
 * of it, its promo code, its living buyer or a course of it.
 * `orders` is how the query calls the table. The ids of buyers and lines are found first, each by its own index, and then
 * handed on as lists: joined they would be looked for among all orders.
 */
export function meantOrders(db: Knex, q: string, orders: 'orders' | 'o'): Knex.Raw {
  const part = containing(q)
  const digits = phoneDigits(q)
  const phone = /^\d{3,15}$/.test(digits) ? containing(digits) : part
  return db.raw(
    `(
      ${orders}.user_id = any(array(
        select id from users
        where deleted_at is null and (name ilike :part or email ilike :part or phone like :phone or user_id = :q)
      ))
      or ${orders}.order_id = any(array(
        select order_id from order_lines where course_id = any(array(
          select course_id from courses where course_id = :q or name ilike :part
        ))
      ))
      or ${orders}.order_id = :q or ${orders}.payment_id = :q or ${orders}.gateway_link_id = :q
      or ${orders}.gateway_order_id = :q or ${orders}.promocode = :code
      or ${orders}.order_id = any(array(
        select order_id from documents where serial in (:q, :code)
        union all select order_id from refunds where refund_id = :q or gateway_refund_id = :q
        union all select order_id from gift_codes where code = :gift
      ))
    )`,
    { q, part, phone, code: q.toUpperCase(), gift: q.toUpperCase().replaceAll(/[\s-]/g, '') },
  )
}
