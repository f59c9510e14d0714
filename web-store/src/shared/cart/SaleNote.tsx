import type { Sale } from 'contract/courses/schedule'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, shortRupees } from '../../ui/format.ts'

/** What a course costs without its sale, and when it costs that again. Every page of cards carries it: it stays small. */
export const SaleNote = ({ sale }: { sale: Sale }) => (
  <chakra.p textStyle="sm" color="fg.muted" mt="1">
    <chakra.span srOnly>{t('Without the sale')} </chakra.span>
    <s>{shortRupees(sale.was)}</s> {t('Sale until {moment}', { moment: dateTimeText(sale.until) })}
  </chakra.p>
)
