import type { UserOrder } from 'contract/orders/orders'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { Price } from '../../ui/Price.tsx'

const List = chakra('ul', {
  base: {
    w: 'full',
    display: 'grid',
    gap: '1.5',
    ps: { base: '0', md: '86px' },
    textStyle: 'sm',
    '& > li': { display: 'flex', alignItems: 'baseline', gap: '3' },
    '& > li > span:first-child': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
  },
})

type Course = UserOrder['courses'][number]
type Props = { order: UserOrder; includes: NonNullable<Course['includes']>; isOpen: boolean }

/** Lists the courses of a bought bundle, each with what was charged for it. */
export function IncludedLines({ order: { refunded_courses = [], status }, includes, isOpen }: Props) {
  return (
    <List aria-label={t('In this bundle')}>
      {includes.map(({ course_id, course_name, price, owned }) => {
        const isRefunded = refunded_courses.includes(course_id)
        return (
          <li key={course_id}>
            <span>
              {isOpen && !isRefunded ? <Link to={paths.learn(course_id)}>{course_name}</Link> : course_name}
              {owned && <chakra.span color="fg.muted">{`, ${t('Owned before')}`}</chakra.span>}
              {isRefunded && status !== 'refunded' && (
                <chakra.span color="fg.muted">{`, ${t('Refunded')}`}</chakra.span>
              )}
            </span>
            <Price value={price} />
          </li>
        )
      })}
    </List>
  )
}
