import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { renewGift } from '../gifts/gifts.service.ts'
import { insertOrderEvent } from './order-events.queries.ts'
import { lockOrder } from './orders.queries.ts'
import { PAID } from './status.ts'

/** Puts a new gift code in the place of one of an order that is paid; errors as the contract's entry lists them. */
export async function renewGiftOf(
  ctx: Context,
  { order_id, code, admin }: { order_id: string; code: string; admin: { email: string } },
): Promise<{ code: string }> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order || !PAID.includes(order.status)) throw appError('not_found', 'Gift code not found')
    const made = await renewGift(ctx, trx, { orderId: order_id, code })
    const created_at = ctx.now().toISOString()
    // The last characters only: a reader of the timeline needs no code.
    const detail = `${made.course_name}: …${code.slice(-4)} by ${admin.email}`
    await insertOrderEvent(trx, { order_id, kind: 'gift_renewed', detail, created_at })
    await noteChange(trx, {
      kind: 'order',
      id: order_id,
      name: order.order_no,
      after: { gift_replaced: `…${code.slice(-4)}` },
    })
    return { code: made.code }
  })
}
