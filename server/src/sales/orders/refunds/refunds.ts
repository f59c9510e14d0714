import { formatMoney } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { callHooks } from '../../../platform/features/hooks.ts'
import type { Refund } from '../../../platform/payments/gateway.ts'
import { giveRewardAgain, takeRewardBack } from '../../referrals/referrals.service.ts'
import { alertOwner } from '../alerts.ts'
import { findWaiting } from '../attention.queries.ts'
import { closeGuarantee } from '../guarantee.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { continuePolling } from '../polling.queries.ts'
import { inMinutes } from '../polling.ts'
import { HOLDS_MONEY } from '../status.ts'
import { findOwed } from './find-owed.ts'
import { readNotes } from './gateway-notes.ts'
import {
  findGoneSeats,
  insertRefundSeats,
  isWhollyPicked,
  lockSeats,
  type RefundSeat,
  restoreSeats,
  revokeSeats,
} from './refund-seats.queries.ts'
import {
  BY_GATEWAY,
  findRefund,
  findRefundOf,
  findRefunds,
  hasAutomaticRefund,
  insertRefund,
  type NewRefund,
  type RefundRow,
  revokeGrants,
  updateRefund,
} from './refunds.queries.ts'
import { fetchStandInState } from './stand-in.ts'

/** Books what the gateway answered of a refund, with what it means for its order. */
export async function applyRefund(ctx: Context, orderId: string, refund: Refund): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !(await bookRefund(ctx, trx, order, refund))) return
    await applyRefundEffects(ctx, trx, order)
    failpoint(ctx, 'refund:before-commit')
  })
  failpoint(ctx, 'refund:after-commit')
}

/**
 * Notes what the gateway says of a refund: one of ours, or one made in its own dashboard. One that has ended may still fail, but is
 * not pending again, whichever answer is late. False when that was known. In the caller's transaction, the order locked.
 */
export async function bookRefund(ctx: Context, trx: Db, order: OrderRow, refund: Refund): Promise<boolean> {
  const now = ctx.now().toISOString()
  const { status } = refund
  const known = await findRefundOf(trx, order.order_id, refund)
  if (known?.gateway_refund_id && (status === known.status || status === 'pending')) return false
  const shown = { status, gateway_refund_id: refund.id }
  const row = known ?? (await insertFound(trx, order, refund, now))
  if (known) await updateRefund(trx, known.refund_id, { ...shown, updated_at: now })
  const detail = `${formatMoney(refund.amountPaise, await currencyOf(trx, refund.paymentId))}, ${refund.id}`
  await insertOrderEvent(trx, { order_id: order.order_id, kind: `refund_${status}`, detail, created_at: now })
  const accepted = known === undefined || known.status === 'requested'
  if (accepted && status !== 'failed') await ctx.queue.send(trx, 'refund-mail', { refund_id: row.refund_id })
  if (status === 'pending') await continuePolling(trx, order.order_id, inMinutes(ctx, 10))
  // A buyer who heard that it is on its way hears of the failure.
  if (status === 'failed' && known && known.status !== 'requested')
    await ctx.queue.send(trx, 'refund-failed-mail', { refund_id: row.refund_id })
  if (status === 'failed') await notifyFailure(ctx, trx, row)
  return true
}

/** Stores a refund that the gateway has and this database lacks: one of its dashboard, or one of ours after a restore, by its notes. */
async function insertFound(trx: Db, order: OrderRow, refund: Refund, now: string): Promise<NewRefund> {
  const { order_id } = order
  const { id, paymentId: payment_id, amountPaise: amount_paise, status, ownId } = refund
  const isOurs = ownId !== null && refund.orderId === order_id && (await findRefund(trx, ownId)) === undefined
  const facts = isOurs ? readNotes(refund.notes, await findOrderLines(trx, [order_id])) : undefined
  // A payment has one automatic refund.
  const isSecond = facts?.origin === 'duplicate_payment' && (await hasAutomaticRefund(trx, payment_id))
  const row: NewRefund = {
    refund_id: isOurs ? ownId : id,
    order_id,
    payment_id,
    gateway_refund_id: id,
    amount_paise,
    status,
    ...BY_GATEWAY,
    reason: facts?.reason ?? null,
    origin: facts && !isSecond ? facts.origin : 'dashboard',
    redeemed: facts?.redeemed ?? null,
    lines: facts?.lines ?? null,
    idempotency_key: null,
    admin_id: null,
    created_at: now,
  }
  await insertRefund(trx, row)
  await insertRefundSeats(trx, row.refund_id, facts?.seats ?? [])
  return row
}

