import { indianDay } from 'contract/indian-time'
import { currencyField, formatMoney, toRupees } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { appError, invalidField, plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { closeGuarantee } from '../guarantee.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { findOutside } from '../outside-payments.queries.ts'
import { type Booking, bookOutside } from '../refunds/book-outside.ts'
import { storeRefund } from '../refunds/give-back.ts'
import { seatWords } from '../refunds/refundable.ts'
import { findBooked, type RefundRow } from '../refunds/refunds.queries.ts'
import type { Decided, RefundRequest } from './decide-refund.ts'
import { closeRefundRequest } from './refund-requests.queries.ts'

/** Stores what was decided, in the same transaction: a refund that is to be sent, or a transfer that was. */
export async function makeRefund(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  { request, decided }: { request: RefundRequest; decided: Decided },
): Promise<RefundRow> {
  const { orderId, admin, reason, redeemed, bank, key, approves } = request
  const { payment_id, currency, isSecond, paise, seats, lines } = decided
  const closed_at = ctx.now().toISOString()
  if (approves) {
    const end = { status: 'approved', closed_by: admin.id, closed_at } as const
    if (!(await closeRefundRequest(trx, approves.request_id, end)))
      throw plainError('conflict', 'This refund was declined')
  }
  const picked = seats.length > 0 ? seatWords(seats) : undefined
  const change = { refund: toRupees(paise), ...currencyField(currency), reason, picked, redeemed, bank }
  await noteChange(trx, { kind: 'order', id: orderId, name: order.order_no, after: change })
  // A refund approves the buyer's request.
  if (!isSecond) await closeGuarantee(trx, orderId, { status: 'approved', answer: null, closed_at })
  const shown = { reason, redeemed: redeemed ?? null, idempotency_key: key ?? null }
  const wanted = { amount_paise: paise, lines, ...shown }
  if (bank) {
    const of = payment_id === null ? {} : { payment_id }
    return bookTransfer(ctx, trx, order, { ...wanted, ...bank, ...of, seats, admin })
  }
  const word = redeemed && `, redeemed gift seats ${redeemed === 'keep' ? 'stay' : 'are taken back'}`
  const about = word ?? (picked ? ` for ${picked.replaceAll(': ', ' ')}` : '')
  const second = approves ? ', approved' : ''
  const detail = [`${formatMoney(paise, currency)}${second} by ${admin.email}${about}`, reason]
    .filter(Boolean)
    .join(': ')
  const made = { order_id: orderId, payment_id: order.payment_id ?? '', origin: 'admin' as const, admin_id: admin.id }
  return storeRefund(ctx, trx, { ...wanted, ...made }, { detail, seats })
}

/** A transfer left between the payment and today, and is booked once. */
async function bookTransfer(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  transfer: Omit<Booking, 'channel'>,
): Promise<RefundRow> {
  const refuse = (field: string, message: string) => invalidField(`bank.${field}`, message)
  const { sent_on, reference } = transfer
  const outside = (await findOutside(trx, [order.order_id])).get(order.order_id)
  const paidOn = outside?.received_on ?? indianDay(new Date(order.paid_at ?? order.created_at))
  if (sent_on > indianDay(ctx.now())) throw refuse('sent_on', 'The date must not be in the future')
  if (sent_on < paidOn) throw refuse('sent_on', 'The date is before the payment')
  if (await findBooked(trx, order.order_id, { channel: 'bank', reference }))
    throw refuse('reference', 'A transfer with this reference is already recorded')
  const row = await bookOutside(ctx, trx, order, { ...transfer, channel: 'bank' })
  if (!row) throw appError('not_refundable', 'There is nothing left to refund in this order')
  return row
}
