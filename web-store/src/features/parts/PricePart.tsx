import type { PublicCourse } from 'contract/courses/courses'
import { toPaise, toRupees } from 'contract/money'
import { splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import { ruleOfCourse, taxLine, taxRuleOf } from 'contract/tax'
import { useContext } from 'react'
import { TaxContext } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'

type Props = { course: Pick<PublicCourse, 'course_id' | 'price' | 'parts'> }

/** The line under a price that names the way to pay it in parts, with what the first one costs. */
export default function PricePart({ course: { course_id, price, parts } }: Props) {
  const shop = taxRuleOf(useContext(TaxContext))
  const [first] = (parts && splitIntoParts(toPaise(price), termsOf(parts))) ?? []
  if (!parts || !first) return null
  const charged = shop ? taxLine(first, ruleOfCourse(shop, course_id)).total_paise : first
  return (
    <chakra.p fontWeight="600">
      {t('Or pay in {count} parts: {amount} today', {
        count: parts.count,
        amount: rupeesText(toRupees(charged)),
      })}
    </chakra.p>
  )
}
