import type { Reduction } from 'contract/orders/price-cart'
import type { Speech } from './language.ts'

/** Names a reduction, such as `Coins (40)`: the label that its feature stored with the order, in the reader's language. */
export const reductionName = ({ t: said }: Speech, { label, count = 0 }: Pick<Reduction, 'label' | 'count'>): string =>
  said(label, { count })

/** Sums what reductions take off an order, in paise. */
export const reducedBy = (reductions: readonly Pick<Reduction, 'paise'>[] | null | undefined): number =>
  (reductions ?? []).reduce((sum, { paise }) => sum + paise, 0)
