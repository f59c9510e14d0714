import { INTEREST_ASKED } from 'contract/coming-soon/interest'
import { calls } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { countInterest } from './interest.queries.ts'
import { requireInCatalogue } from './interest.service.ts'

export const interestHandlers = {
  // The job looks up the course: every request has the same work and words.
  ask: calls.interest.ask.handler(async ({ input, context }) => {
    const { ctx } = context
    const { language = 'en' } = placeOf(context)
    await ctx.queue.send(ctx.db, 'interest-mail', { ...input, language })
    return { message: INTEREST_ASKED }
  }),

  count: calls.interest.count.handler(async ({ input, context: { ctx } }) => {
    await requireInCatalogue(ctx.db, input.course_id)
    return countInterest(ctx.db, input.course_id, ctx.now())
  }),
}
