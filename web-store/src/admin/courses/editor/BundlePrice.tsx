import { toPaise } from 'contract/money'
import { priceCart } from 'contract/orders/price-cart'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../../ui/chakra.ts'
import { rupeesText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FieldProblem } from '../../forms/form-parts.tsx'
import { useBundleCards } from './BundleCourses.tsx'
import type { CourseForm } from './course-form.ts'

const Saving = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    bg: 'success.subtle',
    color: 'success.fg',
  },
})

const Parts = chakra('details', {
  base: {
    '& summary': { cursor: 'pointer', fontWeight: '550' },
    '& ul': { mt: '2', display: 'grid', gap: '1.5', textStyle: 'sm', color: 'fg.muted' },
    '& li': { display: 'flex', justifyContent: 'space-between', gap: '4', overflowWrap: 'anywhere' },
    '& b': { whiteSpace: 'nowrap', fontVariantNumeric: 'lining-nums tabular-nums', fontWeight: '600' },
  },
})

/** Compares the price of a bundle with the sum of its courses, and shows what buyers of one of them pay. */
export function BundlePrice() {
  const { watch } = useFormContext<CourseForm>()
  const [typed, lines] = watch(['price', 'bundle_courses'])
  const { cards } = useBundleCards(lines.map(({ value }) => value))
  const courses = lines.flatMap(({ value }) => cards.get(value) ?? [])
  if (courses.length === 0) return null
  const prices = courses.map(({ price, sale }) => toPaise(sale?.was ?? price))
  const sum = prices.reduce((paise, price) => paise + price, 0)
  const price = Number.isFinite(Number(typed)) ? toPaise(Number(typed)) : 0
  const saved = sum - price
  const includes = courses.map(({ course_id }, index) => ({ course_id, price_paise: prices[index] ?? 0 }))
  const line = { course_id: '', price_paise: price, quantity: 1, includes }
  const paidWith = (owned: string) => {
    const paise = includes.find(({ course_id }) => course_id === owned)?.price_paise ?? 0
    return priceCart([line], null, null, [{ course_id: owned, paise }]).total_paise
  }
  return (
    <Stack>
      <div>
        <chakra.p textStyle="label">One by one</chakra.p>
        <chakra.p fontVariantNumeric="lining-nums tabular-nums">{rupeesText(sum / 100)}</chakra.p>
      </div>
      {price > 0 && saved > 0 && (
        <Saving role="status">
          <Icon of={IconCheck} />
          <span>
            Buyers save {rupeesText(saved / 100)}, that is {Math.round((saved * 100) / sum)}%.
          </span>
        </Saving>
      )}
      {price > sum && (
        <FieldProblem>One by one the courses are {rupeesText(sum / 100)}. Choose a lower price.</FieldProblem>
      )}
      {price > 0 && (
        <Parts>
          <summary>What buyers pay who own one of the courses</summary>
          <ul>
            {courses.map(({ course_id, name }) => (
              <li key={course_id}>
                <span>Someone who bought {name} at its price pays</span>
                <b>{rupeesText(paidWith(course_id) / 100)}</b>
              </li>
            ))}
          </ul>
        </Parts>
      )}
    </Stack>
  )
}
