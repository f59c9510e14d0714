import { addedTaxText } from 'server/contract/added-tax'
import type { TaxSettings } from 'server/contract/documents'
import { formatRupees } from 'server/contract/money'
import { priceCart } from 'server/contract/price-cart'
import { taxRuleOf } from 'server/contract/tax'
import { dateText } from '../../ui/format.ts'

const EXAMPLE_PAISE = 499_00

/** `20 Nov 2026` of a day such as `2026-11-20`. */
export const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00+05:30`))

type Tax = Pick<TaxSettings, 'enabled' | 'rate' | 'prices'>

/** What a shop does under these settings, in a few words. */
export const taxText = ({ enabled, rate, prices }: Tax): string =>
  enabled
    ? `Tax invoices, ${prices === 'inclusive' ? `prices include ${rate}% GST` : `${rate}% GST added to prices`}`
    : 'Receipts only'

/** What settings change for buyers, in sentences, with a course of ₹499 as the example. */
export function taxEffect({ enabled, rate, prices }: Tax): string[] {
  if (!enabled) return ['Each sale includes a receipt without tax.', 'Checkout does not ask for a state or a GSTIN.']
  const example = { course_id: '', price_paise: EXAMPLE_PAISE, quantity: 1 }
  const priced = priceCart([example], null, taxRuleOf({ rate, prices }))
  const [price, total] = [formatRupees(EXAMPLE_PAISE), formatRupees(priced.total_paise)]
  const sum =
    prices === 'inclusive'
      ? `A course of ${price} still costs ${total}, of which ${formatRupees(priced.included_tax_paise)} is GST.`
      : `A course of ${price} costs ${total}: ${formatRupees(priced.tax_paise)} GST is added in cart and checkout.`
  return [
    'Every sale with something to pay gets a tax invoice.',
    sum,
    'Checkout asks for the buyer’s state, and for a GSTIN if they have one.',
    ...(addedTaxText({ rate, prices })
      ? [`Pages say “${addedTaxText({ rate, prices })}” beside a price, and sales pages what both come to.`]
      : []),
  ]
}
