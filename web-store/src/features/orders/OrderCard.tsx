import type { UserOrder } from 'contract/orders/orders'
import { Link } from 'react-router-dom'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { accessText } from '../../shared/courses/access-text.ts'
import { PayAgain } from '../../shared/orders/PayAgain.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { IconGift } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Guarantee } from './Guarantee.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { orderLooks, readableCode, refundNotes } from './order-status.ts'
import { RetryPayment } from './RetryPayment.tsx'

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
    '& li': {
      ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3.5', justifyContent: 'flex-end' },
      ...{ px: { base: '4', md: '5' }, pt: '3.5' },
    },
  },
})
const Gift = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2.5',
    mx: { base: '4', md: '5' },
    mt: '3.5',
    px: '3.5',
    py: '2.5',
    bg: 'buy.subtle',
    borderRadius: '8px',
    '& > svg': { color: 'buy.fg' },
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
  const look = orderLooks[order.status]
  const palette = order.owned ? undefined : look.palette
  return (
    <Card as="article" overflow="hidden" aria-label={t('Order {id}', { id: order.order_no })}>
      <Top>
        <chakra.div minW="0" overflowWrap="anywhere">
          <chakra.h2 fontWeight="600">
            {rich('<hidden>Order of </hidden>{moment}', {
              hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
              moment: <time dateTime={order.purchase_date}>{dateTimeText(order.purchase_date)}</time>,
            })}
          </chakra.h2>
          <chakra.p textStyle="xs" color="fg.subtle">
            {order.order_no}
          </chakra.p>
        </chakra.div>
        <Tag coloured={palette !== undefined} colorPalette={palette}>
          {order.owned && isOver.has(order.status) ? t('Closed') : look.label}
        </Tag>
      </Top>
      <Lines>
        {order.courses.map((course) => (
          <li key={course.course_id}>
            <chakra.div flexShrink="0" w={{ base: '64px', md: '72px' }} borderRadius="l1" overflow="hidden">
              <Picture place="thumb" src={course.course_banner} alt="" label="" />
            </chakra.div>
            <chakra.span
              flex="1 1 7em"
              minW="0"
              fontWeight="600"
              lineHeight="1.35"
              lineClamp="3"
              overflowWrap="anywhere"
            >
              {look.owned && !order.refunded_courses?.includes(course.course_id) ? (
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
          </li>
        ))}
      </Lines>
      {order.gift_codes?.map((gift) => (
        <GiftCode key={gift.code} gift={gift} order={order} />
      ))}
      {order.gift_codes?.some(({ redeemed }) => !redeemed) && (
        <chakra.p px={{ base: '4', md: '5' }} pt="2" textStyle="sm" color="fg.muted">
          {t('Share this code. Your friend logs in and redeems it in Settings.')}
        </chakra.p>
      )}
      {order.guarantee && <Guarantee order={order} />}
      {order.documents && <OrderDocuments documents={order.documents} />}
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
          display="grid"
          flex={{ base: '1 1 100%', md: '1' }}
          order={{ base: '3', md: '0' }}
          alignSelf="end"
          pb="2px"
          textStyle="sm"
          color="fg.subtle"
          overflowWrap="anywhere"
        >
          {notesOf(order, look.note).map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may be told in the same words
            <li key={place}>{note}</li>
          ))}
        </chakra.ul>
        <NextStep order={order} owned={look.owned ?? order.owned ?? false} />
      </Foot>
    </Card>
  )
}

function notesOf(order: UserOrder, note: string | undefined): string[] {
  const discount = order.discount > 0 ? `${order.promocode ?? t('Discount')} −${rupeesText(order.discount)}` : undefined
  const tax = order.tax > 0 ? t('GST {amount}', { amount: rupeesText(order.tax) }) : undefined
  const payment = order.payment_id ? t('Payment {id}', { id: order.payment_id }) : undefined
  const held =
    order.courses.length === 1 ? t('You own this course already') : t('You already own a course in this order')
  // Nothing records who closed an order: this holds for one that its buyer cancelled, too.
  const owned = order.owned ? held : note
  return [discount, tax, payment, owned, ...refundNotes(order)].filter((text) => text !== undefined)
}

function GiftCode({ gift, order }: { gift: NonNullable<UserOrder['gift_codes']>[number]; order: UserOrder }) {
  const code = readableCode(gift.code)
  const course = order.courses.find((one) => one.course_id === gift.course_id)
  const several = order.courses.length > 1
  return (
    <Gift>
      <Icon of={IconGift} />
      <chakra.span flex="1 1 180px" minW="0" overflowWrap="anywhere">
        {several && course
          ? rich('Gift code for {course}: {code}', { course: course.course_name, code: <b>{code}</b> })
          : rich('Gift code to share: {code}', { code: <b>{code}</b> })}
      </chakra.span>
      <chakra.span ms="auto">
        {gift.redeemed ? <Tag>{t('Redeemed')}</Tag> : <CopyButton text={code} of={t('gift code {code}', { code })} />}
      </chakra.span>
    </Gift>
  )
}

/** States in which nothing was bought or will be: Pay again is one click away. */
const isOver = new Set<UserOrder['status']>(['failed', 'expired', 'cancelled'])

function NextStep({ order, owned }: { order: UserOrder; owned: boolean }) {
  const first = order.courses[0]
  if (owned && first) {
    return (
      <Button asChild size="sm" ms="auto">
        <Link to={order.courses.length === 1 ? paths.learn(first.course_id) : paths.dashboard}>
          {order.courses.length === 1 ? t('Go to course') : t('Go to courses')}
        </Link>
      </Button>
    )
  }
  if (order.status === 'created') return <RetryPayment order={order} />
  if (!first || !isOver.has(order.status)) return null
  return <PayAgain order={order} size="sm" ms="auto" />
}
