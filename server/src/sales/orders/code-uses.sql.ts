import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { bound, COUNTS_AGAINST_CODE } from './status.ts'

/** Counts orders against the limits of the code of the row of `promocodes`. */
export function usesOfCode(db: Db): Knex.QueryBuilder {
  return db('orders')
    .count()
    .whereRaw('orders.promocode_id = promocodes.id')
    .whereRaw('status = any(?)', [bound(COUNTS_AGAINST_CODE)])
}

/**
 * Builds a `joinRaw` of a `promocodes` row with `used`: uses, reservations and net revenue. Money of an order in review
 * is no revenue until its owner grants it, and may be of another currency.
 */
export const figuresOfCode = (): [string, Record<string, string[]>] => [
  `cross join lateral (
    select count(*) filter (where o.status <> 'created')::int as uses,
      count(*) filter (where o.status = 'created')::int as reserved,
      coalesce(sum(o.captured_paise - coalesce(back.paise, 0)) filter (where o.paid_at is not null), 0) as revenue_paise
    from orders o
    left join lateral (
      select sum(r.amount_paise) as paise from refunds r
      where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed'
    ) back on true
    where o.promocode_id = promocodes.id and o.status = any(:counted)
  ) as used`,
  { counted: bound(COUNTS_AGAINST_CODE) },
]
