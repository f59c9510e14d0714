import { z } from 'zod'
import { billingFields, fitBilling, shownBilling } from '../billing.ts'
import { DAY, limit, MINUTE } from '../call-cost.ts'
import { MAX_CART_SEATS } from '../cart-seats.ts'
import { defineCall } from '../define-call.ts'
import { DocumentName } from '../documents.ts'
import { CourseId, listWindow, Moment, PromocodeText, Rupees, RupeesText, UserId, wholeNumber } from '../fields.ts'
import { OfferId } from '../offers.ts'
import { TouchesText } from '../sources/sources.ts'
import { IdempotencyKey, OrderRefund, OrderStatus, orderActions } from './actions.ts'
import { adminOrders } from './admin.ts'
import { afterOfferCalls } from './after-offer.ts'
import { buyFields } from './buy-fields.ts'
import { Disclaimer, GiftCode, OrderNo, soldFields } from './fields.ts'
import { GuaranteeRequest, guaranteeCalls } from './guarantee.ts'
import { outsidePayments } from './outside-payments.ts'
import { payPageCalls } from './pay-page.ts'
import { priceCall } from './price-call.ts'
import { refundRequestCalls } from './refund-requests.ts'
import { returnCalls } from './returns.ts'

export { OrderNeed, OrderStatus } from './actions.ts'

const USER_ID = 'Must be a user id'

export const BuyInput = z.object({
  query: z
    .object({
      user_id: UserId,
      promocode: PromocodeText.optional(),
      /** The offer at checkout that the buyer ticked. */
      offer: OfferId.optional(),
      /** The total the buyer saw, in rupees; a different one is 409 `price_changed`. */
      expected_total: RupeesText.optional(),
      ...billingFields,
      touches: TouchesText,
      ...buyFields,
    })
    .superRefine(fitBilling),
  headers: z
    .object({
      'idempotency-key': IdempotencyKey.optional(),
    })
    .optional(),
  body: z
    .array(CourseId, { error: 'Must be a list of course ids' })
    .min(1, { error: 'Your cart is empty' })
    .max(MAX_CART_SEATS, { error: `At most ${MAX_CART_SEATS} seats in one purchase` }),
})

/** An order that was made, and where it is paid. */
export const BoughtOrder = z.object({
  payment_link: z.string(),
  order_id: z.string(),
  order_no: OrderNo,
  amount: Rupees,
  currency: z.literal('INR'),
})
export type BoughtOrder = z.output<typeof BoughtOrder>

export const UserOrder = z.object({
  ...soldFields,
  ...shownBilling,
  purchase_date: Moment,
  /** While it can be paid: the pay page of the shop, or the gateway's. */
  payment_link: z.string().optional(),
  /** The page of the store that repeats its purchase; absent where the checkout does. */
  buy_again: z.string().optional(),
  /** Sold out when its payment arrived, as the last seat of a date: it gives nothing, and the money goes back. */
  lost: z.literal(true).optional(),
  /** The shop moved its access to another person; its papers and refunds stay here. */
  moved: z.literal(true).optional(),
  /** The last try to pay an open order failed. */
  last_try_failed: z.literal(true).optional(),
  /** True for an unpaid order whose buyer owns one of its courses in another way: it must not be paid. */
  owned: z.literal(true).optional(),
  gift_codes: z.array(GiftCode).optional(),
  /** End of the guarantee, and the last request; absent without either. */
  guarantee: z.object({ until: Moment.nullable(), request: GuaranteeRequest.nullable() }).optional(),
  /** Courses of it whose access went back with their money; absent when there is none. */
  refunded_courses: z.array(z.string()).optional(),
  /** Oldest first; absent when there is none. */
  refunds: z.array(OrderRefund).optional(),
  /** Absent where the sales pages had none. */
  disclaimer: Disclaimer.optional(),
  /** Receipt or invoice of the sale first, then one for each refund; absent while there is none. */
  documents: z.array(DocumentName).optional(),
})
export type UserOrder = z.output<typeof UserOrder>

