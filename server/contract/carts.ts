import { z } from 'zod'
import { MAX_CART_SEATS } from './cart-seats.ts'
import { defineCall } from './define-call.ts'
import { CourseId, whole } from './fields.ts'

const SEATS = `Must be a whole number from 1 to ${MAX_CART_SEATS}`

const CartEntry = z.object({
  course_id: CourseId,
  quantity: whole(1, MAX_CART_SEATS, SEATS),
})
export type CartEntry = z.output<typeof CartEntry>

/** The cart of an account, which follows it to other devices. Without a login a cart stays in its browser. */
export const carts = {
  /** Leaves out courses that are owned, gone or free by now. A paid order empties it. */
  get: defineCall({ method: 'GET', path: '/user/cart', access: 'user', summary: 'Own cart' }).output(
    z.array(CartEntry),
  ),

  /** Replaces the cart, and answers it as `get` does. A course that is named twice counts once, with the larger quantity. */
  put: defineCall({ method: 'PUT', path: '/user/cart', access: 'user', summary: 'Replace the own cart' })
    .input(
      z
        .array(CartEntry, { error: 'Must be a list of courses' })
        .max(MAX_CART_SEATS, { error: `At most ${MAX_CART_SEATS} courses` }),
    )
    .output(z.array(CartEntry)),
}
