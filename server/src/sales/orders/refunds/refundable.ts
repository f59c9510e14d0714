import { seatPrices } from 'contract/orders/price-cart'
import { linesLeft, type SeatLeft, type SoldSeat, seatsLeft, soldSeats, splitOf } from 'contract/orders/refund-seats'
import type { Db } from '../../../context.ts'
import { chargedLines } from '../../documents/billed-lines.ts'
import { findTaxOfOrder } from '../../documents/documents.queries.ts'
import { findGiftSeats, type GiftSeat } from '../../gifts/gifts.queries.ts'
import { findOrderLines, type OrderLineRow, type OrderRow } from '../orders.queries.ts'
import { HOLDS_MONEY, WAS_PAID } from '../status.ts'
import { findOwed } from './find-owed.ts'
import { isHeldByDispute } from './held-by-dispute.ts'
import { giveable } from './owed-back.ts'
import { findGoneSeats, type RefundSeat } from './refund-seats.queries.ts'
import { findRefunds, type RefundRow } from './refunds.queries.ts'

/**
 * A seat that has not gone back, and is not on its way: the buyer's own (0), or a gift code. One of a bundle is the buyer's by course, and as a gift the
 * whole bundle; `lines` are those of the invoice that it has a part in as a course.
 */
export type OpenSeat = SeatLeft<
  SoldSeat & { course_id: string; course_name: string; gift: GiftSeat | null; lines: readonly number[] }
>

export type Refundable = {
  /** Refundable amount of the order, in paise. */
  all: number
  /** The same without the gift seats that were redeemed. */
  withoutRedeemed: number
  /** Redeemed seats among them. */
  redeemed: number
  seats: OpenSeat[]
  /** The rest by line of the invoice, and of it the part not reserved for redeemed seats. */
  left: number[]
  free: number[]
  /** The rest by line that no seat has: of seats that went back for less than their price. */
  withheld: number[]
}

export const NOTHING: Refundable = {
  all: 0,
  withoutRedeemed: 0,
  redeemed: 0,
  seats: [],
  left: [],
  free: [],
  withheld: [],
}

/** Nothing while the payment is in dispute. `lock`: in a transaction that holds the order, so that nobody redeems a code of it meanwhile. */
export async function findRefundable(db: Db, order: OrderRow, { lock }: { lock: boolean }): Promise<Refundable> {
  const { payment_id } = order
  if (!HOLDS_MONEY.includes(order.status) || payment_id === null) return NOTHING
  if (await isHeldByDispute(db, order)) return NOTHING
  const all = (await findOwed(db, order)).find((one) => one.payment_id === payment_id)?.left ?? 0
  return refundableOf({ ...(await findSold(db, order, { lock })), all })
}

/** Finds what is left of an order's seats, in paise with tax, whatever of it could go back now. */
export async function findSeatsLeft(db: Db, order: OrderRow): Promise<OpenSeat[]> {
  return refundableOf({ ...(await findSold(db, order, { lock: false })), all: order.total_paise }).seats
}

/** Finds the seats of an order of nothing, by course: gift seats that others redeemed are left out, for who asks cannot return them. */
export async function findFreeSeats(db: Db, order: OrderRow): Promise<[courseId: string, seats: OpenSeat[]][]> {
  const sold = await findSold(db, order, { lock: false })
  // Nothing was charged: its seats weigh nothing.
  const { seats } = refundableOf({ ...sold, all: 1 })
  return [
    ...Map.groupBy(
      seats.filter(({ gift }) => !gift?.redeemed_at),
      ({ course_id }) => course_id,
    ),
  ]
}

async function findSold(db: Db, order: OrderRow, { lock }: { lock: boolean }): Promise<Omit<Sold, 'all'>> {
  const { order_id, payment_id } = order
  const gifts = await findGiftSeats(db, order_id, { lock })
  const lines = await findOrderLines(db, [order_id])
  const tax = await findTaxOfOrder(db, order)
  const charged = chargedLines(order, lines, tax)
  const refunds = (await findRefunds(db, [order_id])).filter(
    (refund) => refund.payment_id === payment_id && refund.status !== 'failed',
  )
  const gone = await findGoneSeats(db, order_id)
  // An order in review granted nothing.
  const input = WAS_PAID.includes(order.status)
  const weights = input ? lines.map((line) => seatPrices(line, { seats: order.promocode_seats, tax })) : []
  return { lines, charged, weights, gifts, refunds, gone }
}

