/**
 * Inside the program money is integer paise; rupees (a number with at most two decimals) exist only on the wire and in
 * text. `allocate.ts`, `tax.ts` and `price-cart.ts` beside this file hold the arithmetic; nothing there throws on amounts up
 * to 50 lines of ₹10,00,000.
 */

/** Rupees of the wire to integer paise; `rupees` has at most two decimals. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Integer paise to rupees for the wire. */
export function toRupees(paise: number): number {
  return paise / 100
}

/** The same for a sum that may not be known. */
export const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise))

/**
 * Text such as `₹1,357.60`: Indian grouping, always two decimals, as `Intl.NumberFormat('en-IN', …)` writes it. Written here because making
 * the first `Intl` format of a page keeps a slow phone busy for some fifty milliseconds, and every page of the store has prices.
 */
export function formatRupees(paise: number): string {
  const [rupees = '', decimals = ''] = (Math.abs(paise) / 100).toFixed(2).split('.')
  return `${paise < 0 ? '-' : ''}₹${rupees.replace(/\B(?=(\d\d)*\d{3}$)/g, ',')}.${decimals}`
}

/** Returns what a payment leaves the shop after the gateway's usual fee of 2% and its GST of 18%; the month's list has the true fees. */
export const afterGatewayFee = (paise: number): number => paise - Math.round(paise * 0.02 * 1.18)

/** Formats an amount that may be in another currency, in its hundredths: `29.99 USD`. */
export function formatMoney(hundredths: number, currency = 'INR'): string {
  return currency === 'INR' ? formatRupees(hundredths) : `${(hundredths / 100).toFixed(2)} ${currency}`
}

/** Adds the currency beside an amount that is not in rupees. */
export const currencyField = (currency: string | null): { currency?: string } =>
  currency === null || currency === 'INR' ? {} : { currency }
