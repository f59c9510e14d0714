import { formatRupees } from 'contract/money'
import { priceCart } from 'contract/price-cart'
import { appError } from '../../../errors.ts'
import type { Cart } from '../checkout/cart.ts'

/** A paisa of tax more or less comes of rounding line by line. */
const NEAR = 20

const refuse = (message: string) => appError('invalid', message, { errors: [{ path: 'amount', message }] })

/**
 * The cart at what was received, in paise: what is missing to the price is a discount. 422 for more than the price, and for a sum that no
 * discount leads to, as tax on top of prices is rounded.
 */
export function priceOutside(cart: Cart, received: number): Cart {
  const full = cart.priced
  if (received > full.total_paise)
    throw refuse(`These courses cost ${formatRupees(full.total_paise)}: enter at most that`)
  if (received === full.total_paise) return { ...cart, code: null }
  const lines = full.lines.map(({ course_id, price_paise, quantity }) => ({ course_id, price_paise, quantity }))
  const tax = cart.tax
  const priced = (discount: number) => priceCart(lines, { discount: 0, amount_paise: discount }, tax)
  const guess =
    full.subtotal_paise -
    (tax?.prices === 'exclusive' ? Math.round((received * 10_000) / (10_000 + tax.rate_basis_points)) : received)
  for (let away = 0; away <= NEAR; away++) {
    for (const discount of new Set([guess + away, guess - away])) {
      if (discount < 0) continue
      const found = priced(discount)
      if (found.total_paise === received) return { ...cart, priced: found, code: null }
    }
  }
  throw refuse(`With GST on top no price leads to this sum. The nearest is ${formatRupees(priced(guess).total_paise)}`)
}
