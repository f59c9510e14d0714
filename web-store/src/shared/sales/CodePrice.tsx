import { useQuery } from '@tanstack/react-query'
import { toPaise, toRupees } from 'contract/money'
import { priceCart } from 'contract/orders/price-cart'
import { taxRuleOf } from 'contract/tax'
import { useContext } from 'react'
import { TaxContext } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { cartPromocode } from '../cart/promocode-check.ts'
import { unlistedQuery, verdictOf } from '../cart/unlisted-promocode.ts'
import type { ShownCourse } from './shown-course.ts'

/** Shows the price of one seat with the code that waits in the cart; nothing when the code takes nothing off. */
export default function CodePrice({ course, code }: { course: ShownCourse; code: string }) {
  const tax = taxRuleOf(useContext(TaxContext))
  const { data } = useQuery({ ...unlistedQuery(code), staleTime: 60_000, refetchOnWindowFocus: false, retry: false })
  const found = data && verdictOf(code, data, [{ id: course.course_id }]).promocode
  if (!found) return null
  const line = {
    course_id: course.course_id,
    price_paise: toPaise(course.price),
    quantity: 1,
    includes: course.includes?.map(({ course_id, price }) => ({ course_id, price_paise: toPaise(price) })),
  }
  const priced = priceCart([line], cartPromocode(found), tax)
  if (priced.discount_paise === 0 || priced.short_paise > 0) return null
  return (
    <chakra.p role="status" fontWeight="600" color="success.fg">
      {t('{total} with code {code}', { total: rupeesText(toRupees(priced.total_paise)), code: found.promocode })}
    </chakra.p>
  )
}
