import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Moment, Rupees, RupeesText } from '../fields.ts'
import { OfferId, PublicOffer } from '../offers.ts'
import { OrderNo } from './fields.ts'
import { SignedReturn } from './returns.ts'

/** Minutes from paying within which the page of the payment has an offer. */
export const AFTER_OFFER_MINUTES = 15

export const AfterOffer = PublicOffer.extend({
  /** To pay, with tax that prices exclude. */
  total: Rupees,
  /** The course of the offer costs the list price from then on. */
  until: Moment,
})
export type AfterOffer = z.output<typeof AfterOffer>

const OfOrder = z.object({ order_no: OrderNo })

/**
 * The offer of the page after paying. Its proof is that of the page: the mark of the order, or the gateway's signature. It travels in the
 * body, so that no log has it.
 */
export const afterOfferCalls = {
  /**
   * At most one, for 15 minutes from paying: null afterwards, for an order that is not paid any more or took such an offer itself, once
   * its buyer has the course, and for an address that is not signed.
   */
  seeAfterOffer: defineCall({
    method: 'POST',
    path: '/go/orders/{order_no}/offer/see',
    access: 'public',
    input: 'detailed',
    summary: 'The offer after paying',
    limits: [limit('after_offer', 'client', 600, 10 * MINUTE)],
  })
    .input(z.object({ params: OfOrder, body: SignedReturn }))
    .output(z.object({ offer: AfterOffer.nullable() })),

  /**
   * Orders it for the same buyer, with the details of the paid order: a second order with a payment of its own. Again it answers the same
   * order. 404 for an address that is not signed; 409 `offer_ended` where `seeAfterOffer` has none or another, `already_purchased`,
   * `price_changed` with `total`.
   */
  takeAfterOffer: defineCall({
    method: 'POST',
    path: '/go/orders/{order_no}/offer',
    access: 'public',
    input: 'detailed',
    summary: 'Take the offer after paying',
    cost: 'ask',
    limits: [limit('take_after_offer', 'client', 60, 10 * MINUTE)],
    codes: [
      'not_found',
      'offer_ended',
      'already_purchased',
      'price_changed',
      'conflict',
      'gateway_error',
      'gateway_not_configured',
    ],
  })
    .input(
      z.object({
        params: OfOrder,
        body: z.object({ proof: SignedReturn, offer_id: OfferId, expected_total: RupeesText.optional() }),
      }),
    )
    .output(z.object({ payment_link: z.string() })),
}
