/** One purchase is of at most so many seats, of all courses. */
export const MAX_CART_SEATS = 50
