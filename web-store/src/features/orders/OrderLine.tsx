import type { UserOrder } from 'contract/orders/orders'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { PayAgain } from '../../shared/orders/PayAgain.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { lookOf } from './order-status.ts'
import { RetryPayment } from './RetryPayment.tsx'

const Line = chakra('article', {
  base: {
    display: 'grid',
    gap: '2.5',
    px: { base: '4', md: '5' },
    py: '3.5',
    '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 16px' },
  },
})

/** Shows an unpaid order in a few lines: it waits for its payment, or was an attempt. */
export function OrderLine({ order }: { order: UserOrder }) {
  const { order_no, owned, courses, total, purchase_date } = order
  const { label, palette, note } = lookOf(order)
  const held = courses.length === 1 ? t('You own this course already') : t('You already own a course in this order')
  return (
    <Line aria-label={t('Order {id}', { id: order_no })}>
      <div>
        <chakra.div flex="1" minW="min(12em, 100%)" overflowWrap="anywhere">
          <chakra.h2 fontWeight="600" lineHeight="1.35">
            {courses
              .map(({ course_name, quantity }) => (quantity > 1 ? `${course_name} ×\u00a0${quantity}` : course_name))
              .join(', ')}
          </chakra.h2>
          <chakra.p textStyle="sm" color="fg.muted">
            <chakra.span whiteSpace="nowrap" me="2">
              {order_no}
            </chakra.span>{' '}
            <chakra.time whiteSpace="nowrap" dateTime={purchase_date}>
              {dateTimeText(purchase_date)}
            </chakra.time>
          </chakra.p>
        </chakra.div>
        <Tag coloured={!owned && palette !== undefined} colorPalette={owned ? undefined : palette}>
          {owned ? t('Closed') : label}
        </Tag>
      </div>
      <div>
        <b>
          <Price value={total} />
        </b>
        <chakra.span flex="1" textStyle="sm" color="fg.subtle">
          {owned ? held : note}
        </chakra.span>
        <NextStep order={order} />
      </div>
    </Line>
  )
}

/** Only a waiting payment is gold: nobody has to pay an attempt again. */
function NextStep({ order }: { order: UserOrder }) {
  const opened = openedCourses(order.courses)
  const [first] = opened
  if (order.owned && first) {
    return (
      <Button asChild variant="outline" size="sm" ms="auto">
        <Link to={opened.length === 1 ? paths.learn(first.course_id) : paths.dashboard}>
          {opened.length === 1 ? t('Go to course') : t('Go to courses')}
        </Link>
      </Button>
    )
  }
  if (order.status === 'created') return <RetryPayment order={order} />
  return order.status === 'review' ? null : <PayAgain order={order} size="sm" ms="auto" variant="outline" />
}
