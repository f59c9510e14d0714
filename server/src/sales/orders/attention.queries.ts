import type { Attention } from 'contract/orders/actions'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { ASKING_DISPUTES, DISPUTED_PAYMENTS } from '../disputes/disputes.queries.ts'
import { refundedApart, WITHOUT_PAPER } from '../documents/papers-apart.sql.ts'
import { bound, OPEN_TO_MONEY } from './status.ts'

type Reason = z.output<typeof Attention>['reason']
export type Waiting = {
  order_id: string
  reason: Reason
  since: string
  refund_id: string | null
  /** Until when the gateway wants an answer to a dispute; else null. */
  answer_by: string | null
}

/** The job of the documents runs within seconds, and again every ten minutes for 30 days. */
const PAPERS_LATE = "cast(:now as timestamptz) - interval '15 minutes'"
const PAPERS_SINCE = "cast(:now as timestamptz) - interval '30 days'"

/**
 * Every reason for which an order waits for its owner, read from the rows themselves. An order is stuck when it is open an hour after its
 * end, or the gateway could not be reached for one. A failed refund is settled once later ones of the same payment that did not fail cover
 * its amount and, where both picked some, its seats, or once nothing is left of the payment; a refund waits that was not accepted within a
 * day, or is pending for ten. Documents that differ from the money were not issued by their job. A dispute waits while the gateway wants an answer of the owner, and is first, for it has a deadline.
 */
const REASONS = `(
  select order_id, 0 as rank, 'dispute' as reason, asked_at as since, null as refund_id, respond_by as answer_by from ${ASKING_DISPUTES} d
  union all
  select o.order_id, 1, case when bool_or(e.kind = 'other_key') then 'other_key' else 'review' end, coalesce(max(e.created_at), o.created_at), null, null
  from orders o left join order_events e on e.order_id = o.order_id and e.kind in ('review', 'other_key')
  where o.status = 'review' group by o.order_id
  union all
  select order_id, 2, 'stuck', expires_at + interval '1 hour', null, null from orders
  where status = 'created' and expires_at < cast(:now as timestamptz) - interval '1 hour'
  union all
  select order_id, 2, 'stuck', unanswered_since + interval '1 hour', null, null from orders
  where unanswered_since < cast(:now as timestamptz) - interval '1 hour' and status = any(:open)
  union all
  select f.order_id, 3, 'refund_failed', f.updated_at, f.refund_id, null
  from refunds f left join order_payments p on p.payment_id = f.payment_id
  cross join lateral (
    select coalesce(sum(amount_paise), 0) as held,
      coalesce(sum(amount_paise) filter (where created_at >= f.created_at and refund_id <> f.refund_id and not (
        exists (select from refund_seats s where s.refund_id = b.refund_id)
        and exists (select from refund_seats s where s.refund_id = f.refund_id)
        and not exists (select from refund_seats s join refund_seats t using (course_id, seat)
          where s.refund_id = b.refund_id and t.refund_id = f.refund_id))), 0) as later
    from refunds b where b.payment_id = f.payment_id and b.status <> 'failed'
  ) back
  where f.status = 'failed' and f.channel = 'gateway' and back.later < f.amount_paise and (back.held <= p.amount_paise - 100) is not false
  union all
  select order_id, 5, 'second_person', asked_at, null, null from refund_requests where status = 'open'
  union all
  select order_id, 6, 'guarantee_asked', asked_at, null, null from guarantee_requests where status = 'open'
  union all
  select order_id, 4, 'refund_waiting', created_at + case status when 'requested' then interval '1 day' else interval '10 days' end, refund_id, null
  from refunds
  where status in ('requested', 'pending') and not (status = 'requested' and payment_id in ${DISPUTED_PAYMENTS})
    and created_at < cast(:now as timestamptz) - case status when 'requested' then interval '1 day' else interval '10 days' end
  union all
  select order_id, 7, 'papers_differ', since, null, null from ${refundedApart()} a where since < ${PAPERS_LATE}
  union all
  select order_id, 7, 'papers_differ', since, null, null from ${WITHOUT_PAPER} w
  where since < ${PAPERS_LATE} and since > ${PAPERS_SINCE}
)`

const bindings = (now: string) => ({ now, open: bound(OPEN_TO_MONEY) })

/** Builds the `whereRaw` condition that an order waits for its owner. `orders` is the query's name for the table. */
export const waitsForOwner = (orders: 'orders' | 'o', now: string) =>
  [`${orders}.order_id in (select order_id from ${REASONS} r)`, bindings(now)] as const

/** Finds why orders wait for their owner: the first reason of each, and since when. */
export async function findAttention(db: Db, orderIds: readonly string[], now: string): Promise<Map<string, Waiting>> {
  const { rows } = await db.raw<{ rows: Waiting[] }>(
    `select distinct on (order_id) order_id, reason, since, answer_by from ${REASONS} r where order_id = any(:ids) order by order_id, rank, since`,
    { ...bindings(now), ids: [...orderIds] },
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

export type WaitingGroup = { reason: Reason; count: number; since: string; answer_by: string | null; order_id: string }

/** Counts the orders that wait for their owner by their first reason, each with the order whose turn is first: the nearest deadline, then the oldest. */
export async function countByReason(db: Db, now: string): Promise<WaitingGroup[]> {
  const { rows } = await db.raw<{ rows: WaitingGroup[] }>(
    `select reason, count(*) as count, min(since) as since, min(answer_by) as answer_by,
      (array_agg(order_id order by answer_by, since, order_id))[1] as order_id
    from (select distinct on (order_id) order_id, reason, since, answer_by from ${REASONS} r order by order_id, rank, since) firsts
    group by reason`,
    bindings(now),
  )
  return rows
}

/** Everything of one reason that waits now, of one order or of all. */
export async function findWaiting(db: Db, reason: Reason, now: string, orderId?: string): Promise<Waiting[]> {
  const { rows } = await db.raw<{ rows: Waiting[] }>(
    `select order_id, reason, since, refund_id, answer_by from ${REASONS} r
     where reason = :reason and (cast(:orderId as text) is null or order_id = :orderId) order by since`,
    { ...bindings(now), reason, orderId: orderId ?? null },
  )
  return rows
}
