import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PayAgain } from '../../shared/PayAgain.tsx'
import { payableAddress } from '../../shared/payment-link.ts'
import { cart } from '../../stores/cart.ts'
import { isSignedIn, session, useSession } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { GeneratedPassword } from './GeneratedPassword.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { usePaymentStatus } from './use-payment-status.ts'

const FAILED = "We couldn't verify your payment. Please try again or check in dashboard for more details."

/** Where the payment page sends the buyer back to: waits until the money is certain, and says so. */
export default function PaymentStatusScreen() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id')?.trim()
  const userId = search.get('user_id')?.trim()
  const signedIn = useSession(isSignedIn)
  return (
    <Wrap pt={{ base: '12', md: '18' }} pb={{ base: '12', md: '24' }}>
      <Head title="Payment status" />
      {!courseId || !userId ? (
        <Failed reason="Missing required parameters" />
      ) : signedIn ? (
        <Verified key={`${courseId} ${userId}`} courseId={courseId} userId={userId} />
      ) : (
        <SignInFirst />
      )}
    </Wrap>
  )
}

/** A buyer who was signed out meanwhile logs in and comes back. */
function SignInFirst() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    storage.write('redirectAfterLogin', pathname + search)
    toast.error('Authentication required', {
      description: 'Please login to see your payment',
      id: 'authentication-required',
    })
  }, [pathname, search])
  return <Navigate to={paths.login} replace />
}

function Verified({ courseId, userId }: { courseId: string; userId: string }) {
  const { pathname, search } = useLocation()
  const payment = usePaymentStatus(courseId, userId)
  const { state } = payment
  useEffect(() => {
    if (state === 'signed_out') session.expire(pathname + search)
  }, [state, pathname, search])

  if (payment.state === 'paid') return <Paid orderId={payment.orderId} />
  if (payment.state === 'failed') return <Failed again={payment.again} orderId={payment.orderId} />
  if (payment.state === 'cancelled') return <Cancelled orderId={payment.orderId} />
  if (payment.state === 'refunded') return <Refunded orderId={payment.orderId} />
  if (payment.state === 'waiting') return <Waiting again={payment.again} orderId={payment.orderId} />
  return (
    <PaymentCard state="loading" title="Verifying Payment">
      <chakra.p color="fg.muted">This takes a few seconds. Please keep this page open.</chakra.p>
    </PaymentCard>
  )
}

const Receipt = chakra('dl', {
  base: {
    alignSelf: 'stretch',
    display: 'grid',
    gap: '1.5',
    py: '3',
    borderBlockWidth: '1px',
    borderColor: 'border',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '600', overflowWrap: 'anywhere', minW: '0', textAlign: 'right' },
  },
})

/** The order that a payment is of, once it is known. */
function useOrder(orderId: string | undefined) {
  const { data } = useQuery({ ...api.orders.mine.queryOptions(), staleTime: 0, enabled: orderId !== undefined })
  return data?.find((one) => one.order_id === orderId)
}

/** Which order it is, and what it comes to. */
function OrderFacts({ order, total }: { order: ReturnType<typeof useOrder>; total: string }) {
  if (!order) return null
  return (
    <Receipt>
      <div>
        <dt>Order</dt>
        <dd>{order.order_id}</dd>
      </div>
      <div>
        <dt>{total}</dt>
        <dd>
          <Price value={order.total} />
        </dd>
      </div>
      {order.status === 'created' && (
        <div>
          <dt>Started</dt>
          <dd>{dateTimeText(order.purchase_date)}</dd>
        </div>
      )}
    </Receipt>
  )
}

const toCart = (
  <Button asChild variant="outline" full>
    <Link to={paths.cart}>Return to Cart</Link>
  </Button>
)

function Cancelled({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="cancelled"
      title="You cancelled. Nothing was taken."
      actions={
        <>
          {order && <PayAgain order={order} full />}
          {toCart}
        </>
      }
    >
      <chakra.p color="fg.muted">Pay again opens the checkout with the same courses.</chakra.p>
      <OrderFacts order={order} total="To pay" />
      <GeneratedPassword />
    </PaymentCard>
  )
}

function Refunded({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="refunded"
      title="This order was refunded"
      actions={
        <>
          <Button asChild full>
            <Link to={paths.orders}>See my orders</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>Browse Courses</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        The money goes back to the way you paid. It usually reaches you within 5 to 7 working days.
      </chakra.p>
      <OrderFacts order={order} total="Paid" />
    </PaymentCard>
  )
}

function Waiting({ orderId, again }: { orderId: string | undefined; again: () => void }) {
  const order = useOrder(orderId)
  const address = payableAddress(order?.payment_link, window.location)
  return (
    <PaymentCard
      state="waiting"
      title="Waiting for your bank. We will email you."
      actions={
        <>
          <Button full onClick={again}>
            Check again
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.orders}>See my orders</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        Some UPI payments take up to 30 minutes. You can close this page. If money has left your account, please do not
        pay again.
      </chakra.p>
      <OrderFacts order={order} total="Amount" />
      {address && (
        <p>
          Not paid yet? <TextLink to={address}>Open the payment page</TextLink>
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}

function Paid({ orderId }: { orderId: string }) {
  const queries = useQueryClient()
  const email = useSession((state) => state.user?.email)
  useEffect(() => {
    cart.clear()
    cart.choosePromocode(undefined)
    void queries.invalidateQueries({ queryKey: api.account.key() })
    void queries.invalidateQueries({ queryKey: api.learning.key() })
  }, [queries])
  const order = useOrder(orderId)
  const gifts = order?.gift_codes?.length ?? 0
  return (
    <PaymentCard
      state="paid"
      title="Payment Successful!"
      actions={
        <>
          <Button asChild full>
            <Link to={paths.dashboard}>Go to Dashboard</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>Browse More Courses</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        Your courses are in your dashboard.{email && ` A receipt is on its way to ${email}.`}
      </chakra.p>
      {order && (
        <Receipt>
          {order.courses.map((course) => (
            <div key={course.course_id}>
              <dt>Course</dt>
              <dd>
                {course.course_name}
                {course.quantity > 1 && ` × ${course.quantity}`}
              </dd>
            </div>
          ))}
          <div>
            <dt>Paid</dt>
            <dd>
              <Price value={order.total} />
            </dd>
          </div>
          <div>
            <dt>Order</dt>
            <dd>{order.order_id}</dd>
          </div>
        </Receipt>
      )}
      {gifts > 0 && (
        <p>
          {countText(gifts, 'gift code')} to share {gifts === 1 ? 'is' : 'are'} with{' '}
          <TextLink to={paths.orders}>your order</TextLink>.
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}

type FailedProps = {
  reason?: string
  /** Asks once more; absent where the answer would be the same. */
  again?: (() => void) | undefined
  /** What Pay again is for. */
  orderId?: string | undefined
}

function Failed({ reason, again, orderId }: FailedProps) {
  const order = useOrder(orderId)
  const signedIn = useSession(isSignedIn)
  useEffect(() => {
    toast.error('Failed to verify payment status', {
      id: 'payment-status',
      ...(reason ? { description: reason } : {}),
    })
  }, [reason])
  return (
    <PaymentCard
      state="failed"
      title="Payment Failed"
      actions={
        <>
          {again && (
            <Button full onClick={again}>
              Check again
            </Button>
          )}
          {order && <PayAgain order={order} full />}
          {toCart}
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>Browse Courses</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">{FAILED}</chakra.p>
      {signedIn && (
        <p>
          You can see this attempt in <TextLink to={paths.orders}>your orders</TextLink>.
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}
