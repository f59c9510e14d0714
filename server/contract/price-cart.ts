import { allocate, percentOf } from './allocate.ts'
import { type Covering, covers } from './promocode-check.ts'
import { type TaxRule, taxLine } from './tax.ts'

/** The least amount the payment gateway takes, in paise. */
export const MINIMUM_CHARGE_PAISE = 100

export type CartLine = {
  course_id: string
  /** Price of one seat, integer paise. */
  price_paise: number
  /** Seats, whole number from 1. */
  quantity: number
}

export type CartPromocode = Covering & {
  /** Whole percent, 1 to 100; 0 of a code that takes off rupees. */
  discount: number
  /** Paise that it takes off the order, once. */
  amount_paise?: number | null | undefined
  /** What the cart must come to before the discount, in paise; less leaves it without. */
  minimum_paise?: number | null | undefined
  /** A code with a limit of uses: one use discounts one seat of each course. One of 100 % does so in any case. */
  one_seat?: boolean | undefined
}

export type PricedLine = CartLine & {
  subtotal_paise: number
  discount_paise: number
  /** What the price comes to after the discount; tax that is added to prices comes on top of it. */
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
  /** What is added so that a total of 1 to 99 paise becomes the gateway's least amount; else 0. */
  minimum_charge_paise: number
  /** What is shown and charged. */
  total_paise: number
  /** The code discounts one seat of each course, and a course that it covers has more seats here: they cost their full price. */
  one_seat: boolean
  /** What is missing to the least order of the code, which discounts nothing until then; else 0. */
  short_paise: number
}

/**
 * Prices a cart. The discount is taken once: percent half-up of the sum of what the code covers (lines, or one seat of each where it
 * is limited or gives all), or its amount, never more than the covered lines cost. It is shared out over those lines by largest
 * remainder, ties to the earlier line, so that the lines always sum to the total. Tax is taken line by
 * line from what is left of it, as the invoice does. The same function runs on the server and in both clients: the total
 * shown is the total charged.
 */
export function priceCart(lines: readonly CartLine[], code?: CartPromocode | null, tax?: TaxRule | null): PricedCart {
  const subtotals = lines.map((line) => line.price_paise * line.quantity)
  const subtotalPaise = sum(subtotals)
  const shortPaise = Math.max(0, (code?.minimum_paise ?? 0) - subtotalPaise)
  const promocode = shortPaise > 0 ? undefined : code
  const covered = lines.map((line) => promocode != null && covers(promocode, line.course_id))
  // Else one use of a code would give as many seats as a cart holds, each a gift code to pass on. An amount is taken off once.
  const amount = promocode?.amount_paise ?? undefined
  const oneSeat =
    promocode != null && amount === undefined && (promocode.one_seat === true || promocode.discount === 100)
  const discounted = lines.map((line, index) => (covered[index] ? line.price_paise * (oneSeat ? 1 : line.quantity) : 0))
  const most = sum(discounted)
  const discountPaise = promocode ? Math.min(most, amount ?? percentOf(most, promocode.discount)) : 0
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
  // The least amount holds its tax, whatever the prices do.
  const inMinimum = tax ? taxLine(minimumCharge, { ...tax, prices: 'inclusive' }).tax_paise : 0
  return {
    lines: priced,
    subtotal_paise: subtotalPaise,
    discount_paise: discountPaise,
    tax_paise: added,
    included_tax_paise: taxPaise - added + inMinimum,
    minimum_charge_paise: minimumCharge,
    total_paise: due + minimumCharge,
    one_seat: oneSeat && lines.some((line, index) => covered[index] && line.quantity > 1),
    short_paise: shortPaise,
  }
}

/**
 * What the seats of a bought line cost, in paise, with the tax that was added. Where the code discounted one seat alone
 * (`oneSeat`) that is the buyer's own, so that a further one cost its full price.
 */
export function seatPrices(
  { price_paise, quantity, total_paise }: Pick<PricedLine, 'price_paise' | 'quantity' | 'total_paise'>,
  { oneSeat, tax }: { oneSeat: boolean; tax?: TaxRule | null | undefined },
): { own: number; further: number } {
  const charged = (paise: number) => (tax ? taxLine(paise, tax).total_paise : paise)
  if (!oneSeat) {
    const each = Math.round(charged(total_paise) / quantity)
    return { own: each, further: each }
  }
  const further = charged(price_paise)
  return { own: Math.max(0, charged(total_paise) - further * (quantity - 1)), further }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
