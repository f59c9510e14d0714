// Apart from the other limits: every first page loads it.

/** One purchase is of at most so many seats, of all courses. */
export const MAX_CART_SEATS = 50
