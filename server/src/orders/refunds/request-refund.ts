import { indianDay } from 'contract/indian-time'
import { formatRupees, toPaise, toRupees } from 'contract/money'
import type { RefundStatus } from 'contract/order-actions'
import { seatPrices } from 'contract/price-cart'
import { noteChange, noteRepeat } from '../../activity/note-change.ts'
import type { Context, Db } from '../../context.ts'
import { keyReused } from '../../db/idempotency.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { appError } from '../../errors.ts'
import { findRedeemedSeats } from '../../gifts/gifts.queries.ts'
import { GatewayError } from '../../payments/razorpay.ts'
import { findOrderLines, lockOrder, type OrderRow } from '../orders.queries.ts'
import { HOLDS_MONEY } from '../records/status.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { type Booking, bookOutside } from './book-outside.ts'
import { findOwed, storeRefund } from './give-back.ts'
import { isHeldByDispute, requireUndisputed } from './held-by-dispute.ts'
import { giveable } from './owed-back.ts'
import { findBooked, findRefund, findRefundByKey, type RefundRow } from './refunds.queries.ts'
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
  /** The owner has sent it by bank transfer: it is booked, and the gateway is not asked. `sent_on` is an Indian day. */
  bank?: { reference: string; sent_on: string } | undefined
  /** The same key gives the same refund. */
  key?: string | undefined
}

export type RefundAnswer = { refund_id: string; status: RefundStatus; amount: number }

export type Refundable = {
  /** What of the order's money can still be given back. */
  all: number
  /** The same without the gift seats that were redeemed. */
  withoutRedeemed: number
  /** How many of those there are. */
  redeemed: number
}

/** In paise; nothing while the payment is in dispute. `lock`: in a transaction that holds the order, so that nobody redeems a code of it meanwhile. */
export async function findRefundable(db: Db, order: OrderRow, { lock }: { lock: boolean }): Promise<Refundable> {
  const none = { all: 0, withoutRedeemed: 0, redeemed: 0 }
  if (!HOLDS_MONEY.includes(order.status) || order.payment_id === null) return none
  if (await isHeldByDispute(db, order)) return none
  const seats = await findRedeemedSeats(db, order.order_id, { lock })
  const all = (await findOwed(db, order)).find(({ payment_id }) => payment_id === order.payment_id)?.left ?? 0
  if (seats.size === 0) return { all, withoutRedeemed: all, redeemed: 0 }
  const { tax_settings_id, promocode_one_seat: oneSeat } = order
  const tax = tax_settings_id === null ? undefined : await findTaxSettingsById(db, tax_settings_id)
  const lines = await findOrderLines(db, [order.order_id])
  const kept = lines.reduce(
    (sum, line) => sum + (seats.get(line.course_id) ?? 0) * seatPrices(line, { oneSeat, tax }).further,
    0,
  )
  const redeemed = [...seats.values()].reduce((sum, count) => sum + count, 0)
  return { all, withoutRedeemed: giveable(all - kept), redeemed }
}

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
  const { row, repeated, order } = await ctx.db.transaction((trx) => findOrMakeRefund(ctx, trx, request))
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

async function findOrMakeRefund(ctx: Context, trx: Db, request: RefundRequest) {
  const { orderId, admin, amount, reason, redeemed, bank, key } = request
  const order = await lockOrder(trx, orderId)
  if (!order) throw appError('not_found', 'Order not found')
  const asked = amount === undefined ? undefined : toPaise(amount)
  const known = key ? await findRefundByKey(trx, orderId, key) : undefined
  if (known) {
    const same = (asked ?? known.amount_paise) === known.amount_paise && reason === known.reason
    if (!same || (redeemed ?? null) !== known.redeemed || (bank?.reference ?? null) !== known.reference) {
      throw keyReused('refund')
    }
    noteRepeat()
    return { row: known, repeated: true, order }
  }
  await requireUndisputed(trx, order)
  const paise = decideAmount(await findRefundable(trx, order, { lock: true }), asked, redeemed)
  if (reason === null && needsReason(order, ctx.now())) {
    const message = 'A reason is required when the payment is more than 30 days old'
    throw appError('invalid', message, { errors: [{ path: 'reason', message }] })
  }
  const change = { refund: toRupees(paise), reason, ...(redeemed ? { redeemed } : {}), ...(bank ? { bank } : {}) }
  await noteChange(trx, { kind: 'order', id: orderId, name: orderId, after: change })
  const wanted = { amount_paise: paise, reason, redeemed: redeemed ?? null, idempotency_key: key ?? null }
  if (bank) return { row: await bookTransfer(ctx, trx, order, { ...wanted, ...bank, admin }), repeated: false, order }
  const seats = redeemed && `, redeemed gift seats ${redeemed === 'keep' ? 'stay' : 'are taken back'}`
  const detail = [`${formatRupees(paise)} by ${admin.email}${seats ?? ''}`, reason].filter(Boolean).join(': ')
  const made = { order_id: orderId, payment_id: order.payment_id ?? '', origin: 'admin' as const, admin_id: admin.id }
  const row = await storeRefund(ctx, trx, { ...wanted, ...made }, detail)
  return { row, repeated: false, order }
}

/** A transfer left between the payment and today, and is booked once. */
async function bookTransfer(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  transfer: Omit<Booking, 'channel' | 'payment_id'>,
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

/** What is given back, in paise; refuses what is too much, and what would leave redeemed seats without a word on them. */
function decideAmount(
  { all, withoutRedeemed, redeemed: count }: Refundable,
  asked: number | undefined,
  redeemed: RefundRequest['redeemed'],
): number {
  if (all === 0) throw appError('not_refundable', 'There is nothing left to refund in this order')
  const most = redeemed === 'take' ? all : withoutRedeemed
  // A word on redeemed seats is one on the whole rest.
  const whole = redeemed !== undefined || count === 0
  if (most > 0 && (asked === undefined ? whole : redeemed ? asked === most : asked <= most)) return asked ?? most
  const refundable = { refundable: toRupees(all), refundable_without_redeemed: toRupees(withoutRedeemed) }
  if (count === 0)
    throw appError('not_refundable', `At most ${formatRupees(all)} of this order can be refunded`, refundable)
  const codes =
    count === 1 ? '1 gift code of this order has been redeemed' : `${count} gift codes of this order have been redeemed`
  const without =
    withoutRedeemed > 0
      ? `refund ${formatRupees(withoutRedeemed)} and let everyone who redeemed a code keep the course, or `
      : ''
  const message = `${codes}: ${without}refund ${formatRupees(all)} and take the course away from everyone`
  throw appError('not_refundable', message, refundable)
}

function toAnswer(row: Pick<RefundRow, 'refund_id' | 'status' | 'amount_paise'>): RefundAnswer {
  const status = row.status === 'requested' ? 'pending' : row.status
  return { refund_id: row.refund_id, status, amount: toRupees(row.amount_paise) }
}
