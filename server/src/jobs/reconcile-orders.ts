import type { Context } from '../context.ts'
import type { OrderRow } from '../orders/orders.queries.ts'
import { postpone } from '../orders/settlement/polling.queries.ts'
import { nextPollAt } from '../orders/settlement/polling.ts'
import { closeRefused, endPolling, reconcileOrder } from '../orders/settlement/reconcile-order.ts'
import type { Job } from '../queue/queue.ts'
import { askInRounds } from './gateway-round.ts'
import { noteRound } from './rounds.queries.ts'

/** Asks about every order whose time has come, with gaps from 2 minutes to 6 hours, until three days after its link's end. */
export function reconcileOrdersJob(ctx: Context): Job {
  return {
    ...{ name: 'reconcile-orders', schedule: '* * * * *', retries: 0, expireInSeconds: 300 },
    run: async () => {
      await reconcileOrders(ctx)
      await noteRound(ctx.db, 'reconcile-orders', ctx.now().toISOString())
    },
  }
}

/** One round of the reconciler; answers how many orders were asked about. */
export function reconcileOrders(ctx: Context): Promise<number> {
  return askInRounds<OrderRow>(ctx, {
    table: 'orders',
    async ask(order) {
      await reconcileOrder(ctx, order)
      await postpone(ctx.db, 'orders', order.order_id, nextPollAt(ctx, order.polls))
      await endPolling(ctx, order)
    },
    async refused(order, error) {
      if (error.kind === 'not_found' || error.kind === 'refused') await closeRefused(ctx, order)
      if (!error.retryable) await postpone(ctx.db, 'orders', order.order_id, nextPollAt(ctx, order.polls))
    },
  })
}
