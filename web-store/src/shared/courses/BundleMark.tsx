import type { CourseCard } from 'contract/courses/courses'
import { toPaise } from 'contract/money'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { shortRupees } from '../../ui/format.ts'

type Includes = readonly NonNullable<CourseCard['includes']>[number][]

/** Returns what a bundle saves in rupees against its courses one by one; 0 where one of them is not sold alone. */
export function savedOf(price: number, includes: Includes): { alone: number; saved: number } {
  const alone = includes.reduce((sum, one) => sum + toPaise(one.sale_price ?? one.price), 0) / 100
  const saved = includes.every(({ on_sale }) => on_sale) ? Math.max(0, toPaise(alone) - toPaise(price)) / 100 : 0
  return { alone, saved }
}

/** Marks the card of a bundle: its count of courses, and what it saves. */
export default function BundleMark({ price, includes }: { price: number; includes: Includes }) {
  const { saved } = savedOf(price, includes)
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      {plural(includes.length, { one: 'Bundle, {count} course', other: 'Bundle, {count} courses' })}
      {saved > 0 && (
        <chakra.span color="success.fg" fontWeight="600" ms="2">
          {t('Save {amount}', { amount: shortRupees(saved) })}
        </chakra.span>
      )}
    </chakra.p>
  )
}
