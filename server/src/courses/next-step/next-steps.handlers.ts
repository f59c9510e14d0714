import { calls, requireUser } from '../../context.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { isInCatalogue } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { requireEnrolled } from '../learning/learning.service.ts'
import { countPresses, notePress } from './next-steps.queries.ts'

export const nextStepsHandlers = {
  press: calls.nextSteps.press.handler(async ({ input, context }) => {
    const { ctx } = context
    const { id } = requireUser(context)
    await requireEnrolled(ctx.db, id, input.course_id, ctx.now())
    await ctx.db.transaction(async (trx) => {
      await lockLiving(trx, id)
      await notePress(trx, { userId: id, courseId: input.course_id, now: ctx.now() })
    })
    return { message: 'Noted' }
  }),

  count: calls.nextSteps.count.handler(async ({ input, context: { ctx } }) => {
    if (!(await isInCatalogue(ctx.db, input.course_id))) throw courseNotFound()
    return countPresses(ctx.db, input.course_id, ctx.now())
  }),
}
