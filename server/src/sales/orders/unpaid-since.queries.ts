import type { Db } from '../../context.ts'
import { ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { isSoldTwice } from './owned-courses.queries.ts'
import { bound, LEFT_UNPAID } from './status.ts'

/** Lists orders made in a span that nobody paid or cancelled, after which their buyer made no other order, and of which they have no course at `now`. */
export async function listUnpaid(
  db: Db,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<{ order_id: string; user_id: number; created_at: string }[]> {
  const { rows } = await db.raw<{ rows: { order_id: string; user_id: number; created_at: string }[] }>(
    `select o.order_id, o.user_id, o.created_at from orders o
     where o.status = any(:unpaid) and o.created_at > :from and o.created_at <= :to
       and not exists (
         select from orders newer
         where newer.user_id = o.user_id and newer.created_at > o.created_at and newer.status <> 'cancelled')
       and not exists (
         select from order_lines l join ${ENROLMENTS} e on e.user_id = o.user_id and e.course_id = l.course_id
         where l.order_id = o.order_id and ${isSoldTwice('l', 'e', 'o.created_at')})
     order by o.created_at, o.order_id`,
    { unpaid: bound(LEFT_UNPAID), from, to, now },
  )
  return rows
}
