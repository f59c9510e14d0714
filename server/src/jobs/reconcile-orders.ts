import type { Context } from '../context.ts'
import { askGateway, nextAsk, stopAskingWhenDone } from '../orders/ask-gateway.ts'
import { claimDueOrders, postponeAsking, updateOrder } from '../orders/orders.queries.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import type { Job } from '../queue/queue.ts'

/** Orders taken in one go; asked one after the other, so that a long queue never becomes a stampede. */
const BATCH = 25
/** Batches in one run: the schedule comes round every minute. */
const MOST_BATCHES = 8

/**
 * Asks the gateway about every open order whose time has come, with gaps that grow from 2 minutes to 6 hours until
 * three days after the link's end. Stops for this round as soon as the gateway does not answer.
 */
export function reconcileOrdersJob(ctx: Context): Job {
  return {
    name: 'reconcile-orders',
    schedule: '* * * * *',
    retries: 0,
    expireInSeconds: 300,
    run: async () => {
      await reconcileOrders(ctx)
    },
  }
}

/** One round of the reconciler; answers how many orders were asked about. */
export async function reconcileOrders(ctx: Context): Promise<number> {
  let asked = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const orders = await claimDueOrders(ctx.db, ctx.now().toISOString(), nextAsk(ctx, 0), BATCH)
    for (const [index, order] of orders.entries()) {
      try {
        const status = await askGateway(ctx, order)
        asked++
        await postponeAsking(ctx.db, order.order_id, nextAsk(ctx, order.asks))
        await stopAskingWhenDone(ctx, order, status)
      } catch (error) {
        if (error instanceof GatewayError && !error.retryable) {
          ctx.log.warn({ err: error, order_id: order.order_id }, 'the gateway would not say how an order stands')
          await updateOrder(ctx.db, order.order_id, { ask_after: nextAsk(ctx, order.asks) })
          continue
        }
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        ctx.log.warn(
          { err: error, left: orders.length - index },
          'the gateway does not answer, reconciling goes on later',
        )
        return asked
      }
    }
    if (orders.length < BATCH) break
  }
  return asked
}
