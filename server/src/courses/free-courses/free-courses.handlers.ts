import { ASKED_FOR_FREE } from 'contract/free-courses'
import { calls, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { purchaseBegun } from '../../shop/moments/moments.ts'
import { requireFree, takeFree } from './free-courses.service.ts'

export const freeCourseHandlers = {
  take: calls.freeCourses.take.handler(async ({ input, context }) => {
    const user = requireUser(context)
    await purchaseBegun(context.ctx, { user })
    await takeFree(context.ctx, user.id, input.course_id)
    return { course_id: input.course_id }
  }),

  // The job does all work that differs between known and unknown addresses.
  ask: calls.freeCourses.ask.handler(async ({ input, context }) => {
    const { ctx } = context
    await requireFree(ctx.db, input.course_id, ctx.now())
    const { language } = placeOf(context)
    await ctx.queue.send(ctx.db, 'free-course', { ...input, ...(language ? { language } : {}) })
    return { message: ASKED_FOR_FREE }
  }),
}
