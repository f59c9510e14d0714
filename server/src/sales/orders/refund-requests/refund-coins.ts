import { REASON_NEEDED } from 'contract/orders/actions'
import type { Context, Db } from '../../../context.ts'
import { appError, invalidField } from '../../../errors.ts'
import { answerOnce } from '../../../platform/db/idempotency.ts'
import { noteChange, noteRepeat } from '../../../shop/activity/note-change.ts'
import { findCoinsAlone } from '../coin-spends.queries.ts'
import { refundsArrived } from '../moments.ts'
import { walkEffects } from '../order-effects.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { type OrderRow, updateOrder } from '../orders.queries.ts'
import { needsReason, type RefundAnswer, type RefundRequest } from './decide-refund.ts'

/**
 * Refunds an order that coins alone paid, locked: no money goes back, its coins do, and all that it gave ends. 409 `not_refundable` for any other
 * order of nothing, and for a part of one.
 */
export async function refundCoins(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { admin, reason, amount, redeemed, seats, bank, key } = request
  const { order_id } = order
  const act = async (): Promise<RefundAnswer> => {
    const [spent] = await findCoinsAlone(trx, [order_id])
    if (!spent || amount || bank || seats)
      throw appError('not_refundable', 'There is nothing left to refund in this order')
    if (reason === null && (await needsReason(trx, order, ctx.now()))) throw invalidField('reason', REASON_NEEDED)
    const now = ctx.now().toISOString()
    await updateOrder(trx, order_id, { status: 'refunded' })
    const detail = [`${spent.coins_back} coins by ${admin.email}`, reason].filter(Boolean).join(': ')
    await insertOrderEvent(trx, { order_id, kind: 'refund_booked', detail, created_at: now })
    await noteChange(trx, {
      kind: 'order',
      id: order_id,
      name: order.order_no,
      after: { refund: 0, coins: spent.coins_back, reason },
    })
    await refundsArrived(ctx, trx, { order_id, refund_ids: [], now })
    await walkEffects(ctx, trx, { order: { ...order, status: 'refunded' }, gone: [], changed: true, now })
    return { refund_id: order_id, status: 'processed', amount: 0 }
  }
  if (!key) return act()
  const input = [reason, amount ?? null, redeemed ?? null, seats ?? null, bank ?? null]
  const keyed = { scope: `refund-coins:${order_id}`, key, what: 'refund', said: input, now: ctx.now() }
  const { answer, repeated } = await answerOnce(trx, keyed, act)
  if (repeated) noteRepeat()
  return answer
}
