/**
 * The only arithmetic on money. Inside the program money is integer paise; rupees (a number with at most two
 * decimals) exist only on the wire and in text. Nothing here throws on amounts up to 50 lines of ₹10,00,000.
 */

/** The least amount the payment gateway takes, in paise. */
export const MINIMUM_CHARGE_PAISE = 100

export type CartLine = {
  course_id: string
  /** Price of one seat, integer paise. */
  price_paise: number
  /** Seats, whole number from 1. */
  quantity: number
}

export type CartPromocode = {
  /** Whole percent, 1 to 100. */
  discount: number
  /** The one course it discounts; null or absent = every course. */
  course_id?: string | null | undefined
}

export type PricedLine = CartLine & {
  subtotal_paise: number
  discount_paise: number
  total_paise: number
}

export type PricedCart = {
  lines: PricedLine[]
  subtotal_paise: number
  discount_paise: number
  /** What is added so that a total of 1 to 99 paise becomes the gateway's least amount; else 0. */
  minimum_charge_paise: number
  /** What is shown and charged. */
  total_paise: number
  /** False when a code was given but none of its courses is in the cart (`Invalid promocode`). */
  promocode_applies: boolean
}

/** Rupees of the wire to integer paise; `rupees` has at most two decimals. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Integer paise to rupees for the wire. */
export function toRupees(paise: number): number {
  return paise / 100
}

/**
 * Text such as `₹1,357.60`: Indian grouping, always two decimals, as `Intl.NumberFormat('en-IN', …)` writes it. Written here because making
 * the first `Intl` format of a page keeps a slow phone busy for some fifty milliseconds, and every page of the store has prices.
 */
export function formatRupees(paise: number): string {
  const [rupees = '', decimals = ''] = (Math.abs(paise) / 100).toFixed(2).split('.')
  return `${paise < 0 ? '-' : ''}₹${rupees.replace(/(?<=\d)(?=(\d\d)*\d{3}$)/g, ',')}.${decimals}`
}

/** `percent` of `paise`, a half paisa rounded up. */
export function percentOf(paise: number, percent: number): number {
  return Math.floor((paise * percent + 50) / 100)
}

/**
 * Prices a cart. The discount is taken once, half-up, from the sum of the lines the code covers, and shared out over
 * those lines by largest remainder, ties to the earlier line, so that the lines always sum to the total. The same
 * function runs on the server and in both clients: the total shown is the total charged.
 */
export function priceCart(lines: readonly CartLine[], promocode?: CartPromocode | null): PricedCart {
  const subtotals = lines.map((line) => line.price_paise * line.quantity)
  const covered = lines.map((line) => promocode != null && (promocode.course_id ?? line.course_id) === line.course_id)
  const coveredPaise = sum(subtotals.filter((_, index) => covered[index]))
  const discountPaise = promocode ? percentOf(coveredPaise, promocode.discount) : 0
  const shares = shareOut(
    discountPaise,
    subtotals.map((subtotal, index) => (covered[index] ? subtotal : 0)),
  )
  const priced = lines.map((line, index) => {
    const subtotal = subtotals[index] ?? 0
    const discount = shares[index] ?? 0
    return { ...line, subtotal_paise: subtotal, discount_paise: discount, total_paise: subtotal - discount }
  })
  const subtotalPaise = sum(subtotals)
  const due = subtotalPaise - discountPaise
  const minimumCharge = due > 0 && due < MINIMUM_CHARGE_PAISE ? MINIMUM_CHARGE_PAISE - due : 0
  return {
    lines: priced,
    subtotal_paise: subtotalPaise,
    discount_paise: discountPaise,
    minimum_charge_paise: minimumCharge,
    total_paise: due + minimumCharge,
    promocode_applies: !promocode || covered.some(Boolean),
  }
}

/** Shares `amount` over `weights` by largest remainder, ties to the earlier; BigInt because weight × amount passes 2^53. */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n || amount === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(weight) * BigInt(amount))
  const shares = exact.map((value) => Number(value / whole))
  const left = amount - sum(shares)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
