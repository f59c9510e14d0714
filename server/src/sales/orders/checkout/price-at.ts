import { priceCart } from 'contract/orders/price-cart'
import type { Cart } from './cart.ts'

/** Tolerance in paise: tax rounds line by line. */
const NEAR = 20

/**
 * The cart at a total, in paise, of at most its price: what is missing is a discount, and no code counts. Tax on top of prices is rounded, so
 * no discount leads to some sums; then the cart is at the nearest one that a discount leads to.
 */
export function nearestAt(cart: Cart, total: number): Cart {
  const full = cart.priced
  if (total >= full.total_paise) return { ...cart, code: null }
  const tax = cart.tax
  const at = (discount: number): Cart => ({
    ...cart,
    priced: priceCart(full.lines, { discount: 0, amount_paise: discount }, tax, cart.credits),
    code: null,
  })
  // Rates that differ weigh as they do in the price.
  const bare = tax?.rates
    ? Math.round((total * (full.total_paise - full.tax_paise)) / full.total_paise)
    : Math.round((total * 10_000) / (10_000 + (tax?.rate_basis_points ?? 0)))
  const guess = full.subtotal_paise - full.credit_paise - (tax?.prices === 'exclusive' ? bare : total)
  let nearest = at(Math.max(0, guess))
  const apart = ({ priced }: Cart) => Math.abs(priced.total_paise - total)
  for (let away = 1; away <= NEAR && apart(nearest) > 0; away++) {
    for (const discount of [guess + away, guess - away]) {
      const found = discount < 0 ? nearest : at(discount)
      if (apart(found) < apart(nearest)) nearest = found
    }
  }
  return nearest
}
