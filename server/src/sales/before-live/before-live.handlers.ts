import { calls } from '../../context.ts'
import { readOpenSteps, settleStep } from './before-live.service.ts'

export const beforeLiveHandlers = {
  get: calls.beforeLive.get.handler(({ context }) => readOpenSteps(context.ctx)),

  settle: calls.beforeLive.settle.handler(async ({ input, context }) => ({
    message: input.settled ? 'Dismissed' : 'Back on the list',
    ...(await settleStep(context.ctx, input.step, input.settled)),
  })),
}
