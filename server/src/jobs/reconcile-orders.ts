import type { Context } from '../context.ts'
import { askGateway, closeAsking, noteUnasked } from '../orders/ask-gateway.ts'
import { claimDueOrders, noteRound, postponeAsking } from '../orders/asking.queries.ts'
import { nextAsk } from '../orders/asking.ts'
import type { Job } from '../queue/queue.ts'
import { askInRounds } from './gateway-round.ts'

/** Asks about every order whose time has come, with gaps from 2 minutes to 6 hours, until three days after its link's end. */
export function reconcileOrdersJob(ctx: Context): Job {
  return {
    name: 'reconcile-orders',
    schedule: '* * * * *',
    retries: 0,
    expireInSeconds: 300,
    run: async () => {
      await reconcileOrders(ctx)
      await noteRound(ctx.db, 'reconcile-orders', ctx.now().toISOString())
    },
  }
}

/** One round of the reconciler; answers how many orders were asked about. */
export function reconcileOrders(ctx: Context): Promise<number> {
  return askInRounds(ctx, {
    claim: (limit) => claimDueOrders(ctx.db, ctx.now().toISOString(), nextAsk(ctx, 0), limit),
    async ask(order) {
      const status = await askGateway(ctx, order)
      await postponeAsking(ctx.db, order.order_id, nextAsk(ctx, order.asks))
      await closeAsking(ctx, order, status)
    },
    async refused(order, error) {
      await noteUnasked(ctx, order, error.kind === 'not_found' || error.kind === 'refused')
      if (!error.retryable) await postponeAsking(ctx.db, order.order_id, nextAsk(ctx, order.asks))
    },
  })
}
