import type { Db } from '../../context.ts'

export type CourseSales = { course_id: string; sales: number; revenue_paise: number }

/** Paid orders with each course and what its lines brought, as `refreshDays` left it: one row of a day, not of an order, is read. */
export async function findSales(db: Db, courseIds: readonly string[]): Promise<CourseSales[]> {
  const { rows } = await db.raw<{ rows: CourseSales[] }>(
    `select asked.course_id, coalesce(sum(d.orders), 0)::bigint as sales, coalesce(sum(d.revenue_paise), 0)::bigint as revenue_paise
    from unnest(:courseIds::text[]) as asked (course_id)
    left join day_courses d on d.course_id = asked.course_id
    group by asked.course_id`,
    { courseIds: [...courseIds] },
  )
  return rows
}
