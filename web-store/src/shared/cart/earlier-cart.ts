import type { UserOrder } from 'contract/orders/orders'
import { cart } from '../../stores/cart.ts'
import { type CartLine, storage } from '../../stores/storage.ts'
import { restored } from '../restored.ts'

/** Lists lines that Buy Now set aside and that are not in the cart. */
export function earlierLines(present: readonly CartLine[]): CartLine[] {
  return (storage.read('earlier_cart') ?? []).filter(({ id }) => !present.some((line) => line.id === id))
}

/** Returns the lines set aside to the cart, beside its own. */
export function bringBack(): void {
  cart.change(restored(storage.read('earlier_cart') ?? []))
  storage.remove('earlier_cart')
}

/** The cart becomes what an order was for, at the prices of then until the page knows those of today. */
export function orderAgain({ courses, promocode }: Pick<UserOrder, 'courses' | 'promocode'>): void {
  cart.setAside(courses.map(({ course_id: id }) => id))
  cart.change(() =>
    courses.map(({ course_id: id, course_name: name, course_banner: banner, price, quantity }) => ({
      id,
      name,
      price,
      banner,
      quantity,
    })),
  )
  cart.choosePromocode(promocode ?? undefined)
}
