import { z } from 'zod'
import { Rupees } from '../fields.ts'
import { toPaise } from '../money.ts'

const Seat = z.object({ course_id: z.string(), seat: z.number().int() })

/**
 * A condition that an order was priced by, stored with the order. It holds while the seats of `by` that stay weigh `least` together. Without it each
 * remaining seat of `benefit` costs `amount` more; `apart` is a benefit of another order.
 */
const terms = {
  by: z.array(Seat.extend({ weight: z.number().int() })),
  least: z.number().int(),
  benefit: z.array(Seat.extend({ amount: Rupees })),
  apart: Rupees,
}

export const OrderCondition = z.discriminatedUnion('kind', [
  /** An offer at checkout: `course_name` is cheaper beside one of `beside`, or beside any course where that is empty. */
  z.object({
    kind: z.literal('offer'),
    name: z.string(),
    course_name: z.string(),
    beside: z.array(z.string()),
    ...terms,
  }),
  /** A promo code with a minimum. */
  z.object({ kind: z.literal('minimum'), name: z.string(), minimum: Rupees, ...terms }),
  /** A bundle is cheaper than its courses. */
  z.object({ kind: z.literal('bundle'), name: z.string(), ...terms }),
  /** A later order of the same buyer costs less with this one: a bundle that credited its courses, a renewal of it, an offer after it. */
  z.object({ kind: z.literal('credit'), name: z.string(), order_no: z.string(), ...terms }),
  /** A later order opens nothing without this one, and goes back with it: `back` is its rest. */
  z.object({ kind: z.literal('upgrade'), name: z.string(), order_no: z.string(), back: Rupees, ...terms }),
])
export type OrderCondition = z.output<typeof OrderCondition>

/** The facts of an order that a refund of some seats is proposed from. */
export const refundTerms = {
  conditions: z.array(OrderCondition),
  /** Rest of seats that went back for less than their price. */
  withheld: Rupees,
}

type Place = z.output<typeof Seat>

/** An order's seats and terms, in rupees as on the wire. */
export type RefundTerms = {
  refundable: number
  withheld: number
  seats: readonly (Place & { amount: number })[]
  conditions: readonly OrderCondition[]
}

/** A refund of seats, in paise. */
export type Proposal = {
  /** Price of the seats, and the rest of earlier ones: the most that can go back with them. */
  most: number
  /** The same less the benefits that fall away. */
  proposed: number
  /** Benefits that fall away, together; may be more than the price. */
  lost: number
  /** Conditions that no longer hold; none without a loss. */
  fallen: OrderCondition[]
  /** Later orders that go back with the seats. */
  along: Extract<OrderCondition, { kind: 'upgrade' }>[]
}

const isSame = (one: Place, other: Place) => one.course_id === other.course_id && one.seat === other.seat

/** Returns true while the condition holds with only these seats. */
const holds = ({ by, least }: OrderCondition, stays: readonly Place[]): boolean =>
  by.reduce((sum, one) => sum + (stays.some((seat) => isSame(seat, one)) ? one.weight : 0), 0) >= least

/** Lists the later orders that go back once only these seats stay. */
export const backAlong = (conditions: readonly OrderCondition[], stays: readonly Place[]): Proposal['along'] =>
  conditions.flatMap((one) => (one.kind === 'upgrade' && !holds(one, stays) ? [one] : []))

/** Benefit in paise that is lost while only these seats stay; 0 while the condition holds. */
function lostOf(condition: OrderCondition, stays: readonly Place[]): number {
  if (holds(condition, stays)) return 0
  const { benefit, apart } = condition
  const isHere = (place: Place) => stays.some((seat) => isSame(seat, place))
  return benefit.filter(isHere).reduce((sum, { amount }) => sum + toPaise(amount), toPaise(apart))
}

/**
 * Proposes what goes back with some seats: their price less the benefits that fall away with them. A benefit that fell away earlier counts
 * once: what was withheld for it is part of the rest, and what was not is forgiven.
 */
export function proposeRefund(order: RefundTerms, picked: readonly Place[]): Proposal {
  const { seats, conditions } = order
  const withheld = toPaise(order.withheld)
  const stays = seats.filter((seat) => !picked.some((one) => isSame(one, seat)))
  const price = seats.reduce((paise, seat) => paise + (stays.includes(seat) ? 0 : toPaise(seat.amount)), 0)
  const lossOf = (of: readonly Place[]) => conditions.reduce((paise, one) => paise + lostOf(one, of), 0)
  const before = lossOf(seats)
  const lost = Math.max(0, lossOf(stays) - Math.max(0, before - withheld))
  const most = Math.min(toPaise(order.refundable), price + withheld)
  return {
    most,
    proposed: Math.min(most, Math.max(0, price + Math.min(withheld, before) - lost)),
    lost,
    fallen: lost === 0 ? [] : conditions.filter((one) => lostOf(one, stays) > 0),
    along: backAlong(conditions, stays),
  }
}
