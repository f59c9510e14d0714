type Limits = { max_uses: number | null; max_uses_per_buyer: number | null; first_purchase: boolean }
type Reduction = { max_seats: number | null; discount: number; amount_paise: number | null }

/** Returns true for a code with a maximum of uses, by all or by one buyer: one use covers a number of seats per course. */
export function isLimited({ max_uses, max_uses_per_buyer, first_purchase }: Limits) {
  return max_uses !== null || max_uses_per_buyer !== null || first_purchase
}

/** Seats of each course that one use discounts; undefined where that is all of them, or what `priceCart` says by itself. */
export function seatsOfUse(code: Limits & Reduction): number | undefined {
  if (code.amount_paise !== null) return undefined
  if (isLimited(code)) return code.max_seats ?? 1
  return code.discount === 100 ? (code.max_seats ?? undefined) : undefined
}

/** The ids of the codes for a first purchase, for a statement of another feature that has to stay one. */
export const FIRST_PURCHASE_CODES = '(select id from promocodes where first_purchase)'
