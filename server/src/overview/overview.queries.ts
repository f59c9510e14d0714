import type { Db } from '../context.ts'

export type Span = {
  /** First day, inclusive, such as `2026-11-01`, and last day. */
  from: string
  to: string
  /** The instants at which the first begins and after the last one ends. */
  begins: string
  ends: string
}

export type DayRow = { day: string; revenue_paise: number; orders: number; students: number; visits: number }

/** One row for every day of the span that had any; a day is one of India. Money given back counts against its order's day. */
export async function findDays(db: Db, span: Span): Promise<DayRow[]> {
  const { rows } = await db.raw<{ rows: DayRow[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(revenue_paise)::bigint as revenue_paise, sum(orders)::bigint as orders,
      sum(students)::bigint as students, sum(visits)::bigint as visits
    from (
      select (o.paid_at at time zone 'Asia/Kolkata')::date as day, sum(o.total_paise) as revenue_paise,
        count(*) as orders, 0 as students, 0 as visits
      from orders o
      where o.paid_at >= :begins and o.paid_at < :ends and o.status in ('paid', 'refunded', 'partially_refunded')
      group by 1
      union all
      select (o.paid_at at time zone 'Asia/Kolkata')::date, -sum(r.amount_paise), 0, 0, 0
      from refunds r
      join orders o using (order_id)
      where o.paid_at >= :begins and o.paid_at < :ends and o.status in ('paid', 'refunded', 'partially_refunded')
        and r.status = 'processed'
      group by 1
      union all
      select (u.created_at at time zone 'Asia/Kolkata')::date, 0, 0, count(*), 0
      from users u
      where u.created_at >= :begins and u.created_at < :ends and u.deleted_at is null
      group by 1
      union all
      select v.day, 0, 0, 0, v.views from page_views v where v.day between cast(:from as date) and cast(:to as date)
    ) figures
    group by day`,
    span,
  )
  return rows
}

export type TopCourse = { course_id: string; course_name: string; orders: number; revenue_paise: number }

/** The courses that brought most in the span, of orders that are still paid; 5 of them. */
export async function findTopCourses(db: Db, { begins, ends }: Span): Promise<TopCourse[]> {
  const { rows } = await db.raw<{ rows: TopCourse[] }>(
    `select top.course_id, c.name as course_name, top.orders, top.revenue_paise
    from (
      select l.course_id, count(*) as orders, sum(l.total_paise)::bigint as revenue_paise
      from orders o
      join order_lines l using (order_id)
      where o.paid_at >= :begins and o.paid_at < :ends and o.status in ('paid', 'partially_refunded')
      group by l.course_id
      order by revenue_paise desc, l.course_id
      limit 5
    ) top
    join courses c using (course_id)
    order by top.revenue_paise desc, top.course_id`,
    { begins, ends },
  )
  return rows
}

export type LatestOrder = {
  order_id: string
  buyer_name: string | null
  course_name: string
  courses: number
  total_paise: number
  status: string
  created_at: string
}

/** The 5 newest orders, whatever became of them. */
export async function findLatestOrders(db: Db): Promise<LatestOrder[]> {
  const { rows } = await db.raw<{ rows: LatestOrder[] }>(
    `select o.order_id, case when u.deleted_at is null then u.name end as buyer_name,
      coalesce((select l.course_name from order_lines l where l.order_id = o.order_id order by l.position limit 1), '')
        as course_name,
      (select count(*) from order_lines l where l.order_id = o.order_id) as courses,
      o.total_paise, o.status, o.created_at
    from (select * from orders order by created_at desc, order_id limit 5) o
    join users u on u.id = o.user_id
    order by o.created_at desc, o.order_id`,
  )
  return rows
}
