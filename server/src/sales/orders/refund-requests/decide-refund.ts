import { DAY_MS } from 'contract/indian-time'
import { formatMoney, formatRupees, toPaise, toRupees } from 'contract/money'
import { REASON_NEEDED, type RefundStatus } from 'contract/orders/actions'
import { backAlong } from 'contract/orders/conditions'
import type { Db } from '../../../context.ts'
import { appError, invalidField, plainError } from '../../../errors.ts'
import { findGuaranteeDays } from '../../../shop/settings/settings.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { isOutside } from '../outside-payments.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { findConditions } from '../refunds/conditions.ts'
import { findOwed } from '../refunds/find-owed.ts'
import { requireUndisputed } from '../refunds/held-by-dispute.ts'
import { giveable, LEAST_BY_GATEWAY } from '../refunds/owed-back.ts'
import type { RefundSeat } from '../refunds/refund-seats.queries.ts'
import { findRefundable, linesOf, mostOf, type OpenSeat, paiseOf, type Refundable } from '../refunds/refundable.ts'
import type { RefundRow } from '../refunds/refunds.queries.ts'
import type { RefundRequestRow } from './refund-requests.queries.ts'

export type RefundRequest = {
  orderId: string
  admin: { id: number; email: string }
  /** In rupees; absent = all that is left. */
  amount?: number | undefined
  reason: string | null
  /** Fate of redeemed gift seats when all of the rest is refunded. */
  redeemed?: 'keep' | 'take' | undefined
  /** Refunded seats: their access ends and their codes stop working. */
  seats?: readonly RefundSeat[] | undefined
  /** The owner has sent it by bank transfer: it is recorded, without a gateway call. `sent_on` is an Indian day. */
  bank?: { reference: string; sent_on: string; payment_id?: string | undefined } | undefined
  /** The same key gives the same refund. */
  key?: string | undefined
  /** Another admin's request: it needs no second approval and no new reason. */
  approves?: RefundRequestRow
}

/** `second_person`: it waits for one, there is no refund yet, and the id is the request's. The id is the order's where no money goes back. */
export type RefundAnswer = {
  refund_id: string
  status: RefundStatus | 'second_person'
  amount: number
  waiting?: string
}

/** A decided refund: amount, payment and invoice lines; a duplicate payment has no lines. */
export type Decided = {
  payment_id: string | null
  currency: string
  isSecond: boolean
  paise: number
  seats: OpenSeat[]
  lines: RefundRow['lines']
  /** What goes back with it of later orders, in paise. */
  along: number
}

/** In the transaction of the refund, the order locked. Refuses what cannot, or must not, go back: as the contract's entry says. */
export async function decideRefund(trx: Db, order: OrderRow, request: RefundRequest, now: Date): Promise<Decided> {
  const { amount, reason, bank, approves } = request
  const requested = amount === undefined ? undefined : toPaise(amount)
  if (!bank && isOutside(order)) {
    throw plainError(
      'not_refundable',
      'This was paid outside Razorpay. Send the money back yourself, and book that as a bank transfer.',
    )
  }
  const payment_id = bank?.payment_id ?? order.payment_id
  const isSecond = payment_id !== order.payment_id
  const currency = await currencyOf(trx, payment_id)
  await requireUndisputed(trx, { ...order, payment_id })
  const refundable = await findRefundable(trx, order, { lock: true })
  const { paise, seats } = isSecond
    ? await decideSecond(trx, order, { payment_id, asked: requested, request })
    : decide(refundable, requested, request, currency)
  if (reason === null && !approves && (await needsReason(trx, order, now))) throw invalidField('reason', REASON_NEEDED)
  const lines = isSecond ? null : linesOf(refundable, paise, seats)
  const along = isSecond ? 0 : await sumAlong(trx, order, refundable, { paise, seats })
  return { payment_id, currency, isSecond, paise, seats, lines, along }
}

/** Sums what goes back with a refund of later orders, which hang on its seats: of all, of some, or of none where it is a part of the sum. */
async function sumAlong(
  db: Db,
  order: OrderRow,
  refundable: Refundable,
  { paise, seats }: Pick<Decided, 'paise' | 'seats'>,
) {
  const isPart = seats.length === 0 && paise < refundable.all
  const stays = paise === refundable.all ? [] : refundable.seats.filter((seat) => isPart || !seats.includes(seat))
  return backAlong(await findConditions(db, order), stays).reduce((sum, { back }) => sum + toPaise(back), 0)
}

/** Returns true once the payment's guarantee is over: within it no reason is needed. */
export async function needsReason(db: Db, order: OrderRow, now: Date): Promise<boolean> {
  if (order.paid_at === null) return false
  return now.getTime() > Date.parse(order.paid_at) + (await findGuaranteeDays(db)) * DAY_MS
}

