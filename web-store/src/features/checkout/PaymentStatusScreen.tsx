import type { SignedReturn } from 'contract/orders/returns'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { useCart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { inPlace, later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { LogInToSee } from './LogInToSee.tsx'
import { Paid } from './Paid.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { Cancelled, Failed, Owned, Refunded, Waiting } from './payment-outcomes.tsx'
import { usePaymentStatus } from './use-payment-status.ts'
import { proofIn } from './use-returned.ts'

const Returned = later(() => import('./Returned.tsx'), { failed: inPlace })

/** Follows the payment page: waits until the payment is certain, and says so. A signed address needs no session. */
export default function PaymentStatusScreen() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id')?.trim()
  const userId = search.get('user_id')?.trim()
  const proof = proofIn(search)
  const own = useSession((state) => (isSignedIn(state) ? state.user?.user_id : undefined))
  const isBuyer = own !== undefined && (own === userId || !proof)
  return (
    // As high as the window: the footer, which each state moves, is below it.
    <Wrap minH="100vh" pt={{ base: '12', md: '18' }} pb={{ base: '12', md: '24' }}>
      <Head title={t('Payment status')} />
      {courseId && userId && isBuyer ? (
        <Verified key={`${courseId} ${userId}`} courseId={courseId} userId={userId} proof={proof} />
      ) : proof ? (
        <Returned proof={proof} />
      ) : courseId && userId ? (
        <LogInToSee />
      ) : (
        <Failed reason={t('Missing required parameters')} />
      )}
    </Wrap>
  )
}

type VerifiedProps = { courseId: string; userId: string; proof: SignedReturn | undefined }

function Verified({ courseId, userId, proof }: VerifiedProps) {
  // Read at once: this browser's cart is emptied when the payment is known, and maybe before.
  const [lines] = useState(() => storage.read('cart') ?? useCart.getState().lines)
  const payment = usePaymentStatus(courseId, userId)
  if (payment.state === 'paid')
    return <Paid orderId={payment.orderId} courseId={courseId} lines={lines} proof={proof} />
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
