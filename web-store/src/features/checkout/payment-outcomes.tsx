import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PayAgain } from '../../shared/PayAgain.tsx'
import { payableAddress } from '../../shared/payment-link.ts'
import { cart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { countText } from '../../ui/format.ts'
import { Price } from '../../ui/Price.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { GeneratedPassword } from './GeneratedPassword.tsx'
import { OrderFacts, Receipt, useOrder } from './OrderFacts.tsx'
import { PaymentCard } from './PaymentCard.tsx'

const FAILED = "We couldn't verify your payment. Please try again or check in dashboard for more details."

const toCart = (
  <Button asChild variant="outline" full>
    <Link to={paths.cart}>{t('Return to Cart')}</Link>
  </Button>
)

/** The buyer has left the payment page. */
export function Cancelled({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="cancelled"
      title={t('You cancelled. Nothing was taken.')}
      actions={
        <>
          {order && !order.owned && <PayAgain order={order} full />}
          {toCart}
        </>
      }
    >
      <chakra.p color="fg.muted">{t('Pay again opens the checkout with the same courses.')}</chakra.p>
      <OrderFacts order={order} total="To pay" />
      <GeneratedPassword />
    </PaymentCard>
  )
}

/** It was closed unpaid, for the buyer has a course of it by another way. */
export function Owned({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="cancelled"
      title={`You own ${order?.courses.length === 1 ? 'this course' : 'a course of this order'} already. Nothing was taken.`}
      actions={
        <>
          <Button asChild full>
            <Link to={paths.dashboard}>{t('Go to Dashboard')}</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse Courses')}</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">{t('So this order was closed before you paid twice.')}</chakra.p>
      <OrderFacts order={order} total="Not paid" />
    </PaymentCard>
  )
}

/** It was paid, and the money has gone back. */
export function Refunded({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="refunded"
      title={t('This order was refunded')}
      actions={
        <>
          <Button asChild full>
            <Link to={paths.orders}>{t('See my orders')}</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse Courses')}</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        {t('The money goes back to the way you paid. It usually reaches you within 5 to 7 working days.')}
      </chakra.p>
      <OrderFacts order={order} total="Paid" />
    </PaymentCard>
  )
}

/** The bank has not decided yet. */
export function Waiting({ orderId, again }: { orderId: string | undefined; again: () => void }) {
  const order = useOrder(orderId)
  const address = payableAddress(order?.payment_link, window.location)
  return (
    <PaymentCard
      state="waiting"
      title={t('Waiting for your bank. We will email you.')}
      actions={
        <>
          <Button full onClick={again}>
            {t('Check again')}
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.orders}>{t('See my orders')}</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        {t(
          'Some UPI payments take up to 30 minutes. You can close this page. If money has left your account, please do not pay again.',
        )}
      </chakra.p>
      <OrderFacts order={order} total="Amount" />
      {address && (
        <p>
          Not paid yet?{' '}
          <TextLink to={address} reloadDocument>
            {t('Open the payment page')}
          </TextLink>
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}

/** The money is certain: the courses are there. */
export function Paid({ orderId }: { orderId: string }) {
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
      title={t('Payment Successful!')}
      actions={
        <>
          <Button asChild full>
            <Link to={paths.dashboard}>{t('Go to Dashboard')}</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse More Courses')}</Link>
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
              <dt>{t('Course')}</dt>
              <dd>
                {course.course_name}
                {course.quantity > 1 && ` × ${course.quantity}`}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('Paid')}</dt>
            <dd>
              <Price value={order.total} />
            </dd>
          </div>
          <div>
            <dt>{t('Order')}</dt>
            <dd>{order.order_id}</dd>
          </div>
        </Receipt>
      )}
      {gifts > 0 && (
        <p>
          {countText(gifts, 'gift code')} to share {gifts === 1 ? 'is' : 'are'} with{' '}
          <TextLink to={paths.orders}>{t('your order')}</TextLink>.
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

/** Nothing is known of a payment, or it did not go through. */
export function Failed({ reason, again, orderId }: FailedProps) {
  const order = useOrder(orderId)
  const signedIn = useSession(isSignedIn)
  useEffect(() => {
    toast.error(t('Failed to verify payment status'), {
      id: 'payment-status',
      ...(reason ? { description: reason } : {}),
    })
  }, [reason])
  return (
    <PaymentCard
      state="failed"
      title={t('Payment Failed')}
      actions={
        <>
          {again && (
            <Button full onClick={again}>
              {t('Check again')}
            </Button>
          )}
          {order && !order.owned && <PayAgain order={order} full />}
          {toCart}
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse Courses')}</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">{FAILED}</chakra.p>
      {signedIn && (
        <p>
          You can see this attempt in <TextLink to={paths.orders}>{t('your orders')}</TextLink>.
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}
