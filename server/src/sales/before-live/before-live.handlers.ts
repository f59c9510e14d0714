import { calls } from '../../context.ts'
import { settleStep } from './before-live.service.ts'

export const beforeLiveHandlers = {
  settle: calls.beforeLive.settle.handler(async ({ input, context }) => {
    await settleStep(context.ctx.db, input.step, input.settled)
    return { message: input.settled ? 'Dismissed' : 'Back on the list' }
  }),
}
