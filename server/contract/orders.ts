import { z } from 'zod'
import { MAX_CART_SEATS } from './cart-seats.ts'
import { defineCall } from './define-call.ts'
import { DocumentName, Gstin, State } from './documents.ts'
import {
  CourseId,
  Day,
  listQuery,
  Moment,
  nameText,
  PromocodeText,
  Rupees,
  RupeesText,
  text,
  UserId,
} from './fields.ts'
import { GuaranteeRequest, guaranteeCalls } from './guarantee.ts'
import {
  AdminRefund,
  Attention,
  IdempotencyKey,
  OrderDispute,
  OrderNeed,
  OrderParams,
  OrderRefund,
  OrderStatus,
  orderActions,
} from './order-actions.ts'
import { OutsidePayment, outsidePayments } from './outside-payments.ts'
import { payPageCalls } from './pay-page.ts'
import { RefundRequest, refundRequestCalls } from './refund-requests.ts'
import { cleanLines } from './spelling.ts'

export { OrderNeed, OrderStatus } from './order-actions.ts'

const USER_ID = 'Must be a user id'

export const BuyInput = z.object({
  query: z
    .object({
      user_id: UserId,
      promocode: PromocodeText.optional(),
      /** The total the buyer saw, in rupees; a different one is 409 `price_changed`. */
      expected_total: RupeesText.optional(),
      /** Two digits of GST. Needed when there are invoices and something to pay, unless a GSTIN says it; else not kept. */
      billing_state: State.optional(),
      /** Of a business; the place of supply is the state it is registered in. */
      billing_gstin: Gstin.optional(),
      /** Of the business, as it is registered; kept with a GSTIN alone. The law wants both on its invoice. */
      billing_name: nameText(0, 200, 'Must be text').optional(),
      billing_address: text(0, 300, 'Must be text').overwrite(cleanLines).optional(),
    })
    .refine(({ billing_state: state, billing_gstin: gstin }) => !state || !gstin || gstin.startsWith(state), {
      path: ['billing_gstin'],
      error: 'GSTIN is of another state',
    }),
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

export const GiftCode = z.object({ code: z.string(), course_id: z.string(), redeemed: z.boolean() })

export const OrderedCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  /** Price of one seat, rupees. */
  price: Rupees,
  quantity: z.number().int().positive(),
  /** For how long it is bought, such as `P12M`; absent for ever. */
  access_period: z.string().optional(),
})

export const UserOrder = z.object({
  order_id: z.string(),
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  discount: Rupees,
  /** What was added to prices that do not hold it; else 0. */
  tax: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
  /** What an invoice says of the buyer; absent while it would say nothing. */
  billing_state: z.string().optional(),
  billing_gstin: z.string().optional(),
  billing_name: z.string().optional(),
  billing_address: z.string().optional(),
  purchase_date: Moment,
  /** While it can be paid: the pay page of the shop, or the gateway's. */
  payment_link: z.string().optional(),
  /** Not paid, and its buyer has one of its courses by another way: it is not to be paid any more. */
  owned: z.literal(true).optional(),
  gift_codes: z.array(GiftCode).optional(),
  /** Whether the money can be asked back and until when, and what was asked last; absent where neither is. */
  guarantee: z.object({ until: Moment.nullable(), request: GuaranteeRequest.nullable() }).optional(),
  /** Courses of it whose access went back with their money; absent when there is none. */
  refunded_courses: z.array(z.string()).optional(),
  /** Oldest first; absent when there is none. */
  refunds: z.array(OrderRefund).optional(),
  /** Receipt or invoice of the sale first, then one for each refund; absent while there is none. */
  documents: z.array(DocumentName).optional(),
})
export type UserOrder = z.output<typeof UserOrder>

export const PaidBy = z.enum(['outside', 'gateway'], { error: 'Must be outside or gateway' })

