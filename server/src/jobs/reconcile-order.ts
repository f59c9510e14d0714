import { z } from 'zod'
import type { Context } from '../context.ts'
import { findOrder } from '../orders/orders.queries.ts'
import { reconcileOrder } from '../orders/settlement/reconcile-order.ts'
import type { Job } from '../queue/queue.ts'

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
      if (order && order.total_paise > 0) await reconcileOrder(ctx, order)
    },
  }
}
