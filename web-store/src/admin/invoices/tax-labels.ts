import { addedTaxText } from 'contract/added-tax'
import type { TaxSettings } from 'contract/documents'
import { isGstin, isGstinAbroad, tidyGstin } from 'contract/gst'
import { stateName } from 'contract/gst-states'
import { formatRupees } from 'contract/money'
import { priceCart } from 'contract/orders/price-cart'
import { taxRuleOf } from 'contract/tax'
import { dateText } from '../../ui/format.ts'

const EXAMPLE_PAISE = 499_00

/** `20 Nov 2026` of a day such as `2026-11-20`. */
export const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00+05:30`))

type Tax = Pick<TaxSettings, 'enabled' | 'rate' | 'prices'>

/** Summarizes the tax settings of a shop in a few words. */
export const taxText = ({ enabled, rate, prices }: Tax): string => {
  if (!enabled) return 'Receipts only'
  if (rate === 0) return 'Bills of supply, no GST'
  return `Tax invoices, ${prices === 'inclusive' ? `prices include ${rate}% GST` : `${rate}% GST added to prices`}`
}

/** Explains the effect of settings on buyers, with a course of ₹499 as the example. */
export function taxEffect({ enabled, rate, prices }: Tax): string[] {
  if (!enabled) return ['Every sale gets a receipt without tax.', 'Checkout does not ask for a state or a GSTIN.']
  if (rate === 0) {
    return [
      'Every paid sale gets a bill of supply instead of a tax invoice, and no GST is charged.',
      'Checkout asks for the buyer’s state, and for a GSTIN if they have one.',
    ]
  }
  const example = { course_id: '', price_paise: EXAMPLE_PAISE, quantity: 1 }
  const priced = priceCart([example], null, taxRuleOf({ rate, prices }))
  const [price, total] = [formatRupees(EXAMPLE_PAISE), formatRupees(priced.total_paise)]
  const sum =
    prices === 'inclusive'
      ? `A course of ${price} still costs ${total}, of which ${formatRupees(priced.included_tax_paise)} is GST.`
      : `A course of ${price} costs ${total}: ${formatRupees(priced.tax_paise)} GST is added in cart and checkout.`
  return [
    'Every paid sale gets a tax invoice.',
    'An open order that is paid from this day on has this rate within what was charged.',
    sum,
    'Checkout asks for the buyer’s state, and for a GSTIN if they have one.',
    ...(addedTaxText({ rate, prices })
      ? [`Prices show “${addedTaxText({ rate, prices })}” next to them, and sales pages show the total.`]
      : []),
  ]
}

const GSTIN_LENGTH = 15

/** Returns a hint about a GSTIN while it is typed. */
export function gstinWords(typed: string, state: string, isValid = isGstin): { help?: string; error?: string } {
  const gstin = tidyGstin(typed)
  if (gstin.length < GSTIN_LENGTH) return { help: '15 characters. The first two are the state code.' }
  if (isGstinAbroad(gstin)) return { error: 'This GSTIN is of a business abroad. Please use one of an Indian state' }
  if (!isValid(gstin)) return { error: 'GSTIN is not valid' }
  if (state && !gstin.startsWith(state)) return { error: 'GSTIN is of another state' }
  return { help: `Valid: ${stateName(gstin.slice(0, 2))}.` }
}
