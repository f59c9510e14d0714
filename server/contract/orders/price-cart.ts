import { allocate, percentOf } from '../allocate.ts'
import { type Covering, covers } from '../promocode-check.ts'
import { type TaxRule, taxLine } from '../tax.ts'

/** The smallest payment that the gateway takes, in paise. */
export const MINIMUM_CHARGE_PAISE = 100

export type CartLine = {
  course_id: string
  /** Price of one seat, integer paise. */
  price_paise: number
  /** Seats, whole number from 1. */
  quantity: number
  /** Line of an offer: its price is the last word, and no code touches or counts it. */
  offer?: boolean | undefined
}

export type CartPromocode = Covering & {
  /** Whole percent, 1 to 100; 0 of a code that takes off rupees. */
  discount: number
  /** Paise that it takes off the order, once. */
  amount_paise?: number | null | undefined
  /** The most that a discount in percent may be, in paise. */
  max_discount_paise?: number | null | undefined
  /** Minimum total before the discount, in paise; below it there is no discount. */
  minimum_paise?: number | null | undefined
  /** Seats of each course that one use discounts. Absent: all of them, but one where the code gives 100 %. */
  seats?: number | undefined
}

export type PricedLine = CartLine & {
  subtotal_paise: number
  discount_paise: number
  /** Price after the discount; added tax is on top of it. */
  total_paise: number
}

export type PricedCart = {
  lines: PricedLine[]
  subtotal_paise: number
  discount_paise: number
  /** Tax that is added to the prices; 0 where they hold it, and without tax. */
  tax_paise: number
  /** Tax that the total holds already. */
  included_tax_paise: number
  /** Amount that raises a total of 1 to 99 paise to the gateway's minimum; else 0. */
  minimum_charge_paise: number
  /** Total shown and charged. */
  total_paise: number
  /** Seats of each course that the code discounts, where a course that it covers has more here: those cost their full price. Else null. */
  seats: number | null
  /** Amount missing to the code's minimum, which discounts nothing until then; else 0. */
  short_paise: number
}

/**
 * Prices a cart. The discount is taken once: percent half-up of the sum of what the code covers (lines, or so many seats of each as one use
 * of it may discount), at most its cap, or its amount; never more than the covered lines cost. It is shared out over those lines by largest
 * remainder, ties to the earlier line, so that the lines always sum to the total. Tax is taken line by
 * line from what is left of it, as the invoice does. The same function runs on the server and in both clients: the total
 * shown is the total charged.
 */
export function priceCart(lines: readonly CartLine[], code?: CartPromocode | null, tax?: TaxRule | null): PricedCart {
  const subtotals = lines.map((line) => line.price_paise * line.quantity)
  const subtotalPaise = sum(subtotals)
  const ofCart = sum(subtotals.filter((_, index) => !lines[index]?.offer))
  const shortPaise = Math.max(0, (code?.minimum_paise ?? 0) - ofCart)
  const promocode = shortPaise > 0 ? undefined : code
  const covered = lines.map((line) => promocode != null && !line.offer && covers(promocode, line.course_id))
  // Else one use of a code would give as many seats as a cart holds, each a gift code to pass on. An amount is taken off once.
  const amount = promocode?.amount_paise ?? undefined
  const seats = amount === undefined ? (promocode?.seats ?? (promocode?.discount === 100 ? 1 : undefined)) : undefined
  const seatsOf = ({ quantity }: CartLine) => Math.min(quantity, seats ?? quantity)
  const discounted = lines.map((line, index) => (covered[index] ? line.price_paise * seatsOf(line) : 0))
  const most = sum(discounted)
  const percent = () => Math.min(percentOf(most, promocode?.discount ?? 0), promocode?.max_discount_paise ?? most)
  const discountPaise = Math.min(most, amount ?? percent())
  const shares = allocate(discountPaise, discounted)
  const priced = lines.map((line, index) => {
    const subtotal = subtotals[index] ?? 0
    const discount = shares[index] ?? 0
    return { ...line, subtotal_paise: subtotal, discount_paise: discount, total_paise: subtotal - discount }
  })
  const taxPaise = sum(priced.map((line) => (tax ? taxLine(line.total_paise, tax).tax_paise : 0)))
  const added = tax?.prices === 'exclusive' ? taxPaise : 0
  const due = subtotalPaise - discountPaise + added
  const minimumCharge = due > 0 && due < MINIMUM_CHARGE_PAISE ? MINIMUM_CHARGE_PAISE - due : 0
  // The gateway's minimum holds its tax, whatever the prices do.
  const inMinimum = tax ? taxLine(minimumCharge, { ...tax, prices: 'inclusive' }).tax_paise : 0
  return {
    lines: priced,
    subtotal_paise: subtotalPaise,
    discount_paise: discountPaise,
    tax_paise: added,
    included_tax_paise: taxPaise - added + inMinimum,
    minimum_charge_paise: minimumCharge,
    total_paise: due + minimumCharge,
    seats: lines.some((line, index) => covered[index] && line.quantity > seatsOf(line)) ? (seats ?? null) : null,
    short_paise: shortPaise,
  }
}

/**
 * Splits a bought line's price over its seats, in paise, with the added tax, the buyer's own first. The code discounts the first `seats` of the line, and each further one costs its full price.
 */
export function seatPrices(
  { price_paise, quantity, total_paise }: Pick<PricedLine, 'price_paise' | 'quantity' | 'total_paise'>,
  { seats, tax }: { seats: number | null; tax?: TaxRule | null | undefined },
): number[] {
  const charged = (paise: number) => (tax ? taxLine(paise, tax).total_paise : paise)
  const discounted = Math.min(quantity, seats ?? quantity)
  const full = charged(price_paise)
  const each = Math.max(0, Math.round((charged(total_paise) - full * (quantity - discounted)) / discounted))
  return Array.from({ length: quantity }, (_, seat) => (seat < discounted ? each : full))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
