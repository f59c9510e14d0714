import type { Db } from '../../../context.ts'

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

export type TopCourse = { course_id: string; course_name: string; orders: number; revenue_paise: number }

/** The courses that brought most in the span, of orders that are still paid; 5 of them. As `refreshDays` left it. */
export async function findTopCourses(db: Db, { from, to }: Span): Promise<TopCourse[]> {
  const { rows } = await db.raw<{ rows: TopCourse[] }>(
    `select top.course_id, c.name as course_name, top.orders, top.revenue_paise
    from (
      select course_id, sum(orders)::bigint as orders, sum(revenue_paise)::bigint as revenue_paise
      from day_courses
      where day between cast(:from as date) and cast(:to as date)
      group by course_id
      order by revenue_paise desc, course_id
      limit 5
    ) top
    join courses c using (course_id)
    order by top.revenue_paise desc, top.course_id`,
    { from, to },
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
