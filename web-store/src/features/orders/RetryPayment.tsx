import type { UserOrder } from 'contract/orders/orders'
import { useNavigate } from 'react-router-dom'
import { client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { usePayment } from '../../shared/orders/use-payment.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'

/**
 * Opens the payment page of an open order. An order without a link, since the gateway did not answer, is requested again: the server finds
 * the open order by its content and makes the link then.
 */
export function RetryPayment({ order }: { order: UserOrder }) {
  const navigate = useNavigate()
  const userId = useSession((state) => state.user?.user_id)
  const again = usePayment(client.orders.buy)
  const address = payableAddress(order.payment_link, window.location)
  if (address) {
    return (
      <Button asChild variant="buy" size="sm" ms="auto">
        <a href={address}>{t('Retry payment')}</a>
      </Button>
    )
  }
  const retry = () => {
    if (order.buy_again) return void navigate(order.buy_again)
    if (!userId) return
    const {
      promocode,
      total,
      billing_state,
      billing_gstin,
      billing_name,
      billing_address,
      billing_place,
      billing_pin,
      billing_sez,
    } = order
    again.mutate({
      query: {
        user_id: userId,
        ...(promocode ? { promocode } : {}),
        ...(billing_state ? { billing_state } : {}),
        ...(billing_gstin ? { billing_gstin } : {}),
        ...(billing_name ? { billing_name } : {}),
        ...(billing_address ? { billing_address } : {}),
        ...(billing_place ? { billing_place } : {}),
        ...(billing_pin ? { billing_pin } : {}),
        ...(billing_sez ? { billing_sez: 'true' as const } : {}),
        expected_total: total.toFixed(2),
      },
      body: order.courses.flatMap((course) => Array.from({ length: course.quantity }, () => course.course_id)),
    })
  }
  return (
    <Button variant="buy" size="sm" ms="auto" busy={again.isPending} busyText={t('Processing...')} onClick={retry}>
      {t('Retry payment')}
    </Button>
  )
}
