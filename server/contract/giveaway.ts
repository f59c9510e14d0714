/** Rupees: an order, a course or a sale below it is free. */
const FLOOR = 10

/** Percent: a code that takes off more gives away. */
const MOST_PERCENT = 70

/** Days of access after a date that every admin of the catalogue may give. */
export const MOST_REPLAY_DAYS = 90

/** Returns true if every admin of the catalogue may sell for `paise` something worth `worth` paise. */
export const isGivable = (paise: number, worth: number): boolean =>
  paise >= Math.max(FLOOR * 100, Math.floor((worth * (100 - MOST_PERCENT)) / 100))

/** The part of an order that a code leaves at worst, where the cheapest of its courses costs `cheapest` paise. */
export function leastShare(
  code: {
    discount: number
    amount_paise: number | null
    max_discount_paise: number | null
    minimum_paise: number | null
  },
  cheapest: number,
): number {
  const order = Math.max(cheapest, code.minimum_paise ?? 0)
  const percent = Math.min((order * code.discount) / 100, code.max_discount_paise ?? Infinity)
  return order === 0 ? 0 : Math.max(0, order - (code.amount_paise ?? percent)) / order
}

type Giveaway = {
  discount?: number | undefined
  amount?: number | null | undefined
  max_discount?: number | null | undefined
  minimum_order?: number | null | undefined
  listed?: boolean | undefined
}

/** A price in rupees that only an owner, who confirms it, may set. */
export const isBelowFloor = (price: number): boolean => price < FLOOR

/**
 * A code that can leave an order below the floor, or that no public list shows, gives away what the shop sells: for owners and finance
 * alone. `cheapest` is the lowest price, in rupees, of what it is for; without it a code of percent is judged by its percent.
 */
export function isGiveaway(
  { discount, amount, max_discount, minimum_order, listed }: Giveaway,
  cheapest = Infinity,
): boolean {
  if (listed === false) return true
  const least = minimum_order ?? 0
  if (amount != null) return !isGivable((least - amount) * 100, least * 100)
  const percent = discount ?? 0
  const price = Math.max(least, cheapest)
  const left = (price * (100 - percent)) / 100
  return percent > MOST_PERCENT || isBelowFloor(max_discount == null ? left : Math.max(left, price - max_discount))
}
