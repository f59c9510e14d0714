/** Rupees: an order, a course or a sale below it is free. */
const FLOOR = 10

/** Percent: a code that takes off more gives away. */
const MOST_PERCENT = 70

type Giving = {
  discount?: number | undefined
  amount?: number | null | undefined
  max_discount?: number | null | undefined
  minimum_order?: number | null | undefined
  listed?: boolean | undefined
}

/** A price in rupees that only an owner, who confirms it, may set. */
export const isGivenAway = (price: number): boolean => price < FLOOR

/**
 * A code that can leave an order below the floor, or that no public list shows, gives away what the shop sells: for owners and finance
 * alone. `cheapest` is the lowest price, in rupees, of what it is for; without it a code of percent is judged by its percent.
 */
export function givesAway(
  { discount, amount, max_discount, minimum_order, listed }: Giving,
  cheapest = Infinity,
): boolean {
  if (listed === false) return true
  const least = minimum_order ?? 0
  if (amount != null) return isGivenAway(least - amount)
  const percent = discount ?? 0
  const price = Math.max(least, cheapest)
  const left = (price * (100 - percent)) / 100
  return percent > MOST_PERCENT || isGivenAway(max_discount == null ? left : Math.max(left, price - max_discount))
}
