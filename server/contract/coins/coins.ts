import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Rupees } from '../fields.ts'
import { CartToPrice } from '../orders/price-call.ts'

export const coins = {
  /** Coins that the caller may spend on a cart now: as many as the setting allows and they have. 0 while coins buy nothing. Errors as those of `orders.price`. */
  usable: defineCall({
    method: 'POST',
    path: '/user/coins/usable',
    access: 'user',
    summary: 'Coins that may pay for a cart',
    limits: [limit('coins', 'caller', 120, 10 * MINUTE)],
    codes: [
      'not_found',
      'cart_empty',
      'promocode_invalid',
      'promocode_expired',
      'promocode_minimum',
      'promocode_segment',
      'offer_ended',
      'already_purchased',
    ],
  })
    .input(CartToPrice)
    .output(
      z.object({
        coins: z.number().int(),
        /** Taken off for all of them. */
        amount: Rupees,
      }),
    ),
}