const OWN_LIMIT = 'Must be a whole number from 1 to 100'
/** Orders of one page of a student's own. */
export const OWN_ORDERS = 20
const OwnOrdersQuery = z.object({
  limit: wholeNumber(1, 100, OWN_LIMIT).default(OWN_ORDERS),
  offset: listWindow.offset,
})

export const orders = {
  /**
   * Makes an order with the server's prices and a payment link for it. A repeat with the same key, or of the same open
   * order, answers the same order and link; what a repeat says of state and GSTIN counts. 422 `cart_empty`, `promocode_invalid`, `promocode_expired`,
   * `invalid` for `billing_state` or `billing_gstin`;
   * 404 `Course not found`; 409 `already_purchased`, `offer_ended`, `price_changed` (with `total`), `idempotency_mismatch`;
   * 403 another's `user_id`; 502 `gateway_error`; 503 `gateway_not_configured`.
   */
  buy: defineCall({
    method: 'POST',
    path: '/user/buy',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Buy courses',
    cost: 'ask',
    limits: [limit('buy', 'caller', 20, 10 * MINUTE), limit('buy_day', 'caller', 200, DAY)],
    codes: [
      'forbidden',
      'not_found',
      'cart_empty',
      'promocode_invalid',
      'promocode_expired',
      'promocode_used_up',
      'promocode_minimum',
      'promocode_first_purchase',
      'promocode_segment',
      'already_purchased',
      'offer_ended',
      'insufficient_coins',
      'price_changed',
      'idempotency_mismatch',
      'conflict',
      'gateway_error',
      'gateway_not_configured',
    ],
  })
    .input(BuyInput)
    .output(BoughtOrder),

  /** `paid` only when the money is certain; `owned`: unpaid and closed, and its buyer has a course of it by another way. Asks the gateway while the order is open, at most once in 5 s. */
  paymentStatus: defineCall({
    method: 'GET',
    path: '/user/payment_status',
    access: 'user',
    summary: 'How a payment stands',
    cost: 'ask',
    bounded: 'the gateway is called for an order once in five seconds',
    codes: ['forbidden', 'not_found'],
  })
    .input(
      z.object({
        course_id: z
          .string({ error: 'Missing required parameters' })
          .trim()
          .min(1, { error: 'Missing required parameters' })
          .max(100),
        user_id: z
          .string({ error: 'Missing required parameters' })
          .trim()
          .min(1, { error: 'Missing required parameters' })
          .max(100, { error: USER_ID }),
      }),
    )
    .output(
      z.object({
        status: OrderStatus,
        order_id: z.string(),
        order_no: OrderNo,
        owned: z.literal(true).optional(),
        /** Paid, and nothing was left to give: the money goes back. */
        lost: z.literal(true).optional(),
      }),
    ),

  /** Newest first, a window of them with `X-Total-Count`; `payment_link` while the order is open. */
  mine: defineCall({ method: 'GET', path: '/user/orders', access: 'user', inView: true, summary: 'Own orders' })
    .input(OwnOrdersQuery)
    .output(z.array(UserOrder)),

  /**
   * Razorpay's events, signed over the raw body. 200 for every well-signed event, known or not, first or repeated;
   * 401 `invalid_signature` else.
   */
  webhook: defineCall({
    method: 'POST',
    path: '/webhooks/razorpay',
    access: 'public',
    body: 'raw',
    summary: 'Events of the payment gateway',
    bounded: 'events take turns, and what is not signed is not stored',
    codes: ['invalid_signature'],
  }).output(z.object({ status: z.literal('ok') })),

  ...priceCall,
  ...outsidePayments,
  ...adminOrders,

  ...payPageCalls,
  ...returnCalls,
  ...afterOfferCalls,
  ...orderActions,
  ...guaranteeCalls,
  ...refundRequestCalls,
}
