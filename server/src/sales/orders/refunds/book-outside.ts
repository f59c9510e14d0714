import { formatMoney } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { findOwed } from './find-owed.ts'
import { newRefundId } from './give-back.ts'
import { insertRefundSeats, type RefundSeat } from './refund-seats.queries.ts'
import { findBooked, insertRefund, type RefundRow } from './refunds.queries.ts'
import { applyRefundEffects } from './refunds.ts'

export type Booking = {
  /** `bank`: the owner sent it. `dispute`: the buyer's bank took it with a lost dispute. */
  channel: Exclude<RefundRow['channel'], 'gateway'>
  /** The refunded payment of the order; its own by default. */
  payment_id?: string
  amount_paise: number
  /** Id of the transfer or dispute: an order records the same one once. */
  reference: string
  /** The Indian day on which the money left. */
  sent_on: string
  reason: string | null
  redeemed?: RefundRow['redeemed']
  /** The picked seats with each line's share of the amount; absent where nobody picked. */
  lines?: RefundRow['lines']
  seats?: readonly RefundSeat[]
  idempotency_key?: string | null
  admin?: { id: number; email: string }
}

/**
 * Records money returned outside the gateway's refunds as done: row, access, note, mail and timeline as of a processed refund, in the
 * caller's transaction, the order locked. A repeated reference returns its row and does nothing else. Never exceeds the unrefunded capture
 * of a payment: undefined, with nothing recorded, when all is refunded. The caller checks `left` of `findOwed`; a lost dispute does not.
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
    refund_id: newRefundId(),
    order_id,
    payment_id,
    amount_paise,
    ...made,
    // A dispute's loser did not request it.
    channel,
    reference,
    sent_on,
    origin: channel === 'bank' ? ('admin' as const) : ('dashboard' as const),
    status: 'processed' as const,
    gateway_refund_id: null,
    created_at: now,
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
