import { z } from 'zod'
import { MAX_CART_SEATS } from './cart-seats.ts'
import { defineCall } from './define-call.ts'
import { CourseId } from './fields.ts'

const SEATS = `Must be a whole number from 1 to ${MAX_CART_SEATS}`

const CartEntry = z.object({
  course_id: CourseId,
  quantity: z
    .number({ error: SEATS })
    .int({ error: SEATS })
    .min(1, { error: SEATS })
    .max(MAX_CART_SEATS, { error: SEATS }),
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

/** Unites carts: each course once, the larger quantity, in the order of the carts. */
export function uniteCarts(...carts: readonly (readonly CartEntry[])[]): CartEntry[] {
  const seats = new Map<string, number>()
  for (const { course_id, quantity } of carts.flat())
    seats.set(course_id, Math.max(quantity, seats.get(course_id) ?? 0))
  return Array.from(seats, ([course_id, quantity]) => ({ course_id, quantity }))
}

const seatsIn = (cart: readonly CartEntry[], id: string) =>
  cart.find(({ course_id }) => course_id === id)?.quantity ?? 0

/**
 * Brings a device's cart and the account's together: `base` is what both were when they last met. Each side's changes since then hold; what
 * both changed keeps the larger quantity, so that nothing that anybody added is lost. An empty `base` unites them, as a login does.
 */
export function mergeCarts(base: readonly CartEntry[], here: readonly CartEntry[], there: readonly CartEntry[]) {
  return uniteCarts(here, there).flatMap(({ course_id, quantity }) => {
    const [was, mine, theirs] = [seatsIn(base, course_id), seatsIn(here, course_id), seatsIn(there, course_id)]
    const seats = mine === was ? theirs : theirs === was ? mine : quantity
    return seats > 0 ? [{ course_id, quantity: seats }] : []
  })
}
