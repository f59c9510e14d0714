/** What `GET /go/tax` says of a tax; the rate in percent. */
export type ShownTax = { rate: number; prices: 'inclusive' | 'exclusive' }

/** What stands beside a price to which tax is added, such as `+ 18% GST`; empty where a price is all there is to pay. */
export function addedTaxText(tax: ShownTax | null | undefined): string {
  return tax?.prices === 'exclusive' && tax.rate > 0 ? `+ ${tax.rate}% GST` : ''
}
