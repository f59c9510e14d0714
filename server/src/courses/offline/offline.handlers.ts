import { calls, requireUser } from '../../context.ts'
import { storedTerms } from './offline.service.ts'

export const offlineHandlers = {
  terms: calls.offline.terms.handler(({ input, context }) =>
    storedTerms(context.ctx, requireUser(context), input.course_ids),
  ),
}