export const AdminOrderRow = z.object({
  order_id: z.string(),
  /** Null once the account was deleted. */
  buyer: z.object({ user_id: z.string(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  discount: Rupees,
  /** What was added to prices that do not hold it; else 0. */
  tax: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
  created_at: Moment,
  paid_at: Moment.nullable(),
  /** How it was paid, when the gateway never saw it; null for all else. */
  outside: OutsidePayment.nullable(),
  /** Null when there is nothing to look at. */
  attention: Attention.nullable(),
})

export const AdminOrder = AdminOrderRow.extend({
  gateway: z.object({
    payment_link_id: z.string().nullable(),
    payment_link: z.string().nullable(),
    order_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    last_polled_at: Moment.nullable(),
    /** What came with the payment, rupees: in review it may differ from `total`. Null while nothing came. */
    captured: Rupees.nullable(),
  }),
  gift_codes: z.array(
    GiftCode.extend({
      redeemed_at: Moment.nullable(),
      /** Null while nobody has, and once that account was deleted. */
      redeemed_by: z.object({ user_id: z.string(), name: z.string(), email: z.string() }).nullable(),
    }),
  ),
  /** The order's timeline, oldest first: what became of it, every event and every call. `times`: so often in a row, to `last_at`. */
  events: z.array(
    z.object({
      at: Moment,
      kind: z.string(),
      detail: z.string().nullable(),
      times: z.number().int().positive(),
      last_at: Moment.nullable(),
    }),
  ),
  refunds: z.array(AdminRefund),
  /** Oldest first. While one has not ended nothing of its payment can be given back. */
  disputes: z.array(OrderDispute),
  /** Second payments whose money is still here and not on its way back: it is to go back, as nothing was bought with it. */
  duplicates: z.array(z.object({ payment_id: z.string(), amount: Rupees })),
  /** What can still be given back, in rupees; 0 when nothing. */
  refundable: Rupees,
  /** The same without the seats that were redeemed: the most while these are kept. */
  refundable_without_redeemed: Rupees,
  /**
   * The seats whose money is still here, of an order that was paid: 0 is the buyer's own, a further one has its gift code. `amount` is what goes back
   * with it.
   */
  seats: z.array(
    z.object({ course_id: z.string(), seat: z.number().int(), amount: Rupees, code: z.string().nullable() }),
  ),
  /** What the buyer asked last within the guarantee; null when nothing. */
  guarantee: GuaranteeRequest.nullable(),
  /** A refund above the limit that waits for a second person. */
  refund_request: RefundRequest.nullable(),
  /** True when the shop's guarantee for the payment is over. */
  refund_needs_reason: z.boolean(),
  /** True when the owner may grant it: money came, it is in review, and its buyer is there. */
  grantable: z.boolean(),
  /** What an invoice says of the buyer. */
  billing_state: z.string().nullable(),
  billing_gstin: z.string().nullable(),
  billing_name: z.string().nullable(),
  billing_address: z.string().nullable(),
  documents: z.array(DocumentName),
})

export const orders = {
  /**
   * Makes an order with the server's prices and a payment link for it. A repeat with the same key, or of the same open
   * order, answers the same order and link; what a repeat says of state and GSTIN counts. 422 `cart_empty`, `promocode_invalid`, `promocode_expired`,
   * `invalid` for `billing_state` or `billing_gstin`;
   * 404 `Course not found`; 409 `already_purchased`, `price_changed` (with `total`), `idempotency_mismatch`;
   * 403 another's `user_id`; 502 `gateway_error`; 503 `gateway_not_configured`.
   */
  buy: defineCall({
    method: 'POST',
    path: '/user/buy',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Buy courses',
    codes: [
      'forbidden',
      'not_found',
      'cart_empty',
      'promocode_invalid',
      'promocode_expired',
      'promocode_used_up',
      'promocode_minimum',
      'promocode_first_purchase',
      'already_purchased',
      'price_changed',
      'idempotency_mismatch',
      'conflict',
      'gateway_error',
      'gateway_not_configured',
    ],
  })
    .input(BuyInput)
    .output(z.object({ payment_link: z.string(), order_id: z.string(), amount: Rupees, currency: z.literal('INR') })),

  /** `paid` only when the money is certain; `owned`: unpaid and closed, and its buyer has a course of it by another way. Asks the gateway while the order is open, at most once in 5 s. */
  paymentStatus: defineCall({
    method: 'GET',
    path: '/user/payment_status',
    access: 'user',
    summary: 'How a payment stands',
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
    .output(z.object({ status: OrderStatus, order_id: z.string(), owned: z.literal(true).optional() })),

  /** Newest first; `payment_link` while the order is open. */
  mine: defineCall({ method: 'GET', path: '/user/orders', access: 'user', inView: true, summary: 'Own orders' }).output(
    z.array(UserOrder),
  ),

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
    codes: ['invalid_signature'],
  }).output(z.object({ status: z.literal('ok') })),

  /**
   * `q` is an id of the order, its payment or its link, a promo code, or part of the buyer's name, email or phone, or of a
   * course's name.
   */
  ...outsidePayments,

  adminList: defineCall({
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    roles: ['support', 'finance'],
    summary: 'All orders',
  })
    .input(
      listQuery(['newest', 'oldest', 'total', '-total']).extend({
        status: OrderStatus.optional(),
        needs: OrderNeed.optional(),
        /** Paid without the gateway, or by it. */
        paid_by: PaidBy.optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(z.object({ orders: z.array(AdminOrderRow), total: z.number().int() })),

  adminGet: defineCall({
    method: 'GET',
    path: '/admin/orders/{order_id}',
    access: 'admin',
    roles: ['support', 'finance'],
    summary: 'One order',
  })
    .input(OrderParams)
    .output(AdminOrder),

  /**
   * Asks the gateway at once. Asked by an owner, a second payment of the order's link whose refund failed is given back once
   * more. 502 `gateway_error` when it does not answer.
   */
  recheck: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/recheck',
    access: 'admin',
    roles: ['support', 'finance'],
    input: 'detailed',
    summary: 'Check an order with the gateway',
    codes: ['gateway_error'],
  })
    .input(z.object({ params: OrderParams }))
    .output(z.object({ status: OrderStatus })),

  ...payPageCalls,
  ...orderActions,
  ...guaranteeCalls,
  ...refundRequestCalls,
}
