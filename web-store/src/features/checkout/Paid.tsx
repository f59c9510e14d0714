import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedReturn } from 'contract/orders/returns'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { copyText } from '../../shared/copy-text.ts'
import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { PlanRest } from '../../shared/orders/plan-rest.ts'
import { useCopied } from '../../shared/use-copied.ts'
import { cart, useCart } from '../../stores/cart.ts'
import { useSession } from '../../stores/session.ts'
import type { CartLine } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { inPlace, later } from '../../ui/later.tsx'
import { Skeleton } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { IconCopy, IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { GeneratedPassword } from './GeneratedPassword.tsx'
import { Receipt, useOrder } from './OrderFacts.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { useAfterOffer } from './use-after-offer.ts'

type Bought = { course_id: string; course_name: string; course_banner?: string }

const GiftCodes = later(() => import('../../shared/orders/GiftCodes.tsx'), {
  failed: inPlace,
})

const AfterOffer = later(() => import('./AfterOffer.tsx'))

export type PaidCourses = { courseIds: readonly string[] }

/** The next step with a bought course. */
const NextStep = slot<PaidCourses>(import.meta.glob('../*/PaidPart.tsx'), { failed: () => null })

const NewsConsent = later(() => import('./NewsConsent.tsx'))

type PaidProps = {
  orderId: string
  courseId: string
  /** The cart as the buyer left it: it usually equals the order, and shows the courses in the same room until the order loads. */
  lines: readonly CartLine[]
  /** Proof of the payment in the address; only with it there may be an offer. */
  proof: SignedReturn | undefined
}

/** The payment and what belongs to it in the middle; an offer is beside them without moving them, or below where there is no room. */
const Beside = chakra('div', {
  base: {
    display: 'grid',
    columnGap: '6',
    gridTemplateColumns: { base: 'minmax(0, 440px)', xl: 'minmax(0, 1fr) 440px minmax(0, 1fr)' },
    justifyContent: 'center',
    alignItems: 'start',
    '& > *': { gridColumn: { xl: '2' } },
    '& > aside': {
      mt: { base: '6', xl: '0' },
      xl: { gridColumn: '3', gridRow: '1 / span 4', maxW: '360px' },
    },
  },
})

/** The money is certain: leads to the first lesson of what was bought. */
export function Paid({ orderId, courseId, lines, proof }: PaidProps) {
  const queries = useQueryClient()
  const email = useSession((state) => state.user?.email)
  const order = useOrder(orderId)
  const bought = order?.courses.map(({ course_id }) => course_id).join()
  useEffect(() => {
    // A buy link has a cart of its own, and leaves the stored one.
    const ids = [courseId, ...(bought?.split(',') ?? [])]
    cart.change((stored) => stored.filter(({ id }) => !ids.includes(id)))
    if (useCart.getState().lines.length === 0) cart.choosePromocode(undefined)
  }, [courseId, bought])
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: api.account.key() })
    void queries.invalidateQueries({ queryKey: api.learning.key() })
  }, [queries])
  const { offer, again } = useAfterOffer(order?.order_no, order === null ? undefined : proof)
  const fromCart = lines.some(({ id }) => id === courseId)
    ? lines.map(({ id, name, banner, quantity }) => ({
        course_id: id,
        course_name: name,
        course_banner: banner,
        quantity,
      }))
    : [{ course_id: courseId, course_name: '', course_banner: '', quantity: 1 }]
  const sold = order?.courses ?? fromCart
  const courses: Bought[] = openedCourses(sold)
  const [only] = courses
  const { data: own } = useQuery(api.account.dashboard.queryOptions())
  const steps = (own?.orders ?? [])
    .filter(({ course_id, next_step }) => next_step && courses.some((one) => one.course_id === course_id))
    .map(({ course_id }) => course_id)
  const gifts = order?.gift_codes?.length ?? sold.reduce((sum, { quantity }) => sum + quantity - 1, 0)
  return (
    <Beside>
      <PaymentCard state="paid" title={t('Payment Successful!')}>
        {courses.length === 1 && only ? <OneCourse course={only} /> : <Courses courses={courses} />}
        {steps.length > 0 && <NextStep courseIds={steps} />}
        <chakra.div alignSelf="stretch" display="grid" gap="1">
          <Button asChild variant="ghost" full>
            <Link to={paths.dashboard}>{t('Go to Dashboard')}</Link>
          </Button>
          <Button asChild variant="ghost" full>
            <Link to={paths.courses}>{t('Browse More Courses')}</Link>
          </Button>
        </chakra.div>
        <Receipt>
          <div>
            <dt>{t('Paid')}</dt>
            <dd>{order ? <Price value={order.total} /> : <Unknown />}</dd>
          </div>
          <div>
            <dt>{t('Order')}</dt>
            <dd>{order ? <OrderNumber of={order.order_no} /> : <Unknown />}</dd>
          </div>
          {email && (
            <div>
              <dt>{t('Receipt')}</dt>
              <dd>{email}</dd>
            </div>
          )}
        </Receipt>
        {order?.plan && <PlanRest planId={order.plan.plan_id} />}
      </PaymentCard>
      <GeneratedPassword />
      {email && (
        <chakra.div w="full" mt="4" minH="8rem">
          <NewsConsent />
        </chakra.div>
      )}
      {gifts > 0 && (
        // At least as high as the gifts with their buttons below: the footer does not move.
        <chakra.div w="full" mt="4" style={{ minHeight: `calc(6rem + ${gifts} * 7rem)` }}>
          {order && <GiftCodes order={order} />}
        </chakra.div>
      )}
      {offer && order && proof && <AfterOffer offer={offer} orderNo={order.order_no} proof={proof} again={again} />}
    </Beside>
  )
}

