import type { Db } from '../../../context.ts'
import { advisoryLocks } from '../../../platform/db/advisory-locks.ts'
import { bound, PAID, WAS_PAID } from '../../../sales/orders/status.ts'

/** So many days are made anew by one statement; more of them than a few only after an import, or when nobody looked for long. */
const BATCH = 100

/**
 * Makes the figures of the days anew that have changed since they were made; one small read when there are none. A change
 * that is committed meanwhile has its own note and is seen by the next reader. `db` is the pool.
 */
export async function refreshDays(db: Db): Promise<void> {
  while ((await staleDays(db)).length > 0) {
    await db.transaction(async (trx) => {
      // One after the other, so that figures read earlier never take the place of later ones.
      await trx.raw(`select pg_advisory_xact_lock(${advisoryLocks.dayFigures})`)
      const days = await staleDays(trx)
      if (days.length === 0) return
      // The notes go first: what the next statements then read is at least as new as these.
      await trx('stale_days').whereIn('day', days).delete()
      await trx.raw(remakeFigures, { days, wasPaid: bound(WAS_PAID) })
      await trx('day_courses').whereIn('day', days).delete()
      await trx.raw(remakeCourses, { days, paid: bound(PAID) })
    })
  }
}

async function staleDays(db: Db): Promise<string[]> {
  return db('stale_days').distinct('day').orderBy('day', 'desc').limit(BATCH).pluck('day')
}

/** The days and the instants at which they begin and end: ranges that the indexes on instants know. */
const spans = `unnest(:days::date[]) as asked (day)
  cross join lateral (
    select asked.day::timestamp at time zone 'Asia/Kolkata' as begins,
      (asked.day + 1)::timestamp at time zone 'Asia/Kolkata' as ends
  ) span`

/** Refunds count against their order's day; a refunded duplicate counts nowhere. */
const remakeFigures = `
insert into day_figures (day, revenue_paise, refunded_paise, orders, students)
select asked.day, coalesce(sold.revenue_paise, 0) - coalesce(given_back.paise, 0), coalesce(given_back.paise, 0), sold.orders,
  came.students
from ${spans}
cross join lateral (
  select sum(coalesce(o.captured_paise, o.total_paise))::bigint as revenue_paise, count(*) as orders
  from orders o
  where o.paid_at >= span.begins and o.paid_at < span.ends and o.status = any(:wasPaid)
) sold
cross join lateral (
  select sum(r.amount_paise)::bigint as paise
  from orders o
  join refunds r on r.order_id = o.order_id and r.payment_id = o.payment_id
  where o.paid_at >= span.begins and o.paid_at < span.ends and o.status = any(:wasPaid)
    and r.status = 'processed'
) given_back
cross join lateral (
  select count(*) as students
  from users u
  where u.created_at >= span.begins and u.created_at < span.ends and u.deleted_at is null
) came
on conflict (day) do update
  set revenue_paise = excluded.revenue_paise, refunded_paise = excluded.refunded_paise, orders = excluded.orders, students = excluded.students`

/** Counts orders that are still paid. */
const remakeCourses = `
insert into day_courses (day, course_id, orders, revenue_paise)
select asked.day, l.course_id, count(*), sum(l.total_paise)::bigint
from ${spans}
join orders o on o.paid_at >= span.begins and o.paid_at < span.ends and o.status = any(:paid)
join order_lines l using (order_id)
group by asked.day, l.course_id`
