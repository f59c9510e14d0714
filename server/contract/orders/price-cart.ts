import { allocate, percentOf } from '../allocate.ts'
import { type Covering, covers } from '../promocode-check.ts'
import { ruleOfCourse, ruleOfRest, type TaxRule, taxLine } from '../tax.ts'

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
  /** The course has a fixed price for this purchase: no code touches or counts it, and no earlier purchase is credited on it. */
  fixed?: boolean | undefined
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

/** Takes reductions off the courses' totals: each with what it takes off, and what is left of the totals. */
export type Reduce = (totals: readonly number[]) => { reductions: Reduction[]; left: readonly number[] }

/** Count of an earlier way to a course in a bundle. */
export type Credit = {
  course_id: string
  /** Sum that the buyer paid for it here, before added tax; null counts the course's whole share. */
  paise: number | null
  /** The bundle grants the course also where the credit is its whole share: it gives it for longer, or the student pays it in parts. */
  granted?: boolean
}

/** A discount of a feature's own, such as coins: taken off what credit and code leave, with a line of its own in every sum. */
export type Reduction = {
  /** The feature's own word, such as `coins`. */
  kind: string
  /** The name in English, the key of its translations; `{count}` is filled. */
  label: string
  count?: number | undefined
  paise: number
}

type Sums = {
  subtotal_paise: number
  /** Taken off the price of the buyer's own seat for what they have already. */
  credit_paise: number
  discount_paise: number
  /** Taken off by reductions, after credit and discount. */
  reduction_paise: number
  /** Price after credit, discount and reductions; added tax is on top of it. */
  total_paise: number
}

/** A course of a line: of a bundle each that it includes, else the course itself. */
export type PricedPart = Sums & {
  course_id: string
  /** The course's share of the price of one seat. */
  price_paise: number
  /** The buyer's own seat is credited whole. */
  owned: boolean
}

export type PricedLine = CartLine & Sums & { parts: PricedPart[] }