/** The owner hears of a refund that failed, unless it is made up for. */
export async function notifyFailure(
  ctx: Context,
  trx: Db,
  { order_id, refund_id }: Pick<RefundRow, 'order_id' | 'refund_id'>,
): Promise<void> {
  const waiting = await findWaiting(trx, 'refund_failed', ctx.now().toISOString(), order_id)
  // Also one that was made up for until this one failed.
  for (const failed of waiting)
    await alertOwner(ctx, trx, { kind: 'refund_failed', key: failed.refund_id ?? '', orderId: order_id })
  if (waiting.length > 0) ctx.log.error({ order_id, refund_id }, 'a refund failed: look at it')
}

/**
 * Applies the refunds of an order that holds money. A full refund, by whichever way, removes all its access, that of redeemed gift seats
 * too. Picked seats lose theirs; when only redeemed ones remain, the order is refunded. A sum alone removes nothing. A late failure
 * restores the order by its money. In the caller's transaction, the order locked. Returns its new status.
 */
export async function applyRefundEffects(ctx: Context, trx: Db, order: OrderRow): Promise<OrderRow['status']> {
  if (!HOLDS_MONEY.includes(order.status) || order.payment_id === null) return order.status
  const back = (await findOwed(trx, order)).find(({ payment_id }) => payment_id === order.payment_id)?.back ?? 0
  const now = ctx.now().toISOString()
  const refunds = (await findRefunds(trx, [order.order_id])).filter((one) => one.payment_id === order.payment_id)
  const arrived = refunds.filter(({ status }) => status === 'processed')
  // Also of a refund that failed: its note is reversed.
  if (refunds.some(({ status }) => status === 'processed' || status === 'failed'))
    await ctx.queue.send(trx, 'issue-documents', { order_id: order.order_id })
  const refund_ids = arrived.map(({ refund_id }) => refund_id)
  const full = back >= (order.captured_paise ?? order.total_paise)
  const gone = await findGoneSeats(trx, order.order_id, BACK)
  const over = full || (await isWhollyPicked(trx, order.order_id))
  const first = order.status !== 'refunded'
  // Money that granted nothing waits for the owner, also after a full refund that failed.
  const stored = order.paid_at === null ? 'review' : back > 0 ? 'partially_refunded' : 'paid'
  const status = over ? 'refunded' : stored
  if (status !== order.status) await updateOrder(trx, order.order_id, { status })
  await callHooks('refundsArrived', ctx, trx, { order_id: order.order_id, refund_ids, now })
  // A refund by any way closes the request: nobody has to decline it.
  if (over) await closeGuarantee(trx, order.order_id, { status: 'approved', answer: null, closed_at: now })
  // Coins first: whoever gives a course by hand locks students before what they have.
  if (over && first) await takeRewardBack(ctx, trx, order)
  if (!over && !first) await giveRewardAgain(ctx, trx, order)
  await lockSeats(trx, order.order_id)
  const picked = await revokeSeats(trx, order.order_id, { now, seats: gone })
  const rest = over ? await revokeGrants(trx, order.order_id, { now, redeemed: full }) : NOBODY
  const courses = picked.courses + rest.courses
  const gifts = picked.gifts + rest.gifts
  const detail = `${counted(courses, 'course')}, ${counted(gifts, 'gift code')}`
  for (const enrolment_id of [...picked.seats, ...rest.seats])
    await ctx.queue.send(trx, 'seat-taken-mail', { enrolment_id })
  if ((over && first) || courses + gifts > 0)
    await insertOrderEvent(trx, { order_id: order.order_id, kind: 'access_taken', detail, created_at: now })
  if (courses > 0) await fetchStandInState(ctx, trx, order)
  if (!over && status !== 'review') await giveAccessBack(ctx, trx, order, gone)
  if (back > 0) ctx.log.info({ order_id: order.order_id, refunded_paise: back, status }, 'refund booked')
  return status
}

/**
 * A refund that failed after it was processed gives back the access that it took: the money is still here. Also when the buyer's account
 * is gone, for the seats of others.
 */
async function giveAccessBack(ctx: Context, trx: Db, { order_id }: OrderRow, gone: readonly RefundSeat[]) {
  if (!(await findRefunds(trx, [order_id])).some(({ status }) => status === 'failed')) return
  const { courses, gifts } = await restoreSeats(trx, order_id, gone)
  if (courses + gifts === 0) return
  const detail = `${counted(courses, 'course')}, ${counted(gifts, 'gift code')}`
  await insertOrderEvent(trx, { order_id, kind: 'access_restored', detail, created_at: ctx.now().toISOString() })
}

const BACK = { processed: true }
const NOBODY = { courses: 0, gifts: 0, seats: [] as string[] }

const counted = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`
