import { isDeepStrictEqual } from 'node:util'
import { indianDay } from 'contract/indian-time'
import { formatRupees, toPaise, toRupees } from 'contract/money'
import type { RefundStatus } from 'contract/order-actions'
import { noteChange, noteRepeat } from '../../activity/note-change.ts'
import type { Context, Db } from '../../context.ts'
import { keyReused } from '../../db/idempotency.ts'
import { appError } from '../../errors.ts'
import { GatewayError } from '../../payments/razorpay.ts'
import { closeGuarantee } from '../guarantee/guarantee.queries.ts'
import { lockOrder, type OrderRow } from '../orders.queries.ts'
import { isOutside } from '../outside/outside-payments.queries.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { type Booking, bookOutside } from './book-outside.ts'
import { decide, decideSecond } from './decide-refund.ts'
import { storeRefund } from './give-back.ts'
import { requireUndisputed } from './held-by-dispute.ts'
import { closeRefundRequest, type RefundRequestRow } from './refund-requests.queries.ts'
import { findRefundSeats, type RefundSeat } from './refund-seats.queries.ts'
import { findRefundable, linesOf, seatWords } from './refundable.ts'
import { findBooked, findRefund, findRefundByKey, type RefundRow } from './refunds.queries.ts'
import { askSecondPerson, findAskedBefore, needsSecondPerson } from './second-person.ts'
import { sendRefund } from './send-refund.ts'

const DAY_MS = 24 * 60 * 60_000
/** Within these days of the payment nobody has to say why. */
const PROMISE_DAYS = 30

export type RefundRequest = {
  orderId: string
  admin: { id: number; email: string }
  /** In rupees; absent = all that is left. */
  amount?: number | undefined
  reason: string | null
  /** What becomes of redeemed gift seats when all of the rest goes back. */
  redeemed?: 'keep' | 'take' | undefined
  /** What goes back: with these seats their access ends and their codes stop working. */
  seats?: readonly RefundSeat[] | undefined
  /** The owner has sent it by bank transfer: it is booked, and the gateway is not asked. `sent_on` is an Indian day. */
  bank?: { reference: string; sent_on: string; payment_id?: string | undefined } | undefined
  /** The same key gives the same refund. */
  key?: string | undefined
  /** What somebody else asked for: it needs no further person, and no further reason. */
  approves?: RefundRequestRow
}

/** `second_person`: it waits for one, there is no refund yet, and the id is the request's. */
export type RefundAnswer = { refund_id: string; status: RefundStatus | 'second_person'; amount: number }

/** True from day 31 after the payment. */
export function needsReason(order: OrderRow, now: Date): boolean {
  return order.paid_at !== null && now.getTime() > Date.parse(order.paid_at) + PROMISE_DAYS * DAY_MS
}

/**
 * Refunds an order for the owner. The row is committed before the gateway is asked, with its id as the key there, so that
 * neither a kill nor a lost answer gives the money back twice; parallel requests follow each other on the order's lock and
 * never exceed what was captured. Errors as the contract's entry lists them.
 */
export async function requestRefund(ctx: Context, request: RefundRequest): Promise<RefundAnswer> {
  const made = await ctx.db.transaction((trx) => findOrMakeRefund(ctx, trx, request))
  if ('request_id' in made) {
    return { refund_id: made.request_id, status: 'second_person', amount: toRupees(made.amount_paise) }
  }
  const { row, repeated, order } = made
  if (row.status !== 'requested') return toAnswer(row)
  try {
    if (!repeated) await sendRefund(ctx, row)
    else await reconcileOrder(ctx, order)
  } catch (error) {
    // A gateway that is away is asked again by the reconciler; one that refused, or is not there, is told of.
    if (!(error instanceof GatewayError)) throw error
    // "Could not be reached" is for buyers: whoever gives money back must hear why it was not taken.
    if (!error.retryable) throw appError('gateway_error', `${error.message.replace(/\.$/, '')}. Nothing was refunded.`)
    ctx.log.warn({ err: error, refund_id: row.refund_id }, 'the gateway did not take a refund, it is asked again')
  }
  return toAnswer((await findRefund(ctx.db, row.refund_id)) ?? row)
}

type Made =
  | { row: RefundRow; repeated: boolean; order: OrderRow }
  | Pick<RefundRequestRow, 'request_id' | 'amount_paise'>

