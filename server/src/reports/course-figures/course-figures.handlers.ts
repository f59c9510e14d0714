import { toRupees } from 'contract/money'
import { calls } from '../../context.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import { findSales } from './course-figures.queries.ts'

export const courseFigureHandlers = {
  sales: calls.courses.sales.handler(async ({ input, context }) => {
    const { db } = context.ctx
    await refreshDays(db)
    const rows = await findSales(db, input.ids)
    return { courses: rows.map(({ revenue_paise, ...row }) => ({ ...row, revenue: toRupees(revenue_paise) })) }
  }),
}
