import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { bound, COUNTS_AGAINST_CODE } from './status.ts'

/** How many orders count against the limits of the code of the row of `promocodes`. */
export function usesOfCode(db: Db): Knex.QueryBuilder {
  return db('orders')
    .count()
    .whereRaw('orders.promocode_id = promocodes.id')
    .whereRaw('status = any(?)', [bound(COUNTS_AGAINST_CODE)])
}

/** For `joinRaw`: joins to a row of `promocodes` what orders made of it, as `used`: uses, reserved ones and the money that stayed. */
export const figuresOfCode = (): [string, Record<string, string[]>] => [
  `cross join lateral (
    select count(*) filter (where o.status <> 'created')::int as uses,
      count(*) filter (where o.status = 'created')::int as reserved,
      coalesce(sum(o.captured_paise) filter (where o.status <> 'created'), 0)
        - coalesce(sum(back.paise), 0) as revenue_paise
    from orders o
    left join lateral (
      select sum(r.amount_paise) as paise from refunds r
      where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed'
    ) back on true
    where o.promocode_id = promocodes.id and o.status = any(:counted)
  ) as used`,
  { counted: bound(COUNTS_AGAINST_CODE) },
]
