import type { Db } from '../../context.ts'
import { deleteAlertsOf } from '../../shop/mails/alerts.sql.ts'
import { bound, ENDED_UNPAID } from './status.ts'

const AT_ONCE = 1_000

/**
 * Deletes attempts that ended unpaid, if nothing of them is known but that: those whose link ended before `before`, and
 * of an account with more than `most`, those before `late`, when no money for them can arrive any more. Returns how many.
 */
export async function sweepAttempts(
  db: Db,
  { before, late, most }: { before: Date; late: Date; most: number },
): Promise<number> {
  for (let swept = 0; ; ) {
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `with ended as (
         select order_id, expires_at, row_number() over (partition by user_id order by created_at desc) as nth
         from orders where status = any(:ended)
       ), old as (
         select order_id from ended o
         where (expires_at < :before or (expires_at < :late and nth > :most))
           and not exists (select from order_payments p where p.order_id = o.order_id)
           and not exists (select from refunds r where r.order_id = o.order_id)
           and not exists (select from gateway_events g where g.order_id = o.order_id and g.processed_at is null)
         limit :atOnce
       ), locked as (
         select order_id from orders where order_id in (select order_id from old) and status = any(:ended)
           and poll_after is null
         for update skip locked
       ), lines as (
         delete from order_lines where order_id in (select order_id from locked)
       ), events as (
         delete from order_events where order_id in (select order_id from locked)
       ), heard as (
         update gateway_events set order_id = null where order_id in (select order_id from locked)
       ), alerts as (
         ${deleteAlertsOf('select order_id from locked')}
       ), swept as (
         delete from orders where order_id in (select order_id from locked) returning 1
       )
       select count(*)::int as count from swept`,
      { ended: bound(ENDED_UNPAID), before, late, most, atOnce: AT_ONCE },
    )
    const count = rows[0]?.count ?? 0
    swept += count
    if (count < AT_ONCE) return swept
  }
}
