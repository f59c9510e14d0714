import type { Context } from '../../context.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { monthBefore, monthOf, readSettlements } from '../../sales/settlements/read-settlements.ts'

/** The month that is over and the one that has begun, when it has: a gateway that is away is asked on the next of these days. */
export function readSettlementsJob(ctx: Context): Job {
  return {
    ...{ name: 'read-settlements', schedule: '27 22 2-5 * *', retries: 0, expireInSeconds: 900 },
    run: async () => {
      try {
        await readSettlements(ctx, monthBefore(monthOf(ctx.now())))
      } catch (error) {
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        ctx.log.warn({ err: error }, 'the gateway did not list its settlements, the next run asks again')
      }
    },
  }
}
