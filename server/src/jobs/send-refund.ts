import { z } from 'zod'
import type { Context } from '../context.ts'
import { sendRefund } from '../orders/refunds/send-refund.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import type { Job } from '../queue/queue.ts'

const Payload = z.object({ refund_id: z.string() })

/** Asks the gateway for a refund that the program found out by itself. What it does not take now, the reconciler asks again. */
export function sendRefundJob(ctx: Context): Job {
  return {
    name: 'send-refund',
    mayFail: true,
    concurrency: 4,
    retries: 3,
    run: async (payload) => {
      const { refund_id } = Payload.parse(payload)
      try {
        await sendRefund(ctx, refund_id)
      } catch (error) {
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        ctx.log.warn({ err: error, refund_id }, 'the gateway did not take a refund')
      }
    },
  }
}
