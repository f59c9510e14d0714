import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PayBar } from '../../shared/cart/PayBar.tsx'
import type { PricedCartView } from '../../shared/cart/priced-cart.ts'
import { Button } from '../../ui/Button.tsx'

/** The way to checkout, always in view on phones: a long cart has its sums far below. */
export default function CartBar({ cart }: { cart: PricedCartView }) {
  return (
    <PayBar cart={cart}>
      <Button asChild variant="buy" size="lg" full>
        <Link to={paths.checkout}>{t('Proceed to Checkout')}</Link>
      </Button>
    </PayBar>
  )
}
