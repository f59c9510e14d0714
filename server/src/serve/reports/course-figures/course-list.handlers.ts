import { calls, requireAdmin } from '../../../context.ts'
import {
  byStudents,
  type CourseSort,
  listAdminCards,
  listCourses,
} from '../../../courses/courses/course-lists.queries.ts'
import { plainError } from '../../../errors.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import { SALES } from './course-figures.queries.ts'

type ListSort = CourseSort | 'sales' | '-sales' | 'students' | '-students'

function sortOf(requested: ListSort | undefined) {
  if (requested === 'sales' || requested === '-sales') return { numbers: SALES, downwards: requested === '-sales' }
  if (requested === 'students' || requested === '-students') return byStudents(requested === '-students')
  return requested
}

/** The console's list of courses: it can be ordered by what was sold, which the courses themselves do not know. */
export const courseListHandlers = {
  adminList: calls.courses.adminList.handler(async ({ input, context }) => {
    const { fields, ...asked } = input
    const { db } = context.ctx
    if (asked.sort === 'sales' || asked.sort === '-sales') {
      // The order alone would tell an editor what `sales` keeps from them.
      if (requireAdmin(context).role !== 'owner') throw plainError('forbidden', 'Your role does not allow this')
      await refreshDays(db)
    }
    const query = { ...asked, sort: sortOf(asked.sort) }
    if (fields === 'list') {
      const { cards, total, counts } = await listAdminCards(db, query)
      context.setHeader('X-Total-Count', String(total))
      return { courses: cards, counts }
    }
    const { courses, total } = await listCourses(db, query)
    context.setHeader('X-Total-Count', String(total))
    return { courses }
  }),
}