type RefundTerms = Pick<RefundRequest, 'redeemed' | 'seats' | 'bank'>

/** The least sum that this way can send. */
const leastOf = ({ bank }: RefundTerms) => (bank ? 1 : LEAST_BY_GATEWAY)

const tooSmall = (paise: number, currency: string) =>
  plainError(
    'not_refundable',
    `Razorpay refunds ${formatMoney(LEAST_BY_GATEWAY, currency)} or more. Send ${formatMoney(paise, currency)} by bank transfer, and record that.`,
  )

/** Returns the refund in paise with its seats; refuses an excess, an undecided fate of redeemed seats, and seats gone meanwhile. */
export function decide(
  refundable: Refundable,
  requested: number | undefined,
  wish: RefundTerms,
  currency = 'INR',
): { paise: number; seats: OpenSeat[] } {
  const { redeemed, seats } = wish
  const { all, redeemed: count } = refundable
  const least = leastOf(wish)
  const withoutRedeemed = giveable(refundable.withoutRedeemed, least)
  if (all === 0) throw appError('not_refundable', 'There is nothing left to refund in this order')
  if (all < least) throw tooSmall(all, currency)
  if (seats) return ofSeats(refundable, requested, { seats, least })
  // No choice is left between redeemed seats alone.
  const takes = redeemed === 'take' || (redeemed === undefined && refundable.withoutRedeemed === 0)
  const most = takes ? all : withoutRedeemed
  // A word on redeemed seats is one on the whole rest.
  const whole = redeemed !== undefined || count === 0 || takes
  if (most > 0 && (requested === undefined ? whole : redeemed ? requested === most : requested <= most)) {
    const stored = redeemed === 'keep' ? refundable.seats.filter(({ gift }) => !gift?.redeemed_at) : []
    return { paise: requested ?? most, seats: stored }
  }
  const sums = { refundable: toRupees(all), refundable_without_redeemed: toRupees(withoutRedeemed) }
  if (count === 0)
    throw plainError('not_refundable', `At most ${formatMoney(all, currency)} of this order can be refunded`, sums)
  const codes =
    count === 1 ? '1 gift code of this order has been redeemed' : `${count} gift codes of this order have been redeemed`
  const without =
    withoutRedeemed > 0
      ? `refund ${formatRupees(withoutRedeemed)} and let everyone who redeemed a code keep the course, or `
      : ''
  const message = `${codes}: ${without}refund ${formatRupees(all)} and take the course away from everyone`
  throw plainError('not_refundable', message, sums)
}

/** Decides a refund of a duplicate payment, whole or in part: it bought nothing, so it has no seats. */
async function decideSecond(
  trx: Db,
  order: OrderRow,
  { payment_id, asked, request }: { payment_id: string | null; asked: number | undefined; request: RefundTerms },
): Promise<{ paise: number; seats: OpenSeat[] }> {
  const payment = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)
  if (!payment) throw plainError('not_refundable', 'This order has no such payment')
  if (payment.left === 0) throw plainError('not_refundable', 'This payment is back already, or on its way')
  const least = leastOf(request)
  if (payment.left < least) throw tooSmall(payment.left, 'INR')
  if (request.seats || request.redeemed) throw plainError('not_refundable', 'Nothing was bought with a second payment')
  if (asked !== undefined && asked > payment.left)
    throw plainError('not_refundable', `At most ${formatRupees(payment.left)} of this payment can be refunded`)
  return { paise: asked ?? payment.left, seats: [] }
}

function ofSeats(
  refundable: Refundable,
  requested: number | undefined,
  { seats: wanted, least }: { seats: readonly RefundSeat[]; least: number },
) {
  const isWanted = (seat: RefundSeat) =>
    wanted.some(({ course_id, seat: number }) => course_id === seat.course_id && number === seat.seat)
  const seats = refundable.seats.filter(isWanted)
  const sums = {
    refundable: toRupees(refundable.all),
    refundable_without_redeemed: toRupees(refundable.withoutRedeemed),
  }
  const refuse = (message: string) => plainError('not_refundable', message, sums)
  if (seats.length < wanted.length) throw refuse('Some of these seats were refunded meanwhile. Please choose again.')
  const paise = requested ?? paiseOf(refundable, seats, least)
  if (paise === 0) throw refuse('Less than ₹1.00 was paid for these seats: send it by bank transfer, and record that')
  const most = mostOf(refundable, seats)
  if (paise > most) throw refuse(`The refund for these seats is at most ${formatRupees(most)}. Please choose again.`)
  return { paise, seats }
}
