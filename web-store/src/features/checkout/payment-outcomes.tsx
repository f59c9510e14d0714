import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PayAgain } from '../../shared/orders/PayAgain.tsx'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { GeneratedPassword } from './GeneratedPassword.tsx'
import { MONEY_BACK } from './money-back.ts'
import { OrderFacts, useOrder } from './OrderFacts.tsx'
import { PaymentCard } from './PaymentCard.tsx'

const FAILED = t("We couldn't verify your payment. Please try again or check in dashboard for more details.")

const toCart = (
  <Button asChild variant="outline" full>
    <Link to={paths.cart}>{t('Return to Cart')}</Link>
  </Button>
)

/** The buyer has left the payment page. */
export function Cancelled({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <>
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
        <OrderFacts order={order} total={t('To pay')} />
      </PaymentCard>
      <GeneratedPassword />
    </>
  )
}

/** Shows an order that closed unpaid, since the buyer owns a course of it. */
export function Owned({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="cancelled"
      title={
        order?.courses.length === 1
          ? t('You own this course already. Nothing was taken.')
          : t('You already own a course in this order. Nothing was taken.')
      }
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
      <OrderFacts order={order} total={t('Not paid')} />
    </PaymentCard>
  )
}

/** Shows a refunded order. */
export function Refunded({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  return (
    <PaymentCard
      state="refunded"
      title={t('This order was refunded')}
      actions={
        <>
          {order?.lost && order.buy_again && (
            <Button asChild full>
              <Link to={order.buy_again}>{t('See other dates')}</Link>
            </Button>
          )}
          <Button asChild full variant={order?.lost ? 'outline' : 'solid'}>
            <Link to={paths.orders}>{t('See my orders')}</Link>
          </Button>
          {!order?.lost && (
            <Button asChild variant="outline" full>
              <Link to={paths.courses}>{t('Browse Courses')}</Link>
            </Button>
          )}
        </>
      }
    >
      {order?.lost && <p>{t('Your payment came too late for a seat. Nothing was booked.')}</p>}
      <chakra.p color="fg.muted">{MONEY_BACK}</chakra.p>
      <OrderFacts order={order} total={t('Paid')} />
    </PaymentCard>
  )
}

/** The bank has not decided yet. */
export function Waiting({ orderId, again }: { orderId: string | undefined; again: () => void }) {
  const order = useOrder(orderId)
  const address = payableAddress(order?.payment_link, window.location)
  return (
    <>
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
        <OrderFacts order={order} total={t('Amount')} />
        {address && (
          <p>
            {rich('Not paid yet? <page>Open the payment page</page>', {
              page: (words) => (
                <TextLink to={address} reloadDocument>
                  {words}
                </TextLink>
              ),
            })}
          </p>
        )}
      </PaymentCard>
      <GeneratedPassword />
    </>
  )
}

type FailedProps = {
  reason?: string
  /** Polls once more; absent when the answer would be the same. */
  again?: (() => void) | undefined
  /** Order that Pay again repeats. */
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
    <>
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
            {rich('You can see this attempt in <orders>your orders</orders>.', {
              orders: (words) => <TextLink to={paths.orders}>{words}</TextLink>,
            })}
          </p>
        )}
      </PaymentCard>
      <GeneratedPassword />
    </>
  )
}
