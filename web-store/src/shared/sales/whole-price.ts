import { addedTaxText } from 'contract/added-tax'
import { formatRupees, toPaise } from 'contract/money'
import { taxLine, taxRuleOf } from 'contract/tax'
import { useContext } from 'react'
import { TaxContext } from '../../content/tax.ts'
import { t } from '../../language/text.ts'

/**
 * What a price in rupees comes to with the tax that is added to it: `+ 18% GST, ₹588.82 in all`; empty where nothing is. The
 * Consumer Protection (E-Commerce) Rules, 7(1)(d), want one figure, with what it is made of.
 */
export function useWholePrice(price: number): string {
  const tax = useContext(TaxContext)
  const added = addedTaxText(tax)
  const rule = taxRuleOf(tax)
  return added && rule
    ? t('{tax}, {total} in all', { tax: added, total: formatRupees(taxLine(toPaise(price), rule).total_paise) })
    : ''
}
