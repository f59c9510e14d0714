import { calls, requireUser } from '../../context.ts'
import { recordLateBeats, storedTerms } from './offline.service.ts'

export const offlineHandlers = {
  terms: calls.offline.terms.handler(({ input, context }) =>
    storedTerms(context.ctx, requireUser(context), input.course_ids),
  ),

  beats: calls.offline.beats.handler(async ({ input, context }) => ({
    seconds: await recordLateBeats(context.ctx, requireUser(context), input),
  })),
}
