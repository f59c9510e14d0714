import { REASON_NEEDED } from 'contract/orders/actions'
import type { Context, Db } from '../../../context.ts'
import { appError, invalidField } from '../../../errors.ts'
import { answerOnce } from '../../../platform/db/idempotency.ts'
import { noteChange, noteRepeat } from '../../../shop/activity/note-change.ts'
import { findCoinsAlone } from '../coin-spends.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { giveBackFree, isFreePaid } from '../refunds/refund-free.ts'
import { needsReason, type RefundAnswer, type RefundRequest } from './decide-refund.ts'

/** Refunds an order of nothing for the owner, locked; 409 `not_refundable` for a part of one, or one that went back. */
export async function refundWholeFree(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { admin, reason, amount, redeemed, seats, bank, key } = request
  const { order_id } = order
  const act = async (): Promise<RefundAnswer> => {
    if (!isFreePaid(order) || amount || bank || seats)
      throw appError('not_refundable', 'There is nothing left to refund in this order')
    if (reason === null && (await needsReason(trx, order, ctx.now()))) throw invalidField('reason', REASON_NEEDED)
    const [spent] = await findCoinsAlone(trx, [order_id])
    const what = spent ? `${spent.coins_back} coins` : 'An order of nothing'
    const after = { refund: 0, ...(spent && { coins: spent.coins_back }), reason }
    await noteChange(trx, { kind: 'order', id: order_id, name: order.order_no, after })
    await giveBackFree(ctx, trx, order, [`${what} by ${admin.email}`, reason].filter(Boolean).join(': '))
    return { refund_id: order_id, status: 'processed', amount: 0 }
  }
  if (!key) return act()
  const input = [reason, amount ?? null, redeemed ?? null, seats ?? null, bank ?? null]
  // Keys of an earlier release answer still.
  const keyed = { scope: `refund-coins:${order_id}`, key, what: 'refund', said: input, now: ctx.now() }
  const { answer, repeated } = await answerOnce(trx, keyed, act)
  if (repeated) noteRepeat()
  return answer
}
