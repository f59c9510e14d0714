import type { Context } from '../../../context.ts'
import { callHooks } from '../../../platform/features/hooks.ts'
import { expireOpen } from '../polling.queries.ts'

/** Expires an open order as `expireOpen` does; features return what it held. */
export function expireOrder(ctx: Context, orderId: string, linkId: string | null): Promise<boolean> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction(async (trx) => {
    const closed = await expireOpen(trx, orderId, linkId, now)
    if (closed) await callHooks('orderEnded', ctx, trx, { order_id: orderId, now })
    return closed
  })
}
