import { priceCart } from 'contract/orders/price-cart'
import { ruleOfCourse, type TaxRule, taxLine } from 'contract/tax'
import type { TaxSettingsRow } from '../../documents/tax-settings-row.ts'
import { type Cart, held } from './cart.ts'

/** Computes what is charged for a price of one course, in paise, with the tax on top of it. */
export const chargeOf = (pricePaise: number, tax: TaxRule | undefined, courseId: string): number =>
  tax ? taxLine(pricePaise, ruleOfCourse(tax, courseId)).total_paise : pricePaise

type AgreedSum = { course_id: string; price_paise: number; total_paise: number }

/** Returns the price of a sum that was agreed for a course: another tax on top than that of then is a part of the sum. */
export function agreedPrice(
  { course_id, price_paise, total_paise }: AgreedSum,
  tax: TaxSettingsRow | undefined,
): { price_paise: number; tax: TaxSettingsRow | undefined; holdsTax: boolean } {
  if (chargeOf(price_paise, tax, course_id) === total_paise) return { price_paise, tax, holdsTax: false }
  return { price_paise: total_paise, tax: held(tax), holdsTax: tax?.prices === 'exclusive' }
}

/** Tolerance in paise: tax rounds line by line. */
const NEAR = 20

/**
 * The cart at a total, in paise, of at most its price: what is missing is a discount, and no code counts. Tax on top of prices is rounded, so
 * no discount leads to some sums; then its prices hold the tax.
 */
export function cartAt(cart: Cart, total: number): Cart {
  const nearest = nearestAt(cart, total)
  return nearest.priced.total_paise === Math.min(total, cart.priced.total_paise)
    ? nearest
    : nearestAt(holdingTax(cart), total)
}

/** The same cart at the same total, with the tax in its prices. */
function holdingTax(cart: Cart): Cart {
  const { tax, priced } = cart
  const charged = (paise: number, courseId: string) => chargeOf(paise, tax, courseId)
  const lines = priced.lines.map((line) => {
    const parts = line.parts.map(({ course_id, price_paise }) => ({
      course_id,
      price_paise: charged(price_paise, course_id),
    }))
    const price_paise = parts.reduce((sum, part) => sum + part.price_paise, 0)
    return { ...line, price_paise, includes: line.includes && parts }
  })
  const credits = cart.credits.map(({ course_id, paise }) => ({
    course_id,
    paise: paise === null ? null : charged(paise, course_id),
  }))
  return { ...cart, tax: held(tax), holdsTax: true, credits, priced: priceCart(lines, null, held(tax), credits) }
}

/** The cart at the nearest total that a discount leads to. */
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
