import { z } from 'zod'
import { call } from './call.ts'
import { CourseId, Day, listQuery, Moment, PromocodeText, Rupees, RupeesText, UserId } from './fields.ts'

/** `review`: the money differs from the order, nothing is granted, the owner decides. */
export const OrderStatus = z.enum([
  'created',
  'paid',
  'failed',
  'expired',
  'cancelled',
  'review',
  'refunded',
  'partially_refunded',
])
export type OrderStatus = z.output<typeof OrderStatus>

/** At most this many ids in one purchase. */
export const MAX_CART_SEATS = 50

const USER_ID = 'Must be a user id'

export const BuyInput = z.object({
  query: z.object({
    user_id: UserId,
    promocode: PromocodeText.optional(),
    /** The total the buyer saw, in rupees; a different one is 409 `price_changed`. */
    expected_total: RupeesText.optional(),
  }),
  headers: z
    .object({
      'idempotency-key': z
        .string()
        .min(1, { error: 'Idempotency-Key must be 1 to 128 characters' })
        .max(128, { error: 'Idempotency-Key must be 1 to 128 characters' })
        .optional(),
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
})

export const UserOrder = z.object({
  order_id: z.string(),
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  discount: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
  purchase_date: Moment,
  payment_link: z.string().optional(),
  gift_codes: z.array(GiftCode).optional(),
})
export type UserOrder = z.output<typeof UserOrder>

export const AdminOrderRow = z.object({
  order_id: z.string(),
  /** Null once the account was deleted. */
  buyer: z.object({ user_id: z.string(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  courses: z.array(OrderedCourse),
  subtotal: Rupees,
  discount: Rupees,
  total: Rupees,
  promocode: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
  created_at: Moment,
  paid_at: Moment.nullable(),
})

export const AdminOrder = AdminOrderRow.extend({
  gateway: z.object({
    payment_link_id: z.string().nullable(),
    payment_link: z.string().nullable(),
    order_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    last_asked_at: Moment.nullable(),
  }),
  gift_codes: z.array(GiftCode),
  /** The order's story, oldest first. */
  events: z.array(z.object({ at: Moment, kind: z.string(), detail: z.string().nullable() })),
  refunds: z.array(
    z.object({ refund_id: z.string(), amount: Rupees, status: z.string(), reason: z.string().nullable(), at: Moment }),
  ),
  documents: z.array(z.object({ document_id: z.string(), kind: z.string(), at: Moment })),
})

export const orders = {
  /**
   * Makes an order with the server's prices and a payment link for it. A repeat with the same key, or of the same open
   * order, answers the same order and link. 422 `cart_empty`, `promocode_invalid`, `promocode_expired`;
   * 404 `Course not found`; 409 `already_purchased`, `price_changed` (with `total`), `idempotency_mismatch`;
   * 403 another's `user_id`; 502 `gateway_error`; 503 `gateway_not_configured`.
   */
  buy: call({
    method: 'POST',
    path: '/user/buy',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Buy courses',
  })
    .input(BuyInput)
    .output(z.object({ payment_link: z.string(), order_id: z.string(), amount: Rupees, currency: z.literal('INR') })),

  /** `paid` only when the money is certain. Asks the gateway while the order is open, at most once in 5 s. */
  paymentStatus: call({
    method: 'GET',
    path: '/user/payment_status',
    access: 'user',
    summary: 'How a payment stands',
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
    .output(z.object({ status: OrderStatus, order_id: z.string() })),

  /** Newest first; `payment_link` while the order is open. */
  mine: call({ method: 'GET', path: '/user/orders', access: 'user', summary: 'Own orders' }).output(z.array(UserOrder)),

  /**
   * Razorpay's events, signed over the raw body. 200 for every well-signed event, known or not, first or repeated;
   * 401 `invalid_signature` else.
   */
  webhook: call({
    method: 'POST',
    path: '/webhooks/razorpay',
    access: 'public',
    body: 'raw',
    summary: 'Events of the payment gateway',
  }).output(z.object({ status: z.literal('ok') })),

  adminList: call({ method: 'GET', path: '/admin/orders', access: 'admin', roles: ['support'], summary: 'All orders' })
    .input(
      listQuery(['newest', 'oldest', 'total', '-total']).extend({
        status: OrderStatus.optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(z.object({ orders: z.array(AdminOrderRow), total: z.number().int() })),

  adminGet: call({
    method: 'GET',
    path: '/admin/orders/{order_id}',
    access: 'admin',
    roles: ['support'],
    summary: 'One order',
  })
    .input(z.object({ order_id: z.string().trim().min(1).max(100) }))
    .output(AdminOrder),

  /** Asks the gateway at once. 502 `gateway_error` when it does not answer. */
  recheck: call({
    method: 'POST',
    path: '/admin/orders/{order_id}/recheck',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Ask the gateway about an order',
  })
    .input(z.object({ params: z.object({ order_id: z.string().trim().min(1).max(100) }) }))
    .output(z.object({ status: OrderStatus })),
}