async function findOrMakeRefund(ctx: Context, trx: Db, request: RefundRequest): Promise<Made> {
  const { orderId, admin, amount, reason, redeemed, bank, key, approves } = request
  const order = await lockOrder(trx, orderId)
  if (!order) throw appError('not_found', 'Order not found')
  const asked = amount === undefined ? undefined : toPaise(amount)
  const known = key ? await findRefundByKey(trx, orderId, key) : undefined
  if (known) {
    const same = (asked ?? known.amount_paise) === known.amount_paise && reason === known.reason
    const seats = await findRefundSeats(trx, known.refund_id)
    const picked = request.seats === undefined || isDeepStrictEqual(sortedSeats(request.seats), sortedSeats(seats))
    if (!same || !picked || (redeemed ?? null) !== known.redeemed || (bank?.reference ?? null) !== known.reference) {
      throw keyReused('refund')
    }
    noteRepeat()
    return { row: known, repeated: true, order }
  }
  const before = approves ? undefined : await findAskedBefore(trx, orderId, { key, asked })
  if (before?.status === 'open') return before
  const given = before && (await findRefundByKey(trx, orderId, before.request_id))
  if (given) return { row: given, repeated: true, order }
  if (!bank && isOutside(order)) {
    throw appError(
      'not_refundable',
      'This was paid outside Razorpay. Send the money back yourself, and book that as a bank transfer.',
    )
  }
  const payment_id = bank?.payment_id ?? order.payment_id
  const isSecond = payment_id !== order.payment_id
  await requireUndisputed(trx, { ...order, payment_id })
  const refundable = await findRefundable(trx, order, { lock: true })
  const { paise, seats } = isSecond
    ? await decideSecond(trx, order, { payment_id, asked, request })
    : decide(refundable, asked, request)
  if (reason === null && !approves && needsReason(order, ctx.now())) {
    const message = 'A reason is required when the payment is more than 30 days old'
    throw appError('invalid', message, { errors: [{ path: 'reason', message }] })
  }
  const picked = seats.length > 0 ? seatWords(seats) : undefined
  if (!approves && (await needsSecondPerson(trx, orderId, paise))) {
    const about = picked ?? (redeemed === 'take' ? 'everything, redeemed gift seats too' : null)
    const said = {
      reason,
      redeemed: redeemed ?? null,
      seats: request.seats ? [...request.seats] : null,
      bank: bank ?? null,
    }
    return askSecondPerson(ctx, trx, { ...said, order_id: orderId, amount_paise: paise, about }, { admin, key })
  }
  if (approves) await endRequest(ctx, trx, approves, admin)
  const change = { refund: toRupees(paise), reason, picked, redeemed, bank }
  await noteChange(trx, { kind: 'order', id: orderId, name: orderId, after: change })
  const wanted = {
    amount_paise: paise,
    reason,
    redeemed: redeemed ?? null,
    idempotency_key: key ?? null,
    lines: isSecond ? null : linesOf(refundable, paise, seats),
  }
  // Whoever gives money back approves what the buyer asked for.
  const closed_at = ctx.now().toISOString()
  if (!isSecond) await closeGuarantee(trx, orderId, { status: 'approved', answer: null, closed_at })
  if (bank) {
    const of = payment_id === null ? {} : { payment_id }
    const row = await bookTransfer(ctx, trx, order, { ...wanted, ...bank, ...of, seats, admin })
    return { row, repeated: false, order }
  }
  const word = redeemed && `, redeemed gift seats ${redeemed === 'keep' ? 'stay' : 'are taken back'}`
  const about = word ?? (picked ? ` for ${picked.replaceAll(': ', ' ')}` : '')
  const second = approves ? ', approved' : ''
  const detail = [`${formatRupees(paise)}${second} by ${admin.email}${about}`, reason].filter(Boolean).join(': ')
  const made = { order_id: orderId, payment_id: order.payment_id ?? '', origin: 'admin' as const, admin_id: admin.id }
  const row = await storeRefund(ctx, trx, { ...wanted, ...made }, { detail, seats })
  return { row, repeated: false, order }
}

const sortedSeats = (seats: readonly RefundSeat[]) => seats.map(({ course_id, seat }) => `${course_id} ${seat}`).sort()

async function endRequest(ctx: Context, trx: Db, { request_id }: RefundRequestRow, { id }: { id: number }) {
  const end = { status: 'approved', closed_by: id, closed_at: ctx.now().toISOString() } as const
  if (!(await closeRefundRequest(trx, request_id, end))) throw appError('conflict', 'This refund was declined')
}

/** A transfer left between the payment and today, and is booked once. */
async function bookTransfer(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  transfer: Omit<Booking, 'channel'>,
): Promise<RefundRow> {
  const refuse = (field: string, message: string) =>
    appError('invalid', message, { errors: [{ path: `bank.${field}`, message }] })
  const { sent_on, reference } = transfer
  const paidOn = indianDay(new Date(order.paid_at ?? order.created_at))
  if (sent_on > indianDay(ctx.now())) throw refuse('sent_on', 'The date must not be in the future')
  if (sent_on < paidOn) throw refuse('sent_on', 'The date is before the payment')
  if (await findBooked(trx, order.order_id, { channel: 'bank', reference }))
    throw refuse('reference', 'A transfer with this reference is already booked')
  const row = await bookOutside(ctx, trx, order, { ...transfer, channel: 'bank' })
  if (!row) throw appError('not_refundable', 'There is nothing left to refund in this order')
  return row
}

function toAnswer(row: Pick<RefundRow, 'refund_id' | 'status' | 'amount_paise'>): RefundAnswer {
  const status = row.status === 'requested' ? 'pending' : row.status
  return { refund_id: row.refund_id, status, amount: toRupees(row.amount_paise) }
}
