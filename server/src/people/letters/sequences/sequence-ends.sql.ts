import { ENDED_UNPAID } from '../../../sales/orders/status.ts'
import { MESSAGE_ENDS, OWN_TRIGGERS } from './messages.sql.ts'
import { NUDGE_ENDS } from './nudges.sql.ts'

/** An order that nobody paid, or that failed or ran out of time: the one to be reminded of. A cancelled one has ended. */
const OPEN = ['created', ...ENDED_UNPAID.filter((status) => status !== 'cancelled')]
export const UNPAID = `(${OPEN.map((status) => `'${status}'`).join(', ')})`

/**
 * A reminder is at most so late, so that a shop that was away reminds nobody of last week. Other steps have a week. A nudge waits its turn
 * behind another one for a week, and a receipt is of no use two days later. The rest of the messages have an end of their own.
 */
export const LATE_DAYS = {
  order_unpaid: 1,
  purchase: 7,
  registered: 7,
  finished: 7,
  not_begun: 14,
  quiet: 14,
  receipt: 2,
  due: 7,
  live: 1,
} as const

/** The student of the order `o` has every course of it that they bought for themselves; seats for others are never bought otherwise. */
const BOUGHT_OTHERWISE = `not exists (
  select from order_lines n where n.order_id = o.order_id and (n.quantity > 1 or not exists (
    select from enrolments e where e.user_id = o.user_id and e.course_id = n.course_id and e.revoked_at is null and not e.continued
      and (e.ends_at is null or e.ends_at > cast(:now as timestamptz)))))`

const overdue = (since: string, days: number) =>
  `${since} + interval '${days} days' < cast(:now as timestamptz) then 'late'`

/** Adds that a row is too late to reasons why it ends. */
function mapped<Name extends keyof typeof LATE_DAYS>(ends: Record<Name, string>): Record<Name, string> {
  const rows = Object.entries<string>(ends).map(([name, end]) => [
    name,
    `coalesce(${end}, case when ${overdue('r.due_at', LATE_DAYS[name as Name])} end)`,
  ])
  return Object.fromEntries(rows)
}

const ENDS: Record<keyof typeof LATE_DAYS, string> = {
  purchase: `(select case when not o.status = any(:paid) or s.course_id is not null and exists (
        select from refund_seats b join refunds f using (refund_id)
        where f.order_id = o.order_id and b.course_id = s.course_id and b.seat = 0 and f.status <> 'failed') then 'refunded'
      when ${overdue('r.due_at', LATE_DAYS.purchase)} end
    from orders o where o.order_id = r.occasion)`,
  registered: `case when ${overdue('r.due_at', LATE_DAYS.registered)} end`,
  order_unpaid: `(select case when o.status = 'cancelled' then 'ended' when o.status not in ${UNPAID} then 'paid'
      when exists (select from orders newer where newer.user_id = o.user_id and newer.created_at > o.created_at
        and newer.status <> 'cancelled') then 'newer_order'
      when ${BOUGHT_OTHERWISE} then 'bought'
      when ${overdue(`o.created_at + l.after_minutes * interval '1 minute'`, LATE_DAYS.order_unpaid)} end
    from orders o where o.order_id = r.occasion)`,
  finished: `case when not exists (select from enrolments e where e.user_id = r.user_id and e.course_id = r.occasion
        and e.revoked_at is null and not e.continued) then 'refunded'
      when ${overdue('r.due_at', LATE_DAYS.finished)} end`,
  ...mapped(NUDGE_ENDS),
  ...mapped(MESSAGE_ENDS),
}

/** The letter `l` is about what its reader has: it needs no consent to news. */
export const IS_OWN = `exists (select from sequences s where s.sequence_id = l.sequence_id and s.trigger in ${OWN_TRIGGERS})`

/**
 * Says why the recipient `r` of the letter `l` gets nothing of its sequence any more; null while they do, and for a letter of no sequence.
 * Needs `:now` and `:paid`.
 */
export const SEQUENCE_ENDS = `(select case when not s.active or l.step is null then 'off'
    ${Object.entries(ENDS)
      .map(([trigger, ends]) => `when s.trigger = '${trigger}' then ${ends}`)
      .join('\n    ')} end
  from sequences s where s.sequence_id = l.sequence_id)`
