import type { ReturnedPayment, SignedReturn } from 'contract/orders/returns'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { api, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Price } from '../../ui/Price.tsx'
import { LogInToSee } from './LogInToSee.tsx'
import { MONEY_BACK } from './money-back.ts'
import { Receipt } from './OrderFacts.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { Received } from './Received.tsx'
import { useReturned } from './use-returned.ts'

type Props = { payment: ReturnedPayment; proof: SignedReturn }

/** Shows a payment by its signed address, without a session: what was bought, and the way to it by email. */
export default function Returned({ proof }: { proof: SignedReturn }) {
  const { data: payment, error, isFetching, timeUp, again } = useReturned(proof)
  if (isApiError(error) && error.status < 500 && error.status !== 429) return <LogInToSee />
  if (error && !payment) {
    return (
      <LoadProblem level={1} title={t('Your payment did not load')} busy={isFetching} onRetry={again}>
        {t('Please check your connection and try again.')}
      </LoadProblem>
    )
  }
  if (!payment) return <Verifying />
  const { status } = payment
  if (payment.lost) return <Settled payment={payment} />
  if (status === 'paid' || status === 'partially_refunded') return <Received payment={payment} proof={proof} />
  if (status === 'refunded' || status === 'review') return <Settled payment={payment} />
  if (status !== 'created') return <Ended payment={payment} proof={proof} />
  if (payment.last_try_failed) return <TryFailed payment={payment} proof={proof} again={again} />
  return timeUp ? <StillOpen payment={payment} proof={proof} again={again} /> : <Verifying />
}

const Verifying = () => (
  <PaymentCard state="loading" title={t('Verifying Payment')}>
    <chakra.p color="fg.muted">{t('This takes a few seconds. Please keep this page open.')}</chakra.p>
  </PaymentCard>
)

/** Money went back, or waits for the shop: there is nothing to do. */
function Settled({ payment }: { payment: ReturnedPayment }) {
  const isBack = payment.lost || payment.status === 'refunded'
  return (
    <PaymentCard
      state={isBack ? 'refunded' : 'waiting'}
      title={isBack ? t('This order was refunded') : t('We are checking your payment')}
    >
      {!isBack && <chakra.p color="fg.muted">{t('Please do not pay again. We will write to you.')}</chakra.p>}
      {isBack && payment.refund?.by_gateway && <chakra.p color="fg.muted">{MONEY_BACK}</chakra.p>}
      <Facts payment={payment} total={isBack ? t('Paid') : t('Amount')} />
    </PaymentCard>
  )
}

const SAVED = t('Your order is saved. If money has left your account, please wait 30 minutes before you pay again.')

