import type { Context, Db } from '../../../context.ts'
import { closeGuarantee } from '../guarantee.queries.ts'
import { refundsArrived } from '../moments.ts'
import { walkEffects } from '../order-effects.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { type OrderRow, updateOrder } from '../orders.queries.ts'

/** An order of nothing, paid by coins or a code alone, which can go back. It goes back whole. */
export const isFreePaid = ({ total_paise, status }: Pick<OrderRow, 'total_paise' | 'status'>): boolean =>
  total_paise === 0 && status === 'paid'

/**
 * Gives back an order of nothing, in the caller's transaction, the order locked: all that it brought about is undone as by a refund, so that its coins are
 * back and its code is free again.
 */
export async function giveBackFree(ctx: Context, trx: Db, order: OrderRow, detail: string): Promise<void> {
  const { order_id } = order
  const now = ctx.now().toISOString()
  await updateOrder(trx, order_id, { status: 'refunded' })
  await insertOrderEvent(trx, { order_id, kind: 'refund_booked', detail, created_at: now })
  await closeGuarantee(trx, order_id, { status: 'approved', answer: null, closed_at: now })
  await refundsArrived(ctx, trx, { order_id, refund_ids: [], now })
  await walkEffects(ctx, trx, { order: { ...order, status: 'refunded' }, gone: [], changed: true, now })
}
