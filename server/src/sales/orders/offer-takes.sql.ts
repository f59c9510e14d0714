import { bound, PAID, WAS_PAID } from './status.ts'

/** Builds a `joinRaw` of an `offers` row with `takes`: its paid orders, and the revenue of their lines. */
export const takesOfOffer = (): [string, Record<string, string[]>] => [
  `cross join lateral (
    select count(*)::int as taken,
      coalesce(sum(l.total_paise) filter (where o.status = any(:paid) and back.refund_id is null), 0)::bigint as revenue_paise
    from order_lines l
    join orders o on o.order_id = l.order_id and o.status = any(:wasPaid)
    left join lateral (
      select r.refund_id from refunds r join refund_seats s on s.refund_id = r.refund_id
      where r.order_id = l.order_id and s.course_id = l.course_id and r.status = 'processed' limit 1
    ) back on true
    where l.offer_id = offers.offer_id
  ) as takes`,
  { paid: bound(PAID), wasPaid: bound(WAS_PAID) },
]
