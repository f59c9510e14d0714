import { toRupees } from 'contract/money'
import type { PricedLine } from 'contract/orders/price-cart'
import { chakra } from '../../ui/chakra.ts'
import { Price } from '../../ui/Price.tsx'

/** What a line of the cart costs before the discount, and below it what the promo code takes off this line. */
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
