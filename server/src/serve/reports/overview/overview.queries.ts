import { dayStart, indianDay } from 'contract/indian-time'
import type { Overview } from 'contract/overview'
import type { Db } from '../../../context.ts'
import { moneyAt, refundAt } from '../../../sales/orders/orders.sql.ts'
import { bound, REFUNDED, WAS_PAID } from '../../../sales/orders/status.ts'

/** First day, inclusive, such as `2026-11-01`, and last day. */
export type Span = { from: string; to: string }

export type DayRow = {
  day: string
  revenue_paise: number
  refunded_paise: number
  orders: number
  students: number
  visits: number
}

/** One row for every day of the span that had any; a day is one of India. The figures as `refreshDays` left them. */
export async function findDays(db: Db, { from, to }: Span): Promise<DayRow[]> {
  const { rows } = await db.raw<{ rows: DayRow[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(revenue_paise)::bigint as revenue_paise,
      sum(refunded_paise)::bigint as refunded_paise, sum(orders)::bigint as orders, sum(students)::bigint as students, sum(visits)::bigint as visits
    from (
      select day, revenue_paise, refunded_paise, orders, students, 0 as visits from day_figures
      where day between cast(:from as date) and cast(:to as date)
      union all
      select day, 0, 0, 0, 0, views from page_views where day between cast(:from as date) and cast(:to as date)
    ) figures
    group by day`,
    { from, to },
  )
  return rows
}

export type TopCourse = {
  course_id: string
  course_name: string
  banner: string
  orders: number
  revenue_paise: number
}

/** The courses that brought most in the span; 5 of them. The money of a bundle counts for its courses. As `refreshDays` left it. */
export async function findTopCourses(db: Db, { from, to }: Span): Promise<TopCourse[]> {
  const { rows } = await db.raw<{ rows: TopCourse[] }>(
    `select top.course_id, c.name as course_name, c.banner, top.orders, top.revenue_paise
    from (
      select course_id, greatest(sum(orders - returned), 0)::bigint as orders, sum(revenue_paise)::bigint as revenue_paise
      from day_courses join courses using (course_id)
      where kind = 'course' and day between cast(:from as date) and cast(:to as date)
      group by course_id
      having sum(orders - returned) > 0 or sum(revenue_paise) > 0
      order by revenue_paise desc, course_id
      limit 5
    ) top
    join courses c using (course_id)
    order by top.revenue_paise desc, top.course_id`,
    { from, to },
  )
  return rows
}

/** Sums the steps of visits, and counts the orders started in the span, and the refunded ones among those whose money arrived in it. */
export async function findFunnel(db: Db, { from, to }: Span): Promise<Overview['funnel']> {
  const { rows } = await db.raw<{ rows: [Overview['funnel']] }>(
    `select coalesce(sum(visits), 0)::bigint as visits, coalesce(sum(course_views), 0)::bigint as course_views,
      coalesce(sum(carts), 0)::bigint as carts, coalesce(sum(checkouts), 0)::bigint as checkouts,
      (select count(*) from orders where created_at >= :begins and created_at < :ends) as started,
      refunded.number as refunded, refunded.in_part as refunded_in_part
    from (
      select count(*) as number, count(*) filter (where o.status = 'partially_refunded') as in_part from orders o
      where o.paid_at is not null and ${moneyAt('o')} >= :begins and ${moneyAt('o')} < :ends and o.status = any(:refunded)
    ) refunded left join visit_steps on by = 'source' and touch = 'last' and day between cast(:from as date) and cast(:to as date)
    group by refunded.number, refunded.in_part`,
    { from, to, begins: dayStart(from), ends: dayStart(to, 1), refunded: bound(REFUNDED) },
  )
  return rows[0]
}

/** Counts the free courses taken in the span, also those that ended since. */
export async function countFree(db: Db, { from, to }: Span): Promise<number> {
  const counted = await db('enrolments')
    .where({ free: true })
    .where('granted_at', '>=', dayStart(from))
    .where('granted_at', '<', dayStart(to, 1))
    .count({ number: '*' })
    .first()
  return Number(counted?.number ?? 0)
}

export type PartOfDay = Omit<DayRow, 'day' | 'visits'> & {
  views: number
  /** Views by quarter of an hour; null where they were not counted so. */
  quarters: (number | null)[] | null
  /** False before the first visitor and the first buyer. */
  visited: boolean
}

/** The figures of a day from its start to this instant, from the rows themselves; `views` and `quarters` are of the whole day. */
export async function findPartOfDay(db: Db, until: Date): Promise<PartOfDay> {
  const day = indianDay(until)
  const { rows } = await db.raw<{ rows: PartOfDay[] }>(
    `select coalesce(sold.paise, 0) - coalesce(given_back.paise, 0) as revenue_paise,
      coalesce(given_back.paise, 0) as refunded_paise, sold.orders,
      (select count(*) from users where created_at >= :begins and created_at < :ends and deleted_at is null and joined_at is null) as students,
      coalesce(seen.views, 0) as views, seen.quarters,
      exists (select from page_views where day <= cast(:day as date) and views > 0)
        or exists (select from orders where paid_at < :ends) as visited
    from (
      select sum(coalesce(o.captured_paise, o.total_paise))::bigint as paise, count(*) as orders
      from orders o where o.paid_at is not null and ${moneyAt('o')} >= :begins and ${moneyAt('o')} < :ends and o.status = any(:wasPaid)
    ) sold
    cross join (
      select sum(r.amount_paise)::bigint as paise
      from orders o join refunds r on r.order_id = o.order_id and r.payment_id = o.payment_id
      where r.status = 'processed' and ${refundAt('r')} >= :begins and ${refundAt('r')} < :ends and o.status = any(:wasPaid)
    ) given_back
    left join page_views seen on seen.day = cast(:day as date)`,
    { day, begins: dayStart(day), ends: until.toISOString(), wasPaid: bound(WAS_PAID) },
  )
  return rows[0] as PartOfDay
}

/** The first day with counted page views; null before it. */
export async function firstViewed(db: Db): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { day: string | null }[] }>(
    'select min(day)::text as day from page_views where views > 0',
  )
  return rows[0]?.day ?? null
}
