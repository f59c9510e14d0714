import type { UserOrder } from 'contract/orders/orders'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { accessText } from '../../shared/courses/access-text.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import GiftCodes from '../../shared/orders/GiftCodes.tsx'
import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { PlanRest } from '../../shared/orders/plan-rest.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { Guarantee } from './Guarantee.tsx'
import { IncludedLines } from './IncludedLines.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { lookOf, refundNotes } from './order-status.ts'

const Top = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    px: { base: '4', md: '5' },
    py: '3.5',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})
const Lines = chakra('ul', {
  base: {
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '3.5',
      justifyContent: 'flex-end',
      px: { base: '4', md: '5' },
      pt: '3.5',
    },
  },
})
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '10px 16px',
    px: { base: '4', md: '5' },
    py: '4',
  },
})

/** One order: what was bought, its gift codes, what it cost and the way on. */
export function OrderCard({ order }: { order: UserOrder }) {
  const look = lookOf(order)
  const opened = openedCourses(order.courses)
  const [first] = opened
  const notes = notesOf(order, look.note)
  return (
    <Card as="article" overflow="hidden" aria-label={t('Order {id}', { id: order.order_no })}>
      <Top>
        <chakra.div minW="0" overflowWrap="anywhere">
          <chakra.h2 fontWeight="600">{order.order_no}</chakra.h2>
          <chakra.p textStyle="sm" color="fg.subtle">
            <time dateTime={order.purchase_date}>{dateTimeText(order.purchase_date)}</time>
          </chakra.p>
        </chakra.div>
        <Tag coloured={look.palette !== undefined} colorPalette={look.palette}>
          {look.label}
        </Tag>
      </Top>
      <Lines>
        {order.courses.map((course) => (
          <li key={course.course_id}>
            <chakra.div flexShrink="0" w={{ base: '64px', md: '72px' }} borderRadius="l1" overflow="hidden">
              <Picture place="thumb" src={course.course_banner} alt="" label="" />
            </chakra.div>
            <chakra.span flex="1 1 7em" minW="0" fontWeight="600" lineHeight="1.35" overflowWrap="anywhere">
              {look.owned && !course.includes && !order.refunded_courses?.includes(course.course_id) ? (
                <Link to={paths.learn(course.course_id)}>{course.course_name}</Link>
              ) : (
                course.course_name
              )}
              {order.status !== 'refunded' && order.refunded_courses?.includes(course.course_id) && (
                <chakra.span display="block" textStyle="sm" color="fg.muted" fontWeight="400">
                  {t('Refunded')}
                </chakra.span>
              )}
              {course.access_period && (
                <chakra.span display="block" textStyle="sm" color="fg.muted" fontWeight="400">
                  {accessText(course.access_period)}
                </chakra.span>
              )}
              {course.quantity > 1 && (
                <chakra.span color="fg.muted" fontWeight="400">
                  {' ×\u00a0'}
                  {course.quantity}
                </chakra.span>
              )}
            </chakra.span>
            <Price value={course.price * course.quantity} />
            {course.includes && <IncludedLines order={order} includes={course.includes} isOpen={look.owned === true} />}
          </li>
        ))}
      </Lines>
      {order.plan && (
        <chakra.p px={{ base: '4', md: '5' }} pt="3.5" textStyle="sm">
          {order.buy_again && look.owned ? (
            <Link to={order.buy_again}>
              <chakra.span color="action.fg" fontWeight="600" textDecoration="underline">
                {t('Part {part} of {of}', order.plan)}
              </chakra.span>
            </Link>
          ) : (
            t('Part {part} of {of}', order.plan)
          )}
        </chakra.p>
      )}
      {order.plan && look.owned && PlanRest.filled && (
        <chakra.div px={{ base: '4', md: '5' }} pt="1">
          <PlanRest planId={order.plan.plan_id} />
        </chakra.div>
      )}
      {order.gift_codes && (
        <chakra.div px={{ base: '4', md: '5' }} pt="3.5">
          <GiftCodes order={order} />
        </chakra.div>
      )}
      {(order.moved || order.lost) && (
        <chakra.p px={{ base: '4', md: '5' }} pt="3.5" textStyle="sm">
          {order.moved
            ? t('The shop moved these courses to another person. Receipts and refunds stay with you.')
            : t('Your payment came too late for a seat. Nothing was booked.')}
        </chakra.p>
      )}
      {order.guarantee && <Guarantee order={order} />}
      {order.disclaimer && (
        <chakra.div px={{ base: '4', md: '5' }} pt="3.5">
          <Disclosure small label={t('Disclaimer when you bought')}>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" textStyle="sm" color="fg.muted">
              {order.disclaimer.text}
            </chakra.p>
          </Disclosure>
        </chakra.div>
      )}
      <Foot>
        <div>
          <chakra.span textStyle="sm" color="fg.muted">
            {look.totalLabel}
          </chakra.span>
          <chakra.b display="block" fontSize="1.375rem" fontWeight="800" fontStretch="84%" lineHeight="1.1">
            <Price value={order.total} />
          </chakra.b>
        </div>
        <chakra.ul
          display={notes.length > 0 ? 'grid' : { base: 'none', md: 'grid' }}
          flex={{ base: '1 1 100%', md: '1' }}
          order={{ base: '3', md: '0' }}
          alignSelf="end"
          pb="2px"
          textStyle="sm"
          color="fg.subtle"
          overflowWrap="anywhere"
        >
          {notes.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may be told in the same words
            <li key={place}>{note}</li>
          ))}
        </chakra.ul>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="end" gap="2" ms="auto">
          {order.documents && <OrderDocuments documents={order.documents} />}
          {look.owned && first && (
            <Button asChild size="sm">
              <Link to={opened.length === 1 ? paths.learn(first.course_id) : paths.dashboard}>
                {opened.length === 1 ? t('Go to course') : t('Go to courses')}
              </Link>
            </Button>
          )}
        </chakra.div>
      </Foot>
    </Card>
  )
}

function notesOf(order: UserOrder, note: string | undefined): string[] {
  const discount = order.discount > 0 ? `${order.promocode ?? t('Discount')} −${rupeesText(order.discount)}` : undefined
  const credit = order.credit ? t('For courses you own −{amount}', { amount: rupeesText(order.credit) }) : undefined
  const tax = order.tax > 0 ? t('GST {amount}', { amount: rupeesText(order.tax) }) : undefined
  const payment = order.payment_id ? t('Payment {id}', { id: order.payment_id }) : undefined
  const reductions = order.reductions?.map(({ name, amount }) => `${name} −${rupeesText(amount)}`) ?? []
  return [credit, discount, ...reductions, tax, payment, note, ...refundNotes(order)].filter(
    (text) => text !== undefined,
  )
}
