import type { z } from 'zod'

/** Optional fields of `orders.buy` by feature. Written by `npm run fix`. */
export const buyFields = {}

/** Those that change a price: `orders.price` takes them too, and two purchases that differ in one are two orders. */
export const priceFields = {}

export type BuyFields = {
  [Name in keyof typeof buyFields]?: z.output<(typeof buyFields)[Name]> | undefined
}
