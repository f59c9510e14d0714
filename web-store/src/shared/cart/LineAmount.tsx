import { toRupees } from 'contract/money'
import type { PricedLine } from 'contract/orders/price-cart'
import { chakra } from '../../ui/chakra.ts'
import { Price } from '../../ui/Price.tsx'

/** Shows the cost of a line before the discount, and below it the discount of the promo code. */
export function LineAmount({ line, ...more }: { line: PricedLine | undefined; 'data-amount'?: '' }) {
  return (
    <chakra.b display="grid" justifyItems="end" {...more}>
      <Price value={toRupees(line?.subtotal_paise ?? 0)} />
      {line !== undefined && line.discount_paise > 0 && (
        <chakra.span textStyle="sm" fontWeight="600" color="success.fg">
          −<Price value={toRupees(line.discount_paise)} />
        </chakra.span>
      )}
    </chakra.b>
  )
}
