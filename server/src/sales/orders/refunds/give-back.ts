import { randomBytes } from 'node:crypto'
import { formatRupees } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { findDisputedPayments } from '../../disputes/disputes.queries.ts'
import { findUngiven, insertOrderEvent } from '../order-events.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { continuePolling } from '../polling.queries.ts'
import { inMinutes } from '../polling.ts'
import { findOwed } from './find-owed.ts'
import { giveBackFree, isFreePaid } from './refund-free.ts'
import { insertRefundSeats, type RefundSeat } from './refund-seats.queries.ts'
import { findRefundable, linesOf } from './refundable.ts'
import { BY_GATEWAY, insertRefund, type NewRefund, type RefundRow } from './refunds.queries.ts'

/**
 * Requests refunds owed automatically, in the transaction that finds them, the order locked; with `again` also failed
 * ones. A payment in dispute waits for its end: it would be refunded twice.
 */
export async function giveBackOwed(ctx: Context, trx: Db, order: OrderRow, again = false): Promise<void> {
  if (order.payment_id === null) return
  const disputed = await findDisputedPayments(trx, order.order_id)
  for (const { payment_id, owed, reason, failed } of await findOwed(trx, order)) {
    if (owed === 0 || (failed && !again) || disputed.includes(payment_id)) continue
    const input = payment_id === order.payment_id ? await ownedSeats(trx, order, owed) : { seats: [], lines: null }
    const made = { origin: 'duplicate_payment', reason, redeemed: null, admin_id: null, idempotency_key: null } as const
    const detail = `${formatRupees(owed)}: ${reason}`
    const { refund_id } = await storeRefund(
      ctx,
      trx,
      { order_id: order.order_id, payment_id, amount_paise: owed, lines: input.lines, ...made },
      { detail, seats: input.seats },
    )
    ctx.log.warn({ order_id: order.order_id, refund_id }, 'paid twice: what is owed is given back')
  }
}

/** The buyer's own seats of what was owned already: what goes back of the order's payment is for these. */
async function ownedSeats(trx: Db, order: OrderRow, paise: number) {
  const refundable = await findRefundable(trx, order, { lock: false })
  const { courses: owned } = await findUngiven(trx, order.order_id)
  const seats = refundable.seats.filter(({ course_id, seat }) => seat === 0 && owned.includes(course_id))
  return { seats, lines: linesOf(refundable, paise, seats) }
}

/**
 * Gives back all that is left of an order that opens nothing any more, for what it hangs on went back; in the caller's transaction, the order locked.
 * Safe to repeat.
 */
export async function giveBackHung(ctx: Context, trx: Db, order: OrderRow, courseId: string): Promise<void> {
  const { order_id } = order
  if ((await findUngiven(trx, order_id)).hung) return
  const created_at = ctx.now().toISOString()
  await insertOrderEvent(trx, { order_id, kind: 'base_gone', detail: courseId, created_at })
  if (isFreePaid(order)) await giveBackFree(ctx, trx, order, 'Went back with what it extends')
  else await giveBackOwed(ctx, trx, order)
}

type Wanted = Omit<
  NewRefund,
  'refund_id' | 'status' | 'gateway_refund_id' | 'channel' | 'reference' | 'sent_on' | 'created_at'
>

export const newRefundId = () => `rf_${randomBytes(12).toString('hex')}`

/** Stores a refund to send. If that is cut off, the next check of its order sends it. */
export async function storeRefund(
  ctx: Context,
  trx: Db,
  wanted: Wanted,
  { detail, seats }: { detail: string; seats: readonly RefundSeat[] },
): Promise<RefundRow> {
  const { order_id } = wanted
  const now = ctx.now().toISOString()
  const way = { ...BY_GATEWAY, gateway_refund_id: null }
  const row = { refund_id: newRefundId(), ...wanted, ...way, status: 'requested' as const, created_at: now }
  await insertRefund(trx, row)
  await insertRefundSeats(trx, row.refund_id, seats)
  failpoint(ctx, 'refund:mid-request')
  await insertOrderEvent(trx, { order_id, kind: 'refund_requested', detail, created_at: now })
  await continuePolling(trx, order_id, inMinutes(ctx, 1))
  return { ...row, claimed_until: null, sends: 0, updated_at: now }
}
