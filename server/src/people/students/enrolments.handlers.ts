import { calls, requireAdmin } from '../../context.ts'
import { listCourses } from './courses-by-hand.ts'
import { extendAccess } from './extend-access.ts'
import { giveCourses, takeCourses } from './give-courses.ts'
import { planEnrolments } from './plan-enrolments.ts'

const LISTED = 200

export const enrolmentHandlers = {
  courses: calls.enrolments.courses.handler(({ input, context }) =>
    listCourses(context.ctx.db, input.q, input.limit ?? LISTED),
  ),

  plan: calls.enrolments.plan.handler(async ({ input, context }) => ({
    lines: await planEnrolments(context.ctx.db, { ...input, now: context.ctx.now() }),
  })),

  give: calls.enrolments.give.handler(({ input, context }) => giveCourses(context.ctx, requireAdmin(context), input)),

  extend: calls.enrolments.extend.handler(({ input, context }) =>
    extendAccess(context.ctx, requireAdmin(context), input),
  ),

  take: calls.enrolments.take.handler(({ input, context }) => takeCourses(context.ctx, input)),
}
