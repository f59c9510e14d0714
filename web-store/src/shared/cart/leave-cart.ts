import { cart } from '../../stores/cart.ts'
import { storage } from '../../stores/storage.ts'

/** Takes out of this browser's cart what the account has of it, before a log-out; what the account does not have yet stays. */
export function leaveCart(): void {
  const lines = storage.read('cart_with')?.lines ?? []
  if (lines.length > 0) cart.change((here) => here.filter(({ id }) => !lines.some((line) => line.course_id === id)))
}
