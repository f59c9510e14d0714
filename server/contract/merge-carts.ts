import type { CartEntry } from './carts.ts'

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
