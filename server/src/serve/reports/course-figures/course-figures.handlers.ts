import { DAY_MS } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { calls, type Db } from '../../../context.ts'
import { findAnyCourse } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import { countLessons, findCompletion, findSales, listStudentsOf } from './course-figures.queries.ts'
import { findCohorts, findLessonFigures, listStuck } from './learning-figures.queries.ts'

async function requireKnown(db: Db, courseId: string): Promise<void> {
  if (!(await findAnyCourse(db, courseId))) throw courseNotFound()
}

export const courseFigureHandlers = {
  sales: calls.courses.sales.handler(async ({ input, context }) => {
    const { db, read } = context.ctx
    await refreshDays(db)
    const rows = await read((at) => findSales(at, input.ids))
    return { courses: rows.map(({ revenue_paise, ...row }) => ({ ...row, revenue: toRupees(revenue_paise) })) }
  }),

  numbers: calls.courses.numbers.handler(async ({ input, context }) => {
    const { db, read } = context.ctx
    await requireKnown(db, input.id)
    await refreshDays(db)
    const [[sold], completion] = await read((at) =>
      Promise.all([findSales(at, [input.id]), findCompletion(at, input.id)]),
    )
    return { sales: sold?.sales ?? 0, revenue: toRupees(sold?.revenue_paise ?? 0), ...completion }
  }),

  learning: calls.courses.learning.handler(async ({ input, context }) => {
    const { db } = context.ctx
    await requireKnown(db, input.id)
    const [lessons, cohorts] = await Promise.all([findLessonFigures(db, input.id), findCohorts(db, input.id)])
    return { lessons, cohorts }
  }),

  stuck: calls.courses.stuck.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    const { id, days, limit = 50, offset = 0 } = input
    await requireKnown(db, id)
    const before = new Date(now().getTime() - days * DAY_MS)
    const [found, lessons] = await Promise.all([listStuck(db, id, { before, limit, offset }), countLessons(db, id)])
    return { ...found, lessons }
  }),

  students: calls.courses.students.handler(async ({ input, context }) => {
    const { db, read } = context.ctx
    const { id, q, limit = 50, offset = 0 } = input
    await requireKnown(db, id)
    const [found, lessons] = await read((at) =>
      Promise.all([listStudentsOf(at, id, { q, limit, offset }), countLessons(at, id)]),
    )
    return { ...found, lessons }
  }),
}