function TryFailed({ payment, proof, again }: Props & { again: () => void }) {
  return (
    <PaymentCard
      state="failed"
      title={t('Payment Failed')}
      actions={
        <>
          <PayAgain payment={payment} proof={proof} label={t('Pay again')} />
          <Button full variant="outline" onClick={again}>
            {t('Check again')}
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">{SAVED}</chakra.p>
      <Facts payment={payment} total={t('To pay')} />
    </PaymentCard>
  )
}

function StillOpen({ payment, proof, again }: Props & { again: () => void }) {
  return (
    <PaymentCard
      state="waiting"
      title={t('Waiting for your bank. We will email you.')}
      actions={
        <>
          <Button full onClick={again}>
            {t('Check again')}
          </Button>
          <PayAgain payment={payment} proof={proof} label={t('Not paid yet? Pay now')} quiet />
        </>
      }
    >
      <chakra.p color="fg.muted">
        {t(
          'Some UPI payments take up to 30 minutes. You can close this page. If money has left your account, please do not pay again.',
        )}
      </chakra.p>
      <Facts payment={payment} total={t('Amount')} />
    </PaymentCard>
  )
}

function Ended({ payment, proof }: Props) {
  const { status, owned, courses } = payment
  if (owned) {
    return (
      <PaymentCard
        state="cancelled"
        title={
          courses.length === 1
            ? t('You own this course already. Nothing was taken.')
            : t('You already own a course in this order. Nothing was taken.')
        }
        actions={
          <Button asChild full>
            <Link to={paths.login}>{t('Log in')}</Link>
          </Button>
        }
      >
        <chakra.p color="fg.muted">{t('So this order was closed before you paid twice.')}</chakra.p>
        <Facts payment={payment} total={t('Not paid')} />
      </PaymentCard>
    )
  }
  const titles = {
    failed: t('Payment Failed'),
    cancelled: t('You cancelled. Nothing was taken.'),
    expired: t('The time to pay is over. Nothing was taken.'),
  }
  return (
    <PaymentCard
      state={status === 'failed' ? 'failed' : 'cancelled'}
      title={titles[status as keyof typeof titles]}
      actions={
        <>
          <PayAgain payment={payment} proof={proof} label={t('Pay again')} />
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse Courses')}</Link>
          </Button>
        </>
      }
    >
      {status === 'failed' && <chakra.p color="fg.muted">{SAVED}</chakra.p>}
      <Facts payment={payment} total={t('To pay')} />
    </PaymentCard>
  )
}

/** Leads to the open order's page for paying, or orders the same again. Another price is shown before it is charged. */
function PayAgain({ payment, proof, label, quiet }: Props & { label: string; quiet?: boolean }) {
  const [leaving, setLeaving] = useState(false)
  const again = useSubmission(
    api.orders.payAgain.mutationOptions({
      onSuccess: ({ payment_link }) => {
        const address = payableAddress(payment_link, window.location)
        if (!address) return
        setLeaving(true)
        window.location.assign(address)
      },
    }),
  )
  const look = quiet ? ({ variant: 'outline' } as const) : ({ variant: 'buy' } as const)
  const open = payableAddress(payment.payment_link, window.location)
  if (open) {
    return (
      <Button asChild full {...look}>
        <a href={open}>{label}</a>
      </Button>
    )
  }
  const { error, data } = again
  const total = isApiError(error) && error.code === 'price_changed' ? Number(error.data?.total) : undefined
  const refused = data && !payableAddress(data.payment_link, window.location)
  return (
    <>
      {(error || refused) && (
        <Problem>
          {total !== undefined
            ? t('The price has changed. The new total is {total}. Press Pay again to continue.', {
                total: rupeesText(total),
              })
            : refused
              ? t('Invalid payment link received')
              : errorText(error, t('Failed to process purchase'))}
        </Problem>
      )}
      <Button
        full
        {...look}
        busy={again.isPending || leaving}
        busyText={t('Processing...')}
        onClick={() => again.mutate({ proof, ...(total === undefined ? {} : { expected_total: total.toFixed(2) }) })}
      >
        {label}
      </Button>
    </>
  )
}

function Facts({ payment, total }: { payment: ReturnedPayment; total: string }) {
  const { courses, order_no, received, refund, email } = payment
  return (
    <Receipt>
      {courses.map(({ course_name: name, quantity }) => (
        <chakra.div key={name}>
          <dt>{t('Course')}</dt>
          <dd>{quantity > 1 ? `${name} × ${quantity}` : name}</dd>
        </chakra.div>
      ))}
      <div>
        <dt>{t('Order')}</dt>
        <dd>{order_no}</dd>
      </div>
      <div>
        <dt>{total}</dt>
        <dd>
          <Price value={payment.total} />
        </dd>
      </div>
      {received !== undefined && (
        <div>
          <dt>{t('Received')}</dt>
          <dd>
            <Price value={received} />
          </dd>
        </div>
      )}
      {refund && (
        <div>
          <dt>{t('Refunded')}</dt>
          <dd>
            <Price value={refund.amount} />
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>{t('Email')}</dt>
          <dd>{email}</dd>
        </div>
      )}
    </Receipt>
  )
}