type Sold = {
  /** Refundable amount of the payment. */
  all: number
  lines: readonly Pick<OrderLineRow, 'course_id' | 'course_name' | 'bundle_id' | 'bundle_name' | 'owned'>[]
  /** Charges by line of the invoice, and by seat of each course. */
  charged: readonly number[]
  weights: readonly (readonly number[])[]
  gifts: readonly GiftSeat[]
  /** Refunds of the payment that have not failed, oldest first. */
  refunds: readonly Pick<RefundRow, 'amount_paise' | 'lines'>[]
  gone: readonly RefundSeat[]
}

export function refundableOf({ all, lines, charged, weights, gifts, refunds, gone }: Sold): Refundable {
  const back = refunds.map(({ amount_paise: paise, lines: split }) => ({
    paise,
    lines: split?.map((line) => line.paise) ?? null,
  }))
  const left = linesLeft(charged, back)
  const isGone = (id: string, seat: number) => gone.some((one) => one.course_id === id && one.seat === seat)
  const named = soldSeats(charged, weights).flatMap((seat) => {
    const line = lines[seat.line]
    if (!line || (line.owned && seat.seat === 0)) return []
    const whole = seat.seat > 0 && line.bundle_id !== null
    const course_id = whole ? (line.bundle_id ?? '') : line.course_id
    return [{ ...seat, course_id, course_name: (whole && line.bundle_name) || line.course_name, lines: [seat.line] }]
  })
  const present = [...Map.groupBy(named, ({ course_id, seat }) => `${seat} ${course_id}`).values()].flatMap((of) => {
    const seat = of.reduce(joined)
    const gift = gifts.find((one) => one.course_id === seat.course_id && one.seat === seat.seat) ?? null
    const there = (seat.seat === 0 || gift !== null) && !isGone(seat.course_id, seat.seat)
    return there ? [{ ...seat, gift }] : []
  })
  const isRedeemed = ({ gift }: Pick<OpenSeat, 'gift'>) => gift !== null && gift.redeemed_at !== null
  const { seats, free } = seatsLeft(left, present, isRedeemed)
  const withheld = left.map((paise, line) => seats.reduce((rest, seat) => rest - (seat.left[line] ?? 0), paise))
  return {
    all,
    left,
    free,
    withheld,
    withoutRedeemed: Math.min(all, sumOf(free)),
    redeemed: seats.filter(isRedeemed).length,
    seats: all === 0 ? [] : seats.toSorted((a, b) => a.line - b.line || a.seat - b.seat),
  }
}

/** Joins two parts of the seat of a bundle. */
const joined = <Part extends Pick<OpenSeat, 'parts' | 'lines'>>(one: Part, other: Part): Part => ({
  ...one,
  parts: one.parts.map((paise, line) => paise + (other.parts[line] ?? 0)),
  lines: [...one.lines, ...other.lines],
})

export const sumOf = (paise: readonly number[]) => paise.reduce((sum, one) => sum + one, 0)

/** The most that can go back with some seats: their charge without earlier refunds, and what was withheld of earlier seats. */
export const mostOf = ({ all, withheld }: Refundable, seats: readonly OpenSeat[]): number =>
  Math.min(all, sumOf(seats.map(({ paise }) => paise)) + sumOf(withheld))

/** Computes the refund of some seats: their charge, without earlier refunds; 0 below `least`, by default the gateway's. */
export const paiseOf = ({ all }: Refundable, seats: readonly OpenSeat[], least?: number): number =>
  giveable(Math.min(all, sumOf(seats.map(({ paise }) => paise))), least)

/** Splits a refund over the invoice's lines: over those of the picked seats, then what was withheld; else over the whole free amount. */
export function linesOf(
  { left, free, withheld }: Refundable,
  paise: number,
  seats: readonly OpenSeat[] = [],
): RefundRow['lines'] {
  const picked = left.map((_, line) => seats.reduce((sum, seat) => sum + (seat.left[line] ?? 0), 0))
  const there = picked.map((own, line) => own + (withheld[line] ?? 0))
  const split = seats.length > 0 ? splitOf(paise, picked, there) : splitOf(paise, free, left)
  return split.map((share, line) => ({ paise: share, seats: seats.filter((seat) => seat.lines.includes(line)).length }))
}

/** `Reels with 2 gift codes, 1 gift code of Canva`. */
export function seatWords(seats: readonly Pick<OpenSeat, 'course_id' | 'course_name' | 'seat'>[]): string {
  const courses = [...Map.groupBy(seats, ({ course_id }) => course_id).values()]
  const words = courses.map((of) => {
    const gifts = of.filter(({ seat }) => seat > 0).length
    const name = of[0]?.course_name ?? ''
    const codes = `${gifts} gift ${gifts === 1 ? 'code' : 'codes'}`
    return gifts === 0 ? name : gifts === of.length ? `${codes} of ${name}` : `${name} with ${codes}`
  })
  return words.join(', ')
}
