import { z } from 'zod'
import type { Context } from '../../context.ts'
import { GatewayError } from '../../platform/payments/razorpay.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOrder } from '../../sales/orders/orders.queries.ts'
import { reconcileOrder } from '../../sales/orders/settlement/reconcile-order.ts'

const Payload = z.object({ order_id: z.string() })

/** Asks about one order at once, after an event that named it; many events, one question. */
export function reconcileOrderJob(ctx: Context): Job {
  return {
    name: 'reconcile-order',
    mayFail: true,
    single: true,
    // After an outage thousands wait to be asked about.
    concurrency: 4,
    retries: 8,
    run: async (payload) => {
      const order = await findOrder(ctx.db, Payload.parse(payload).order_id)
      if (!order || order.total_paise === 0) return
      try {
        await reconcileOrder(ctx, order)
      } catch (error) {
        // What was refused is refused again: the order's own time to be asked about comes with growing gaps.
        if (!(error instanceof GatewayError) || error.retryable) throw error
        ctx.log.warn({ err: error, order_id: order.order_id }, 'the gateway refused to say how an order stands')
      }
    },
  }
}
