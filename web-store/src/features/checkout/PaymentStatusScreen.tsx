import { useEffect, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { NOT_STORED } from '../../shared/login/session-ended.ts'
import { useCart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Paid } from './Paid.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { Cancelled, Failed, Owned, Refunded, Waiting } from './payment-outcomes.tsx'
import { usePaymentStatus } from './use-payment-status.ts'

/** Follows the payment page: waits until the payment is certain, and says so. */
export default function PaymentStatusScreen() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id')?.trim()
  const userId = search.get('user_id')?.trim()
  const signedIn = useSession(isSignedIn)
  return (
    // As high as the window: the footer, which each state moves, is below it.
    <Wrap minH="100vh" pt={{ base: '12', md: '18' }} pb={{ base: '12', md: '24' }}>
      <Head title={t('Payment status')} />
      {!courseId || !userId ? (
        <Failed reason={t('Missing required parameters')} />
      ) : signedIn ? (
        <Verified key={`${courseId} ${userId}`} courseId={courseId} userId={userId} />
      ) : (
        <SignInFirst />
      )}
    </Wrap>
  )
}

/** Leads a buyer who was signed out to the login and back. */
function SignInFirst() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const stored = storage.write('redirectAfterLogin', pathname + search)
    toast.error(t('Authentication required'), {
      description: stored ? t('Please login to see your payment') : NOT_STORED,
      id: 'authentication-required',
    })
  }, [pathname, search])
  return <Navigate to={paths.login} replace />
}

function Verified({ courseId, userId }: { courseId: string; userId: string }) {
  // Read at once: this browser's cart is emptied when the payment is known, and maybe before.
  const [lines] = useState(() => storage.read('cart') ?? useCart.getState().lines)
  const payment = usePaymentStatus(courseId, userId)
  if (payment.state === 'paid') return <Paid orderId={payment.orderId} courseId={courseId} lines={lines} />
  if (payment.state === 'failed') return <Failed again={payment.again} orderId={payment.orderId} />
  if (payment.state === 'cancelled') return <Cancelled orderId={payment.orderId} />
  if (payment.state === 'owned') return <Owned orderId={payment.orderId} />
  if (payment.state === 'refunded') return <Refunded orderId={payment.orderId} />
  if (payment.state === 'waiting') return <Waiting again={payment.again} orderId={payment.orderId} />
  return (
    <PaymentCard state="loading" title={t('Verifying Payment')}>
      <chakra.p color="fg.muted">{t('This takes a few seconds. Please keep this page open.')}</chakra.p>
    </PaymentCard>
  )
}
