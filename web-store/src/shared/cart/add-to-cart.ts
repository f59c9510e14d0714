import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { type CartCourse, cart } from '../../stores/cart.ts'
import { toast } from '../../ui/toaster.ts'

const viewCart = { label: t('View cart'), to: paths.cart }

/** Adds one seat of a course that is not in the cart, and says so. */
export function addToCart(course: CartCourse): void {
  if (cart.add(course) === 'added') toast.success(t('Added to cart'), { action: viewCart })
  else toast.info(t('Course already in cart'), { action: viewCart, id: 'already-in-cart' })
}