export type PricedCart = {
  lines: PricedLine[]
  subtotal_paise: number
  credit_paise: number
  discount_paise: number
  reduction_paise: number
  /** Each reduction with the amount that it takes off this price; reductions of 0 are left out. */
  reductions: Reduction[]
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
 * by the bundle with its greatest share, the first of equals, before single courses; every other line credits it whole. The bundle that charges
 * it takes off its entry in `credits`, at most the share, so that the same money never counts for more. Further seats, which are gifts, cost the whole price.
 * The discount is taken once, of what the credit leaves: percent half-up of the sum of what the code covers (lines, or so many seats of each as one use
 * of it may discount), at most its cap, or its amount; never more than the covered lines cost. It is shared out over their courses by largest
 * remainder, ties to the earlier line, so that the lines always sum to the total. Reductions follow, one after the other, each at most what is
 * left, shared out over all courses by what they still cost. Tax is taken course by
 * course from what is left of it, as the invoice does. The same function runs on the server and in both clients: the total
 * shown is the total charged.
 */
export function priceCart(
  lines: readonly CartLine[],
  code?: CartPromocode | null,
  tax?: TaxRule | null,
  credits: readonly Credit[] = [],
  reduce: Reduce = (left) => ({ reductions: [], left }),
): PricedCart {
  const credited = creditParts(lines, credits)
  const paid = credited.map(({ parts }) => sum(parts.map((part) => part.subtotal_paise - part.credit_paise)))
  const touched = sum(paid.filter((_, index) => !isFixed(lines[index])))
  const shortPaise = Math.max(0, (code?.minimum_paise ?? 0) - touched)
  const promocode = shortPaise > 0 ? undefined : code
  const isCovered = (line: CartLine) => promocode != null && !isFixed(line) && covers(promocode, line.course_id)
  // Without this limit one use of a code would discount as many seats as a cart holds, each a gift code to pass on. An amount is taken off once.
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
  const paidParts = credited.flatMap(({ parts }) => parts.map((part) => part.subtotal_paise - part.credit_paise))
  const { reductions, left } = reduce(paidParts.map((paise, index) => paise - (shares[index] ?? 0)))
  let at = 0
  const priced = credited.map(({ line, parts: before }) => {
    const parts = before.map((part) => {
      const discount_paise = shares[at] ?? 0
      const total_paise = left[at++] ?? 0
      const reduction_paise = part.subtotal_paise - part.credit_paise - discount_paise - total_paise
      return { ...part, discount_paise, reduction_paise, total_paise }
    })
    return { ...line, ...sumsOf(parts), parts }
  })
  const sums = sumsOf(priced)
  const taxes = priced.flatMap(({ parts }) =>
    parts.map(({ course_id, total_paise }) => (tax ? taxLine(total_paise, ruleOfCourse(tax, course_id)).tax_paise : 0)),
  )
  const taxPaise = sum(taxes)
  const added = tax?.prices === 'exclusive' ? taxPaise : 0
  const due = sums.total_paise + added
  const minimumCharge = due > 0 && due < MINIMUM_CHARGE_PAISE ? MINIMUM_CHARGE_PAISE - due : 0
  // The gateway's minimum holds its tax, whatever the prices do.
  const inMinimum = tax
    ? taxLine(minimumCharge, { ...ruleOfRest(tax, courseIdsOf(priced)), prices: 'inclusive' }).tax_paise
    : 0
  return {
    lines: priced,
    ...sums,
    reductions,
    tax_paise: added,
    included_tax_paise: taxPaise - added + inMinimum,
    minimum_charge_paise: minimumCharge,
    total_paise: due + minimumCharge,
    seats: lines.some((line) => isCovered(line) && line.quantity > seatsOf(line)) ? (seats ?? null) : null,
    short_paise: shortPaise,
  }
}

const courseIdsOf = (lines: readonly PricedLine[]) => lines.flatMap(({ parts }) => parts.map((part) => part.course_id))

const isFixed = (line: CartLine | undefined) => line?.offer === true || line?.fixed === true

/** Splits lines into their courses, and credits the own seat of each that the buyer has, or another line charges. */
function creditParts(lines: readonly CartLine[], credits: readonly Credit[]) {
  const split = lines.map((line) => ({ line, shares: sharesOf(line) }))
  const charging = new Map<string, Charge>()
  for (const { line, shares } of split) {
    for (const { course_id, price_paise: share } of shares) {
      const before = charging.get(course_id)
      if (!before || isBefore({ line, share }, before)) charging.set(course_id, { line, share })
    }
  }
  return split.map(({ line, shares }) => {
    const parts = shares.map(({ course_id, price_paise }) => {
      const earlier =
        line.includes && !line.fixed ? credits.find((credit) => credit.course_id === course_id) : undefined
      const isCharged = charging.get(course_id)?.line === line
      const credit_paise = isCharged ? Math.min(price_paise, earlier ? (earlier.paise ?? price_paise) : 0) : price_paise
      const owned = !isCharged || (earlier !== undefined && !earlier.granted && credit_paise === price_paise)
      return { course_id, price_paise, owned, subtotal_paise: price_paise * line.quantity, credit_paise }
    })
    return { line, parts }
  })
}

type Charge = { line: CartLine; share: number }

/** Returns true if this line charges a course, and not `other`, an earlier line. */
function isBefore({ line, share }: Charge, other: Charge): boolean {
  if (!line.includes || !other.line.includes) return line.includes !== undefined && !other.line.includes
  return share > other.share
}

/** Shares the price of one seat over the line's courses. */
function sharesOf({ course_id, price_paise, includes }: CartLine): { course_id: string; price_paise: number }[] {
  if (!includes) return [{ course_id, price_paise }]
  const weights = includes.map((course) => course.price_paise)
  // Courses that cost nothing alone have equal shares.
  const shares = allocate(price_paise, sum(weights) > 0 ? weights : weights.map(() => 1))
  return includes.map((course, index) => ({ course_id: course.course_id, price_paise: shares[index] ?? 0 }))
}

function sumsOf(of: readonly Sums[]): Sums {
  return {
    subtotal_paise: sum(of.map((one) => one.subtotal_paise)),
    credit_paise: sum(of.map((one) => one.credit_paise)),
    discount_paise: sum(of.map((one) => one.discount_paise)),
    reduction_paise: sum(of.map((one) => one.reduction_paise)),
    total_paise: sum(of.map((one) => one.total_paise)),
  }
}

/**
 * Splits a bought course's price over its seats, in paise, with the added tax, the buyer's own first, which costs less by its credit. The code
 * discounts the first `seats` of the line, and each further one costs its full price. Reductions are shared by what each seat costs without them.
 */
export function seatPrices(
  line: SeatLine,
  terms: { seats: number | null; tax?: TaxRule | null | undefined },
): number[] {
  const { reduction_paise = 0, total_paise } = line
  const tax = terms.tax && ruleOfCourse(terms.tax, line.course_id)
  const before = unreducedSeats({ ...line, total_paise: total_paise + reduction_paise }, { ...terms, tax })
  if (reduction_paise === 0) return before
  return allocate(tax ? taxLine(total_paise, tax).total_paise : total_paise, before)
}

type SeatLine = Pick<PricedLine, 'price_paise' | 'quantity' | 'total_paise'> & {
  course_id?: string
  credit_paise?: number
  reduction_paise?: number
}

function unreducedSeats(
  { price_paise, quantity, total_paise, credit_paise = 0 }: SeatLine,
  { seats, tax }: Parameters<typeof seatPrices>[1],
): number[] {
  const charged = (paise: number) => (tax ? taxLine(paise, tax).total_paise : paise)
  const discounted = Math.min(quantity, seats ?? quantity)
  const full = charged(price_paise)
  const rest = charged(total_paise) - full * (quantity - discounted)
  const before = Array.from({ length: discounted }, (_, seat) => price_paise - (seat === 0 ? credit_paise : 0))
  const whole = Math.max(1, sum(before))
  // A paisa is a seat's, however many share it.
  const each = before.map((paise) => (rest > 0 && paise > 0 ? Math.max(1, Math.round(rest * (paise / whole))) : 0))
  return [...each, ...Array.from({ length: quantity - discounted }, () => full)]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
