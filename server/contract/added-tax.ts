/** A tax as `GET /go/tax` returns it; the rate in percent. */
export type ShownTax = { rate: number; prices: 'inclusive' | 'exclusive' }

/** Formats the tax added to a price, such as `+ 18% GST`; empty where the price includes all. */
export function addedTaxText(tax: ShownTax | null | undefined): string {
  return tax?.prices === 'exclusive' && tax.rate > 0 ? `+ ${tax.rate}% GST` : ''
}
