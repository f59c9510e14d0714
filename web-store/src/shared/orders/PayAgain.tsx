import type { UserOrder } from 'contract/orders/orders'
import { useNavigate } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { orderAgain } from '../cart/earlier-cart.ts'

/** Opens the checkout with the courses of an order that is over. */
export function PayAgain({
  order,
  ...look
}: { order: UserOrder } & Pick<ButtonProps, 'full' | 'size' | 'ms' | 'variant'>) {
  const navigate = useNavigate()
  const again = () => {
    // A part of a plan, or a renewal, costs another price than the checkout has.
    if (order.buy_again) return void navigate(order.buy_again)
    orderAgain(order)
    navigate(paths.checkout)
  }
  return (
    <Button variant="buy" onClick={again} {...look}>
      {t('Pay again')}
    </Button>
  )
}
