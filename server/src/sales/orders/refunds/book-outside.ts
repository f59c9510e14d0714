import { formatMoney } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { currencyOf } from '../settlement/payments.queries.ts'
import { findOwed } from './find-owed.ts'
import { newRefundId } from './give-back.ts'
import { insertRefundSeats, type RefundSeat } from './refund-seats.queries.ts'
import { findBooked, insertRefund, type RefundRow } from './refunds.queries.ts'
import { applyRefundEffects } from './refunds.ts'

export type Booking = {
  /** `bank`: the owner sent it. `dispute`: the buyer's bank took it with a lost dispute. */
  channel: Exclude<RefundRow['channel'], 'gateway'>
  /** What of the order's captured payments went back; the order's own where it is not said. */
  payment_id?: string
  amount_paise: number
  /** Of the transfer, or the id of the dispute: the same one of an order is booked once. */
  reference: string
  /** The Indian day on which the money left. */
  sent_on: string
  reason: string | null
  redeemed?: RefundRow['redeemed']
  /** What was picked, and what of the sum belongs to each line; without it nobody said. */
  lines?: RefundRow['lines']
  seats?: readonly RefundSeat[]
  idempotency_key?: string | null
  admin?: { id: number; email: string }
}

/**
 * Books money that went back without the gateway's refunds as done: row, access, note, mail and timeline as of a refund that the gateway
 * has processed, in the caller's transaction, the order locked. A reference that was booked answers its row, and nothing else happens.
 * Never more of a payment than was captured and has not come back: undefined, with nothing booked, when all of it has. Whether a
 * sum may go back at all (`left` of `findOwed`) is the caller's to ask; a lost dispute asks nobody.
 */
export async function bookOutside(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  booking: Booking,
): Promise<RefundRow | undefined> {
  const { channel, payment_id = order.payment_id, reference, sent_on, reason, redeemed = null, admin } = booking
  const { order_id } = order
  const known = await findBooked(trx, order_id, { channel, reference })
  if (known) return known
  const payment = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)
  const amount_paise = Math.min(booking.amount_paise, payment ? payment.captured - payment.back : 0)
  if (payment_id === null || amount_paise <= 0) return undefined
  const now = ctx.now().toISOString()
  const made = {
    reason,
    redeemed,
    lines: booking.lines ?? null,
    admin_id: admin?.id ?? null,
    idempotency_key: booking.idempotency_key ?? null,
  }
  const row = {
    ...{ refund_id: newRefundId(), order_id, payment_id, amount_paise, ...made },
    // Whoever lost it did not ask for it.
    ...{ channel, reference, sent_on, origin: channel === 'bank' ? ('admin' as const) : ('dashboard' as const) },
    ...{ status: 'processed' as const, gateway_refund_id: null, created_at: now },
  }
  await insertRefund(trx, row)
  await insertRefundSeats(trx, row.refund_id, booking.seats ?? [])
  const way = channel === 'bank' ? 'bank transfer' : 'lost dispute'
  const by = admin ? ` by ${admin.email}` : ''
  const sum = formatMoney(amount_paise, await currencyOf(trx, payment_id))
  const detail = [`${sum}, ${way} ${reference}${by}`, reason].filter(Boolean).join(': ')
  await insertOrderEvent(trx, { order_id, kind: 'refund_booked', detail, created_at: now })
  await ctx.queue.send(trx, 'refund-mail', { refund_id: row.refund_id })
  await applyRefundEffects(ctx, trx, order)
  return { ...row, claimed_until: null, sends: 0, updated_at: now }
}
