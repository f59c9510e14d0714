import { calls } from '../implement.ts'
import { readOpenSteps, settleStep } from './before-live.service.ts'

export const beforeLiveHandlers = {
  get: calls.beforeLive.get.handler(async ({ context }) => ({ open: await readOpenSteps(context.ctx) })),

  settle: calls.beforeLive.settle.handler(async ({ input, context }) => ({
    message: input.settled ? 'Taken off the list' : 'Back on the list',
    open: await settleStep(context.ctx, input.step, input.settled),
  })),
}
