import type { Db } from '../../../context.ts'
import { advisoryLocks } from '../../../platform/db/advisory-locks.ts'
import { bound, PAID, REFUNDED, WAS_PAID } from '../../../sales/orders/status.ts'

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
      await trx('day_sources').whereIn('day', days).delete()
      await trx.raw(remakeSources, { days, wasPaid: bound(WAS_PAID), refunded: bound(REFUNDED) })
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

/** Counts orders that are still paid; a bundle has a row beside those of its courses, which share the same money. */
const remakeCourses = `
insert into day_courses (day, course_id, orders, revenue_paise)
select asked.day, sold.course_id, count(distinct o.order_id), sum(l.total_paise)::bigint
from ${spans}
join orders o on o.paid_at >= span.begins and o.paid_at < span.ends and o.status = any(:paid)
join order_lines l using (order_id)
cross join lateral (
  select l.course_id where not (l.owned and l.quantity = 1) union all select l.bundle_id where l.bundle_id is not null
) sold
group by asked.day, sold.course_id`

/**
 * The same orders and sums as the figures of the day, by what led to them. An order counts for its first course; its money goes to each of
 * its courses by what was charged for it, and a refund by the seats that it was for.
 */
const remakeSources = `
with sold as (
  select asked.day, o.order_id, o.source, coalesce(o.captured_paise, o.total_paise) as paise,
    coalesce((select sum(r.amount_paise) from refunds r
      where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed'), 0)::bigint as back_paise,
    (o.status = any(:refunded))::int as refunded, o.payment_id
  from ${spans}
  join orders o on o.paid_at >= span.begins and o.paid_at < span.ends and o.status = any(:wasPaid)
), part as (
  select s.day, s.order_id, null as refund_id, l.course_id, l.position, s.paise, l.total_paise as weight
  from sold s join order_lines l using (order_id)
  union all
  select s.day, s.order_id, r.refund_id, l.course_id, l.position, -r.amount_paise,
    case when exists (select from refund_seats seat where seat.refund_id = r.refund_id)
      then l.total_paise * (select count(*) from refund_seats seat where seat.refund_id = r.refund_id
        and (seat.course_id = l.course_id and (l.bundle_id is null or seat.seat = 0) or seat.course_id = l.bundle_id)
        and not (l.owned and seat.seat = 0)) / l.quantity
      else l.total_paise end
  from sold s join refunds r on r.order_id = s.order_id and r.payment_id = s.payment_id and r.status = 'processed'
  join order_lines l on l.order_id = s.order_id
), weighed as (
  select *, sum(weight) over (partition by order_id, refund_id order by position) as upto,
    sum(weight) over (partition by order_id, refund_id) as whole,
    row_number() over (partition by order_id, refund_id order by position) = 1 as leads
  from part
), share as (
  select day, order_id, refund_id, course_id, leads, case when whole = 0 then case when leads then paise else 0 end
    else div(paise * upto, whole) - div(paise * (upto - weight), whole) end as paise
  from weighed
), told as (
  select s.day, t.touch, b.by, b.source, b.key, count(*) as orders, sum(s.paise - s.back_paise) as revenue_paise,
    sum(s.back_paise) as refunded_paise, sum(s.refunded) as refunded
  from sold s
  cross join (values ('first'), ('last')) t (touch)
  cross join lateral (values
    ('source', '', coalesce(s.source->t.touch->>'source', 'unknown')),
    ('campaign', coalesce(s.source->t.touch->>'source', 'unknown'), coalesce(lower(s.source->t.touch->>'campaign'), 'unknown')),
    ('landing', '', coalesce(s.source->t.touch->>'landing', 'unknown'))
  ) b (by, source, key)
  group by 1, 2, 3, 4, 5
  union all
  select h.day, 'any', 'course', '', h.course_id, sum((h.leads and h.refund_id is null)::int), sum(h.paise),
    -coalesce(sum(h.paise) filter (where h.refund_id is not null), 0), sum(case when h.leads and h.refund_id is null then s.refunded else 0 end)
  from share h join sold s using (order_id)
  group by h.day, h.course_id
)
insert into day_sources (day, touch, by, source, key, orders, revenue_paise, refunded_paise, refunded)
select day, touch, by, source, key, orders, revenue_paise, refunded_paise, refunded from told`
