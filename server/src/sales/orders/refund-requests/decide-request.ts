import { currencyField, formatMoney, toRupees } from 'contract/money'
import type { Context } from '../../../context.ts'
import { appError, invalidField, plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { lockOrder } from '../orders.queries.ts'
import { closeRefundRequest } from './refund-requests.queries.ts'
import { requestRefund } from './request-refund.ts'
import { currencyOfRequest, requireRequest } from './second-person.ts'

type Admin = { id: number; email: string }

/**
 * Makes a requested refund unchanged, with the request's id as its key: two tabs refund once. A request that is no
 * longer valid is refused and stays open.
 */
export async function approveRefund(ctx: Context, { requestId, admin }: { requestId: string; admin: Admin }) {
  const requested = await requireRequest(ctx.db, requestId)
  if (requested.asked_by === admin.id)
    throw plainError('forbidden', 'You asked for this refund: somebody else has to approve it')
  if (requested.status === 'declined') throw plainError('conflict', 'This refund was declined')
  const { amount_paise, reason, redeemed, seats, bank } = requested
  const refund = await requestRefund(ctx, {
    orderId: requested.order_id,
    admin,
    amount: toRupees(amount_paise),
    reason,
    key: requestId,
    approves: requested,
    redeemed: redeemed ?? undefined,
    seats: seats ?? undefined,
    bank: bank ?? undefined,
  })
  const { status } = refund
  if (status === 'second_person') throw new Error('an approved refund waits for approval')
  return { ...refund, status, order_id: requested.order_id }
}

/** Closes a request without a refund. The requester withdraws it; anybody else gives a reason. */
export async function declineRefund(
  ctx: Context,
  { requestId, answer, admin }: { requestId: string; answer: string | null; admin: Admin },
): Promise<void> {
  const requested = await requireRequest(ctx.db, requestId)
  const own = requested.asked_by === admin.id
  if (!own && answer === null) {
    const message = 'Please enter a reason'
    throw invalidField('answer', message)
  }
  const { order_id } = requested
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order) throw appError('not_found', 'Order not found')
    const currency = await currencyOfRequest(trx, order, requested)
    const closed_at = ctx.now().toISOString()
    const end = { status: 'declined', closed_by: admin.id, closed_at, answer } as const
    if (!(await closeRefundRequest(trx, requestId, end)))
      throw plainError('conflict', 'This refund was decided already')
    const words = `${formatMoney(requested.amount_paise, currency)}, ${own ? 'taken back' : 'declined'} by ${admin.email}`
    const detail = [words, answer].filter(Boolean).join(': ')
    await insertOrderEvent(trx, { order_id, kind: 'second_person_declined', detail, created_at: closed_at })
    const after = {
      refund: toRupees(requested.amount_paise),
      ...currencyField(currency),
      second_person: own ? 'taken back' : 'declined',
      reason: answer,
    }
    await noteChange(trx, { kind: 'order', id: order_id, name: order.order_no, after })
  })
}
