import type { Context } from '../context.ts'
import { alertOwner } from '../orders/alerts.ts'
import { findWaiting } from '../orders/attention.queries.ts'
import type { RefundRow } from '../orders/refunds/refunds.queries.ts'
import { bookRefundsOf, sendRefund } from '../orders/refunds/send-refund.ts'
import { postpone } from '../orders/settlement/polling.queries.ts'
import { nextPollAt } from '../orders/settlement/polling.ts'
import type { Job } from '../queue/queue.ts'
import { askInRounds } from './gateway-round.ts'

/** Refunds that have not ended: asked for once more when that was cut off, or asked about. */
export function reconcileRefundsJob(ctx: Context): Job {
  return {
    ...{ name: 'reconcile-refunds', schedule: '* * * * *', retries: 0, expireInSeconds: 300 },
    run: async () => {
      await tellOfWaiting(ctx)
      await reconcileRefunds(ctx)
    },
  }
}

/** Writes to the owners, once per refund, of those that the gateway has not taken for a day, or has had on its way for ten. */
async function tellOfWaiting(ctx: Context): Promise<void> {
  for (const { order_id, refund_id } of await findWaiting(ctx.db, 'refund_waiting', ctx.now().toISOString())) {
    const alert = { kind: 'refund_waiting', key: refund_id ?? '', orderId: order_id } as const
    if (await ctx.db.transaction((trx) => alertOwner(ctx, trx, alert)))
      ctx.log.error({ order_id, refund_id }, 'a refund has not reached the buyer yet')
  }
}

/** One round; answers how many refunds were asked about. */
export function reconcileRefunds(ctx: Context): Promise<number> {
  const later = ({ refund_id, polls }: RefundRow) => postpone(ctx.db, 'refunds', refund_id, nextPollAt(ctx, polls))
  return askInRounds<RefundRow>(ctx, {
    table: 'refunds',
    async ask(refund) {
      await (refund.status === 'requested' ? sendRefund(ctx, refund.refund_id) : bookRefundsOf(ctx, refund))
      await later(refund)
    },
    refused: later,
  })
}
