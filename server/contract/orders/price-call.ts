import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { MAX_CART_SEATS } from '../cart-seats.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, PromocodeText, Rupees } from '../fields.ts'
import { OfferId } from '../offers.ts'
import { priceFields } from './buy-fields.ts'
import { IncludedLine, Reduction } from './fields.ts'

/** A line of a priced cart, in rupees. */
export const PricedCourse = z.object({
  course_id: z.string(),
  /** Price of one seat. */
  price: Rupees,
  quantity: z.number().int().positive(),
  /** Taken off for what the buyer has already: of a bundle, and of a course that a bundle of the same cart has. */
  credit: Rupees,
  /** Taken off by the promo code, after the credit. */
  discount: Rupees,
  /** Taken off by reductions; absent without any. */
  reduction: Rupees.optional(),
  /** The rest, without tax that is added. */
  total: Rupees,
  /** Courses of a bundle; absent for a course. */
  includes: z.array(IncludedLine).optional(),
})

/** Answer of `orders.price`. */
export const PricedAnswer = z.object({
  lines: z.array(PricedCourse),
  /** Count of what the buyer has already of the bundles: the sum paid here, or null for the course's whole share. */
  credits: z.array(z.object({ course_id: z.string(), amount: Rupees.nullable() })),
  subtotal: Rupees,
  credit: Rupees,
  discount: Rupees,
  reductions: z.array(Reduction).optional(),
  /** Tax added to prices that exclude it; else 0. */
  tax: Rupees,
  total: Rupees,
})
export type PricedAnswer = z.output<typeof PricedAnswer>

export const CartToPrice = z.object({
  course_ids: z
    .array(CourseId, { error: 'Must be a list of course ids' })
    .min(1, { error: 'Your cart is empty' })
    .max(MAX_CART_SEATS, { error: `At most ${MAX_CART_SEATS} seats in one purchase` }),
  promocode: PromocodeText.nullish().transform((code) => code || undefined),
  offer: OfferId.nullish(),
})

/** A part of `orders`. */
export const priceCall = {
  /**
   * Prices a cart for its buyer, by the function that prices `buy`; an id repeated n times is n seats. A bundle credits what the buyer has
   * of it: a course's share, at most what they paid for it here, less refunds. Courses of a move count with their share, gifts and
   * free ones not; the settings `bundles` change that. Errors as those of `buy` about courses and promo code.
   */
  price: defineCall({
    method: 'POST',
    path: '/user/price',
    access: 'user',
    summary: 'What a cart costs its buyer',
    limits: [limit('price', 'caller', 120, 10 * MINUTE)],
    codes: [
      'not_found',
      'cart_empty',
      'promocode_invalid',
      'promocode_expired',
      'promocode_minimum',
      'promocode_segment',
      'offer_ended',
      'already_purchased',
      'conflict',
      'insufficient_coins',
    ],
  })
    .input(CartToPrice.extend(priceFields))
    .output(PricedAnswer),
}
