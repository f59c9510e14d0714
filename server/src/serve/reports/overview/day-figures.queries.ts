import type { Db } from '../../../context.ts'
import { advisoryLocks } from '../../../platform/db/advisory-locks.ts'
import { moneyAt, refundAt } from '../../../sales/orders/orders.sql.ts'
import { bound, REFUNDED, WAS_PAID } from '../../../sales/orders/status.ts'

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
      await trx.raw(remakeCourses, { days, wasPaid: bound(WAS_PAID) })
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

/** Joins the orders whose money arrived on a day. */
const PAID_ON_DAY = `join orders o on o.paid_at is not null and ${moneyAt('o')} >= span.begins and ${moneyAt('o')} < span.ends
  and o.status = any(:wasPaid)`

/** Joins the refunds of a day, with their orders; a refunded duplicate counts nowhere. */
const REFUNDED_ON_DAY = `join refunds r on r.status = 'processed' and ${refundAt('r')} >= span.begins and ${refundAt('r')} < span.ends
  join orders o on o.order_id = r.order_id and o.payment_id = r.payment_id and o.status = any(:wasPaid)`

/** A payment counts on its day, a refund on its own: a month that was printed stays. */
const remakeFigures = `
with money as (
  select asked.day, coalesce(o.captured_paise, o.total_paise) as paise, 0::bigint as back_paise, 1 as orders
  from ${spans} ${PAID_ON_DAY}
  union all
  select asked.day, 0, r.amount_paise, 0 from ${spans} ${REFUNDED_ON_DAY}
)
insert into day_figures (day, revenue_paise, refunded_paise, orders, students)
select asked.day, coalesce(sum(m.paise - m.back_paise), 0), coalesce(sum(m.back_paise), 0), coalesce(sum(m.orders), 0), came.students
from ${spans}
left join money m on m.day = asked.day
cross join lateral (
  select count(*) as students
  from users u
  where u.created_at >= span.begins and u.created_at < span.ends and u.deleted_at is null and u.joined_at is null
) came
group by asked.day, came.students
on conflict (day) do update
  set revenue_paise = excluded.revenue_paise, refunded_paise = excluded.refunded_paise, orders = excluded.orders, students = excluded.students`

/**
 * The one source of figures by course. An order counts under each of its courses with that course's part of the money, by what was charged for
 * it; a refund by the seats that it was for, on its own day. A bundle has a row beside those of its courses, which hold the same money. A
 * course has gone back (`returned`) with the refund that leaves less than ₹1 of it, which no gateway returns.
 */
const remakeCourses = `
with touched as (
  select o.order_id from ${spans} ${PAID_ON_DAY}
  union
  select o.order_id from ${spans} ${REFUNDED_ON_DAY}
), sold as (
  select o.order_id, o.payment_id, indian_day(${moneyAt('o')}) as day, coalesce(o.captured_paise, o.total_paise) as paise
  from touched join orders o using (order_id)
), part as (
  select s.order_id, null as refund_id, s.day, l.course_id, l.bundle_id, l.position, s.paise, l.total_paise as weight,
    not (l.owned and l.quantity = 1) as counts
  from sold s join order_lines l using (order_id)
  union all
  select s.order_id, r.refund_id, indian_day(${refundAt('r')}), l.course_id, l.bundle_id, l.position, r.amount_paise,
    case when exists (select from refund_seats seat where seat.refund_id = r.refund_id)
      then l.total_paise * (select count(*) from refund_seats seat where seat.refund_id = r.refund_id
        and (seat.course_id = l.course_id and (l.bundle_id is null or seat.seat = 0) or seat.course_id = l.bundle_id)
        and not (l.owned and seat.seat = 0)) / l.quantity
      else l.total_paise end, false
  from sold s join refunds r on r.order_id = s.order_id and r.payment_id = s.payment_id and r.status = 'processed'
  join order_lines l on l.order_id = s.order_id
), weighed as (
  select *, sum(weight) over (partition by order_id, refund_id order by position) as upto,
    sum(weight) over (partition by order_id, refund_id) as whole,
    row_number() over (partition by order_id, refund_id order by position) = 1 as leads
  from part
), share as (
  select order_id, refund_id, day, course_id, bundle_id, counts, case when whole = 0 then case when leads then paise else 0 end
    else div(paise * upto, whole) - div(paise * (upto - weight), whole) end as paise
  from weighed
), of_course as (
  select share.order_id, share.refund_id, share.day, named.course_id, sum(share.paise) as paise, bool_or(share.counts) as counts
  from share
  cross join lateral (select share.course_id union all select share.bundle_id where share.bundle_id is not null) named
  group by 1, 2, 3, 4
), summed as (
  select *, sum(paise) filter (where refund_id is null) over of_order as paid,
    coalesce(sum(paise) filter (where refund_id is not null) over of_order, 0) as all_back,
    coalesce(sum(paise) filter (where refund_id is not null) over (partition by order_id, course_id order by day, refund_id), 0) as back
  from of_course
  window of_order as (partition by order_id, course_id)
)
insert into day_courses (day, course_id, orders, revenue_paise, refunds_paise, refunded, returned)
select day, course_id, sum((refund_id is null and counts)::int), sum(case when refund_id is null then paise else -paise end),
  coalesce(sum(paise) filter (where refund_id is not null), 0), sum((refund_id is null and counts and all_back > 0)::int),
  sum((refund_id is not null and back >= greatest(paid - 99, 1) and back - paise < greatest(paid - 99, 1))::int)
from summed
where day = any(:days::date[])
group by day, course_id`

/** The same orders and sums as the figures of the day, by what led to them. */
const remakeSources = `
with money as (
  select asked.day, o.channel, o.source, coalesce(o.captured_paise, o.total_paise) as paise, 0::bigint as back_paise, 1 as orders,
    (o.status = any(:refunded))::int as refunded
  from ${spans} ${PAID_ON_DAY}
  union all
  select asked.day, o.channel, o.source, 0, r.amount_paise, 0, 0 from ${spans} ${REFUNDED_ON_DAY}
)
insert into day_sources (day, touch, by, source, key, orders, revenue_paise, refunded_paise, refunded)
select m.day, t.touch, b.by, b.source, b.key, sum(m.orders), sum(m.paise - m.back_paise), sum(m.back_paise), sum(m.refunded)
from money m
cross join (values ('first'), ('last')) t (touch)
cross join lateral (select case m.channel when 'store' then 'unknown' else m.channel end as key) way
cross join lateral (values
  ('source', '', coalesce(m.source->t.touch->>'source', way.key)),
  ('campaign', coalesce(m.source->t.touch->>'source', way.key), coalesce(lower(m.source->t.touch->>'campaign'), 'unknown')),
  ('landing', '', coalesce(m.source->t.touch->>'landing', 'unknown'))
) b (by, source, key)
group by 1, 2, 3, 4, 5`
