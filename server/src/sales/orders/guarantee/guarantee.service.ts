import { DAY_MS } from 'contract/indian-time'
import type { GuaranteeRequest } from 'contract/orders/guarantee'
import type { Context, Db } from '../../../context.ts'
import { appError, plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { findGuaranteeDays } from '../../../shop/settings/settings.queries.ts'
import { closeGuarantee, findGuarantees, type GuaranteeRow, insertGuarantee } from '../guarantee.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { lockOrder, type OrderRow } from '../orders.queries.ts'
import { findOpenRequest } from '../refund-requests/refund-requests.queries.ts'
import { findRefundable } from '../refunds/refundable.ts'
import { PAID } from '../status.ts'

/** Returns the guarantee's end for an order; null where none applies. Ignores the refundable amount. */
export function guaranteeUntil(order: OrderRow, days: number, now: Date): string | null {
  if (!PAID.includes(order.status) || order.paid_at === null || order.payment_id === null) return null
  const until = new Date(Date.parse(order.paid_at) + days * DAY_MS)
  return days > 0 && now <= until ? until.toISOString() : null
}

export const toGuarantee = ({ status, asked_at, reason, answer }: GuaranteeRow): GuaranteeRequest => ({
  ...{ status, asked_at, reason, answer },
})

/** A buyer (`users.id`) asks for the money of an order; errors as the contract's entry lists them. */
export async function askGuarantee(
  ctx: Context,
  { userId, orderId, reason }: { userId: number; orderId: string; reason: string | null },
): Promise<GuaranteeRequest> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.user_id !== userId) throw appError('not_found', 'Order not found')
    const days = await findGuaranteeDays(trx)
    if (guaranteeUntil(order, days, ctx.now()) === null)
      throw appError('conflict', 'Refunds can be asked for within {days} days of the payment', { values: { days } })
    const { all } = await findRefundable(trx, order, { lock: false })
    if (all === 0) throw appError('conflict', 'There is nothing left to refund in this order')
    const asked_at = ctx.now().toISOString()
    if (!(await insertGuarantee(trx, { order_id: orderId, reason, asked_at })))
      throw appError('conflict', 'You have already asked for a refund of this order')
    await insertOrderEvent(trx, { order_id: orderId, kind: 'guarantee_asked', detail: reason, created_at: asked_at })
    return { status: 'open', asked_at, reason, answer: null }
  })
}

/** The shop does not give the money back, and says why. Errors as the contract's entry lists them. */
export async function declineGuarantee(
  ctx: Context,
  { orderId, answer, admin }: { orderId: string; answer: string; admin: { email: string } },
): Promise<GuaranteeRequest> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    // Approved after all, the buyer would have been refused what they get.
    if (await findOpenRequest(trx, orderId))
      throw plainError('conflict', 'A refund of this order needs approval. Approve or decline it first.')
    const closed_at = ctx.now().toISOString()
    const row = await closeGuarantee(trx, orderId, { status: 'declined', answer, closed_at })
    if (!order || !row) throw plainError('not_found', 'Nothing is asked for in this order')
    const detail = `${admin.email}: ${answer}`
    await insertOrderEvent(trx, { order_id: orderId, kind: 'guarantee_declined', detail, created_at: closed_at })
    await ctx.queue.send(trx, 'guarantee-declined-mail', { request_id: String(row.id) })
    await noteChange(trx, {
      kind: 'order',
      id: orderId,
      name: order.order_no,
      after: { guarantee: 'declined', answer },
    })
    return toGuarantee(row)
  })
}

/** Finds the guarantee state that an order's buyer sees. */
export async function findGuaranteesOf(db: Db, orders: readonly OrderRow[], now: Date) {
  const days = await findGuaranteeDays(db)
  const asked = await findGuarantees(
    db,
    orders.map(({ order_id }) => order_id),
  )
  return new Map(
    orders.flatMap((order) => {
      const row = asked.find(({ order_id }) => order_id === order.order_id)
      const until = row?.status === 'open' ? null : guaranteeUntil(order, days, now)
      return row || until ? [[order.order_id, { until, request: row ? toGuarantee(row) : null }] as const] : []
    }),
  )
}
