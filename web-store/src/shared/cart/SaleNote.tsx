import type { Sale } from 'contract/courses/schedule'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, shortRupees } from '../../ui/format.ts'

/** Shows the price without the sale, and the end of the sale. Every page of cards loads it: it stays small. */
export const SaleNote = ({ sale }: { sale: Sale }) => (
  <chakra.p textStyle="sm" color="fg.muted" mt="1">
    <chakra.span srOnly>{t('Without the sale')} </chakra.span>
    <s>{shortRupees(sale.was)}</s> {t('Sale until {moment}', { moment: dateTimeText(sale.until) })}
  </chakra.p>
)
