import { calls, requireUser } from '../../context.ts'
import { keptTerms, recordLateBeats } from './offline.service.ts'

export const offlineHandlers = {
  terms: calls.offline.terms.handler(({ input, context }) =>
    keptTerms(context.ctx, requireUser(context), input.course_ids),
  ),

  beats: calls.offline.beats.handler(async ({ input, context }) => ({
    seconds: await recordLateBeats(context.ctx, requireUser(context), input),
  })),
}
