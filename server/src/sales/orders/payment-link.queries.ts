import { keyMode } from 'contract/key-mode'
import type { Db } from '../../context.ts'
import { ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { prepared } from '../../platform/db/knex.ts'
import type { OrderRow } from './orders.queries.ts'
import { isSoldTwice } from './owned-courses.queries.ts'
import { bound, ENDED_UNPAID } from './status.ts'

export type OwnedCourse = { course_id: string; name: string }

const querySaveLink = prepared<Partial<OwnedCourse> & { closed: boolean }>(
  'save link',
  () => `with saved as (
         update orders set gateway_link_id = :gateway_link_id, gateway_key_id = :gateway_key_id, payment_link = :payment_link, poll_after = :poll_after,
           test = test and not :live
         where order_id = :order_id and gateway_link_id is null
         returning order_id, status
       ), noted as (
         insert into order_events (order_id, kind, detail, created_at)
         select order_id, 'link_created', :gateway_link_id, :now from saved
       )
       select owned.course_id, owned.name,
         exists (select from saved where status = any(:ended)) as closed
       from (select) as one left join lateral (
         select l.course_id, l.course_name as name
         from order_lines l
         join ${ENROLMENTS} e on e.user_id = :user_id and e.course_id = l.course_id
         where l.order_id = :order_id and e.order_id is distinct from :order_id and ${isSoldTwice('l', 'e', '(select created_at from orders where order_id = :order_id)')} limit 1
       ) as owned on true`,
)

/**
 * Stores an order's link; the first one stays. Returns a course of it that the buyer owns by another way: a payment may have arrived while
 * this order was made, unseen by a statement that waited. `closed`: the order was closed while its link was made.
 * A live key takes real money, whatever the shop was when the order began.
 */
export async function saveLink(
  db: Db,
  { order_id, user_id }: Pick<OrderRow, 'order_id' | 'user_id'>,
  link: {
    gateway_link_id: string
    gateway_key_id: string | null
    payment_link: string
    poll_after: string
    now: string
  },
): Promise<{ owned: OwnedCourse | undefined; closed: boolean }> {
  const rows = await querySaveLink(db, {
    ...link,
    order_id,
    user_id,
    ended: bound(ENDED_UNPAID),
    live: keyMode(link.gateway_key_id) === 'live',
  })
  const { course_id, name, closed = false } = rows[0] ?? {}
  return { owned: course_id && name ? { course_id, name } : undefined, closed }
}
