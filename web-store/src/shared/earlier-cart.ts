import type { UserOrder } from 'server/contract/orders'
import { cart, useCart } from '../stores/cart.ts'
import { type CartLine, storage } from '../stores/storage.ts'
import { restored } from './restored.ts'

/** Call it before the cart becomes these courses alone: what else it held is kept, with what was kept before. */
export function keepEarlier(buying: readonly string[]): void {
  const lines = [...useCart.getState().lines, ...(storage.read('earlier_cart') ?? [])]
  const others = lines.filter(({ id }) => !buying.includes(id))
  if (others.length > 0) storage.write('earlier_cart', others)
}

/** What is kept and not in the cart. */
export function earlierLines(present: readonly CartLine[]): CartLine[] {
  return (storage.read('earlier_cart') ?? []).filter(({ id }) => !present.some((line) => line.id === id))
}

/** The kept lines are in the cart again, beside what is there. */
export function bringBack(): void {
  cart.change(restored(storage.read('earlier_cart') ?? []))
  storage.remove('earlier_cart')
}

/** The cart becomes what an order was for, at the prices of then until the page knows those of today. */
export function orderAgain({ courses, promocode }: Pick<UserOrder, 'courses' | 'promocode'>): void {
  keepEarlier(courses.map(({ course_id: id }) => id))
  cart.change(() =>
    courses.map(({ course_id: id, course_name: name, course_banner: banner, price, quantity }) => ({
      ...{ id, name, price, banner, quantity },
    })),
  )
  cart.choosePromocode(promocode ?? undefined)
}
