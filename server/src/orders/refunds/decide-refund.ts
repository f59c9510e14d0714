import { formatRupees, toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import type { OrderRow } from '../orders.queries.ts'
import { findOwed } from './find-owed.ts'
import { giveable } from './owed-back.ts'
import type { RefundSeat } from './refund-seats.queries.ts'
import type { OpenSeat, Refundable } from './refundable.ts'

type Wish = { redeemed?: 'keep' | 'take' | undefined; seats?: readonly RefundSeat[] | undefined }

/**
 * What is given back, in paise, and the seats that go with it; refuses what is too much, what would leave redeemed seats without a
 * word on them, and seats that have gone meanwhile.
 */
export function decide(
  refundable: Refundable,
  asked: number | undefined,
  { redeemed, seats }: Wish,
): { paise: number; seats: OpenSeat[] } {
  const { all, withoutRedeemed, redeemed: count } = refundable
  if (all === 0) throw appError('not_refundable', 'There is nothing left to refund in this order')
  if (seats) return ofSeats(refundable, asked, seats)
  const most = redeemed === 'take' ? all : withoutRedeemed
  // A word on redeemed seats is one on the whole rest.
  const whole = redeemed !== undefined || count === 0
  if (most > 0 && (asked === undefined ? whole : redeemed ? asked === most : asked <= most)) {
    const kept = redeemed === 'keep' ? refundable.seats.filter(({ gift }) => !gift?.redeemed_at) : []
    return { paise: asked ?? most, seats: kept }
  }
  const sums = { refundable: toRupees(all), refundable_without_redeemed: toRupees(withoutRedeemed) }
  if (count === 0) throw appError('not_refundable', `At most ${formatRupees(all)} of this order can be refunded`, sums)
  const codes =
    count === 1 ? '1 gift code of this order has been redeemed' : `${count} gift codes of this order have been redeemed`
  const without =
    withoutRedeemed > 0
      ? `refund ${formatRupees(withoutRedeemed)} and let everyone who redeemed a code keep the course, or `
      : ''
  const message = `${codes}: ${without}refund ${formatRupees(all)} and take the course away from everyone`
  throw appError('not_refundable', message, sums)
}

/** What is left of a second payment, or a part of it: nothing was bought with it, so it has no seats. */
export async function decideSecond(
  trx: Db,
  order: OrderRow,
  { payment_id, asked, request }: { payment_id: string | null; asked: number | undefined; request: Wish },
): Promise<{ paise: number; seats: OpenSeat[] }> {
  const payment = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)
  if (!payment) throw appError('not_refundable', 'This order has no such payment')
  if (payment.left === 0) throw appError('not_refundable', 'This payment is back already, or on its way')
  if (request.seats || request.redeemed) throw appError('not_refundable', 'Nothing was bought with a second payment')
  if (asked !== undefined && asked > payment.left)
    throw appError('not_refundable', `At most ${formatRupees(payment.left)} of this payment can be refunded`)
  return { paise: asked ?? payment.left, seats: [] }
}

/** Exactly what was charged for the picked seats and has not gone back. */
function ofSeats(refundable: Refundable, asked: number | undefined, wanted: readonly RefundSeat[]) {
  const isWanted = (seat: RefundSeat) =>
    wanted.some(({ course_id, seat: number }) => course_id === seat.course_id && number === seat.seat)
  const seats = refundable.seats.filter(isWanted)
  const sums = {
    refundable: toRupees(refundable.all),
    refundable_without_redeemed: toRupees(refundable.withoutRedeemed),
  }
  const refuse = (message: string) => appError('not_refundable', message, sums)
  if (seats.length < wanted.length) throw refuse('Some of these seats were refunded meanwhile. Please choose again.')
  const paise = Math.min(refundable.all, giveable(seats.reduce((sum, seat) => sum + seat.paise, 0)))
  if (paise === 0) throw refuse('Less than ₹1.00 was paid for these seats, which cannot be refunded')
  if (asked !== undefined && asked !== paise)
    throw refuse(`The refund for these seats is ${formatRupees(paise)}. Please choose again.`)
  return { paise, seats }
}
