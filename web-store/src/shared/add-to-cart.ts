import { paths } from '../paths.ts'
import { type CartCourse, cart } from '../stores/cart.ts'
import { toast } from '../ui/toaster.ts'

const viewCart = { label: 'View cart', to: paths.cart }

/** One seat of a course into the cart, and says so; a course that is there already stays as it is. */
export function addToCart(course: CartCourse): void {
  if (cart.add(course) === 'added') toast.success('Added to cart', { action: viewCart })
  else toast.info('Course already in cart', { action: viewCart, id: 'already-in-cart' })
}
