import type { UserOrder } from 'contract/orders/orders'
import { guaranteeDefaults } from 'contract/shop/brand'
import { useState } from 'react'
import { useShop } from '../../content/brand.ts'
import { filled, t } from '../../language/text.ts'
import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { studentDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'

const RequestRefund = later(() => import('./RequestRefund.tsx'), { waiting: <Loading minH="20rem" /> })

const Box = chakra('div', {
  base: { display: 'grid', gap: '2.5', px: { base: '4', md: '5' }, pt: '3.5', textStyle: 'sm' },
})

/** The money back within the shop's guarantee: how to ask for it, and what became of it. */
export function Guarantee({ order }: { order: UserOrder }) {
  const { until = null, request = null } = order.guarantee ?? {}
  const { text } = useShop('guarantee', guaranteeDefaults)
  const [typed] = studentDrafts.useDraft(`refund ${order.order_id}`)
  const [isOpened, setOpen] = useState<boolean>()
  const open = isOpened ?? typed !== undefined
  if (request?.status === 'open') {
    const day = dateText(new Date(request.asked_at))
    const names = openedCourses(order.courses).flatMap(({ course_id, course_name }) =>
      request.course_ids?.includes(course_id) ? course_name : [],
    )
    return (
      <Box role="status">
        <p>
          {request.amount === null
            ? t('You asked for a refund on {day}. We will email you our answer.', { day })
            : t('You asked for {amount} back for {courses} on {day}. We will email you our answer.', {
                amount: rupeesText(request.amount),
                courses: names.join(', '),
                day,
              })}
        </p>
      </Box>
    )
  }
  return (
    <Box>
      {request?.status === 'declined' && (
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
          {t('We declined your refund request: {answer}', { answer: request.answer ?? '' })}
        </chakra.p>
      )}
      {until && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2px 12px" color="fg.muted">
          <chakra.span flex="1 1 240px" overflowWrap="anywhere">
            {filled(text)} {t('Until {day}.', { day: dateText(new Date(until)) })}
          </chakra.span>
          {!open && (
            <Button size="sm" variant="ghost" mx="-13px" onClick={() => setOpen(true)}>
              {t('Ask for a refund')}
            </Button>
          )}
        </chakra.div>
      )}
      {until && open && <RequestRefund order={order} onClose={() => setOpen(false)} />}
    </Box>
  )
}
