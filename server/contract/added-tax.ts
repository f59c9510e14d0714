/** A tax as `GET /go/tax` returns it; the rate in percent. */
export type ShownTax = {
  rate: number
  prices: 'inclusive' | 'exclusive'
  /** Rates of courses that have their own, by id, in hundredths of a percent. */
  rates?: Readonly<Record<string, number>> | undefined
}

/** Formats the tax added to a price, such as `+ 18% GST`; empty where the price includes all. It names no rate if those of courses differ. */
export function addedTaxText(tax: ShownTax | null | undefined): string {
  if (tax?.prices !== 'exclusive') return ''
  if (tax.rates) return '+ GST'
  return tax.rate > 0 ? `+ ${tax.rate}% GST` : ''
}