const Unknown = () => <Skeleton h="1lh" w="8em" />

/** Shows an order number with a button that copies it. */
export function OrderNumber({ of }: { of: string }) {
  const { copied, say } = useCopied()
  return (
    <chakra.span display="inline-flex" verticalAlign="top" alignItems="center" h="1lh">
      {of}
      <IconButton
        aria-label={t('Copy order number')}
        my="-12px"
        me="-12px"
        onClick={async () => (await copyText(of)) && say()}
      >
        <Icon of={copied ? IconCheck : IconCopy} size={16} />
      </IconButton>
    </chakra.span>
  )
}

/** Returns a course's banner and count of lessons in words: a blank of the same height until it is known. */
function useEnrolled(): (course: Bought) => { lessons: string; banner: string } {
  const { data } = useQuery(api.account.dashboard.queryOptions())
  return ({ course_id: id, course_banner }) => {
    const one = data?.orders.find(({ course_id }) => course_id === id)
    return {
      lessons: one?.lessons ? plural(one.lessons, { one: '{count} lesson', other: '{count} lessons' }) : '\u00a0',
      banner: course_banner ?? one?.course_banner ?? '',
    }
  }
}

function OneCourse({ course }: { course: Bought }) {
  const { lessons, banner } = useEnrolled()(course)
  const { course_id, course_name } = course
  return (
    <chakra.div alignSelf="stretch" display="grid" gap="3" textAlign="start">
      <chakra.div display="flex" alignItems="center" gap="3.5" mb="1">
        <chakra.div flexShrink="0" w="120px" borderRadius="l2" overflow="hidden">
          {course_name ? (
            <Picture place="thumb" src={banner} alt="" label="" cover={course_name} />
          ) : (
            <Skeleton style={{ aspectRatio: '16/9' }} />
          )}
        </chakra.div>
        <chakra.div minW="0" lineHeight="1.3" overflowWrap="anywhere">
          <b>{course_name || '\u00a0'}</b>
          <chakra.p textStyle="sm" color="fg.muted">
            {lessons}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <Button asChild size="lg" full>
        <Link to={paths.learn(course_id)}>
          <Icon of={IconPlayerPlay} />
          {t('Start lesson 1')}
        </Link>
      </Button>
    </chakra.div>
  )
}

const Rows = chakra('ul', {
  base: {
    alignSelf: 'stretch',
    textAlign: 'start',
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', py: '3' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

function Courses({ courses }: { courses: Bought[] }) {
  const enrolled = useEnrolled()
  return (
    <Rows>
      {courses.map((course, index) => {
        const { course_id, course_name } = course
        const { lessons, banner } = enrolled(course)
        return (
          <li key={course_id}>
            <chakra.div flexShrink="0" w="64px" borderRadius="l1" overflow="hidden">
              <Picture place="thumb" src={banner} alt="" label="" cover={course_name} />
            </chakra.div>
            <chakra.div flex="1 1 6em" minW="0" lineHeight="1.3">
              <chakra.b overflowWrap="anywhere">{course_name}</chakra.b>
              <chakra.p textStyle="sm" color="fg.muted">
                {lessons}
              </chakra.p>
            </chakra.div>
            <Button asChild size="sm" variant={index === 0 ? 'solid' : 'outline'}>
              <Link to={paths.learn(course_id)} aria-label={t('Start {course}', { course: course_name })}>
                {t('Start')}
              </Link>
            </Button>
          </li>
        )
      })}
    </Rows>
  )
}
