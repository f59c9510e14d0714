import type { Context } from '../../context.ts'
import { alertOwner } from '../alerts.ts'
import { findWaiting } from '../attention.queries.ts'

/** Writes to the owners, once per refund, of those that the gateway has not taken for a day, or has had on its way for ten. */
export async function watchRefunds(ctx: Context): Promise<void> {
  for (const { order_id, refund_id } of await findWaiting(ctx.db, 'refund_waiting', ctx.now().toISOString())) {
    const alert = { kind: 'refund_waiting', key: refund_id ?? '', orderId: order_id } as const
    if (await ctx.db.transaction((trx) => alertOwner(ctx, trx, alert)))
      ctx.log.error({ order_id, refund_id }, 'a refund has not reached the buyer yet')
  }
}
