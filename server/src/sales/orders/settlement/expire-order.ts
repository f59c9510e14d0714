import type { Context } from '../../../context.ts'
import { settleCoins } from '../coins.ts'
import { expireOpen } from '../polling.queries.ts'

/** Expires an open order as `expireOpen` does; the coins that it held go back. */
export function expireOrder(ctx: Context, orderId: string, linkId: string | null): Promise<boolean> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction(async (trx) => {
    const closed = await expireOpen(trx, orderId, linkId, now)
    if (closed) await settleCoins(ctx, trx, orderId)
    return closed
  })
}
