import { toRupees } from 'contract/money'
import type { PricedLine } from 'contract/orders/price-cart'
import { chakra } from '../../ui/chakra.ts'
import { Price } from '../../ui/Price.tsx'

/** Shows the cost of a line before the discount, and below it what credit and promo code take off. */
export function LineAmount({ line, ...more }: { line: PricedLine | undefined; 'data-amount'?: '' }) {
  const less = line ? line.credit_paise + line.discount_paise : 0
  return (
    <chakra.b display="grid" justifyItems="end" {...more}>
      <Price value={toRupees(line?.subtotal_paise ?? 0)} />
      {less > 0 && (
        <chakra.span textStyle="sm" fontWeight="600" color="success.fg">
          −<Price value={toRupees(less)} />
        </chakra.span>
      )}
    </chakra.b>
  )
}
