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
  /** Courses of a bundle, in order, with their ordinary prices; absent for a course. */
  includes?: readonly { course_id: string; price_paise: number }[] | undefined
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

type Sums = {
  subtotal_paise: number
  /** Price of the buyer's own seat where it is credited; else 0. */
  credit_paise: number
  discount_paise: number
  /** Price after credit and discount; added tax is on top of it. */
  total_paise: number
}

/** A course of a line: of a bundle each that it includes, else the course itself. */
export type PricedPart = Sums & {
  course_id: string
  /** Its share of the price of one seat. */
  price_paise: number
  /** The buyer's own seat is credited. */
  owned: boolean
}

export type PricedLine = CartLine & Sums & { parts: PricedPart[] }

export type PricedCart = {
  lines: PricedLine[]
  subtotal_paise: number
  credit_paise: number
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
 * Prices a cart. A bundle's price is shared over its courses by their ordinary prices. The buyer's own seat of each course is charged once:
 * by the bundles of the cart, in its order, before its single courses; every other line credits it. A bundle credits courses of `owned`, which the buyer has paid
 * for, too. Further seats, which are gifts, cost the whole price.
 * The discount is taken once, of what the credit leaves: percent half-up of the sum of what the code covers (lines, or so many seats of each as one use
 * of it may discount), at most its cap, or its amount; never more than the covered lines cost. It is shared out over their courses by largest
 * remainder, ties to the earlier line, so that the lines always sum to the total. Tax is taken course by
 * course from what is left of it, as the invoice does. The same function runs on the server and in both clients: the total
 * shown is the total charged.
 */
export function priceCart(
  lines: readonly CartLine[],
  code?: CartPromocode | null,
  tax?: TaxRule | null,
  owned: readonly string[] = [],
): PricedCart {
  const credited = creditParts(lines, owned)
  const paid = credited.map(({ parts }) => sum(parts.map((part) => part.subtotal_paise - part.credit_paise)))
  const touched = sum(paid.filter((_, index) => !lines[index]?.offer))
  const shortPaise = Math.max(0, (code?.minimum_paise ?? 0) - touched)
  const promocode = shortPaise > 0 ? undefined : code
  const isCovered = (line: CartLine) => promocode != null && !line.offer && covers(promocode, line.course_id)
  // Else one use of a code would give as many seats as a cart holds, each a gift code to pass on. An amount is taken off once.
  const amount = promocode?.amount_paise ?? undefined
  const seats = amount === undefined ? (promocode?.seats ?? (promocode?.discount === 100 ? 1 : undefined)) : undefined
  const seatsOf = ({ quantity }: CartLine) => Math.min(quantity, seats ?? quantity)
  const discounted = credited.flatMap(({ line, parts }) =>
    parts.map((part) => (isCovered(line) ? part.price_paise * seatsOf(line) - part.credit_paise : 0)),
  )
  const most = sum(discounted)
  const percent = () => Math.min(percentOf(most, promocode?.discount ?? 0), promocode?.max_discount_paise ?? most)
  const discountPaise = Math.min(most, amount ?? percent())
  const shares = allocate(discountPaise, discounted)
  let at = 0
  const priced = credited.map(({ line, parts: before }) => {
    const parts = before.map((part) => {
      const discount_paise = shares[at++] ?? 0
      return { ...part, discount_paise, total_paise: part.subtotal_paise - part.credit_paise - discount_paise }
    })
    return { ...line, ...sumsOf(parts), parts }
  })
  const sums = sumsOf(priced)
  const taxes = priced.flatMap(({ parts }) => parts.map((part) => (tax ? taxLine(part.total_paise, tax).tax_paise : 0)))
  const taxPaise = sum(taxes)
  const added = tax?.prices === 'exclusive' ? taxPaise : 0
  const due = sums.total_paise + added
  const minimumCharge = due > 0 && due < MINIMUM_CHARGE_PAISE ? MINIMUM_CHARGE_PAISE - due : 0
  // The gateway's minimum holds its tax, whatever the prices do.
  const inMinimum = tax ? taxLine(minimumCharge, { ...tax, prices: 'inclusive' }).tax_paise : 0
  return {
    lines: priced,
    ...sums,
    tax_paise: added,
    included_tax_paise: taxPaise - added + inMinimum,
    minimum_charge_paise: minimumCharge,
    total_paise: due + minimumCharge,
    seats: lines.some((line) => isCovered(line) && line.quantity > seatsOf(line)) ? (seats ?? null) : null,
    short_paise: shortPaise,
  }
}

/** Splits lines into their courses, and credits the own seat of each that the buyer has, or another line charges. */
function creditParts(lines: readonly CartLine[], owned: readonly string[]) {
  const charged = new Set<string>()
  const partsOf = (line: CartLine) => {
    const weights = line.includes?.map((course) => course.price_paise) ?? []
    // Courses that cost nothing alone have equal shares.
    const shares = allocate(line.price_paise, sum(weights) > 0 ? weights : weights.map(() => 1))
    const own = { course_id: line.course_id, price_paise: line.price_paise }
    const courses = line.includes?.map(({ course_id }, index) => ({ course_id, price_paise: shares[index] ?? 0 })) ?? [
      own,
    ]
    return courses.map(({ course_id, price_paise }) => {
      const isOwned = charged.has(course_id) || (line.includes !== undefined && owned.includes(course_id))
      charged.add(course_id)
      const subtotal_paise = price_paise * line.quantity
      return { course_id, price_paise, owned: isOwned, subtotal_paise, credit_paise: isOwned ? price_paise : 0 }
    })
  }
  const bundlesFirst = lines.toSorted((a, b) => Number(b.includes !== undefined) - Number(a.includes !== undefined))
  const parts = new Map(bundlesFirst.map((line) => [line, partsOf(line)]))
  return lines.map((line) => ({ line, parts: parts.get(line) ?? [] }))
}

function sumsOf(of: readonly Sums[]): Sums {
  return {
    subtotal_paise: sum(of.map((one) => one.subtotal_paise)),
    credit_paise: sum(of.map((one) => one.credit_paise)),
    discount_paise: sum(of.map((one) => one.discount_paise)),
    total_paise: sum(of.map((one) => one.total_paise)),
  }
}

/**
 * Splits a bought course's price over its seats, in paise, with the added tax, the buyer's own first, which is 0 where it is credited. The code
 * discounts the first `seats` of the line, and each further one costs its full price.
 */
export function seatPrices(
  line: Pick<PricedLine, 'price_paise' | 'quantity' | 'total_paise'> & { owned?: boolean },
  { seats, tax }: { seats: number | null; tax?: TaxRule | null | undefined },
): number[] {
  const { price_paise, quantity, total_paise, owned = false } = line
  const charged = (paise: number) => (tax ? taxLine(paise, tax).total_paise : paise)
  const discounted = Math.min(quantity, seats ?? quantity)
  const full = charged(price_paise)
  const sold = discounted - Number(owned)
  const rest = charged(total_paise) - full * (quantity - discounted)
  // A paisa is a seat's, however many share it.
  const each = rest > 0 ? Math.max(1, Math.round(rest / Math.max(1, sold))) : 0
  return Array.from({ length: quantity }, (_, seat) => (seat === 0 && owned ? 0 : seat < discounted ? each : full))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
