import { calls } from '../../context.ts'
import { beginShop, settleStep } from './before-live.service.ts'
import { removeTests } from './go-live.ts'

export const beforeLiveHandlers = {
  settle: calls.beforeLive.settle.handler(async ({ input, context }) => {
    await settleStep(context.ctx.db, input.step, input.settled)
    return { message: input.settled ? 'Dismissed' : 'Back on the list' }
  }),

  begin: calls.beforeLive.begin.handler(async ({ context }) => {
    await beginShop(context.ctx)
    return { message: 'The demo is removed' }
  }),

  removeTests: calls.beforeLive.removeTests.handler(async ({ context }) => {
    await removeTests(context.ctx)
    return { message: 'The test orders are removed' }
  }),
}
