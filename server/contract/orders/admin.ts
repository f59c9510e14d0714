import { z } from 'zod'
import { Billing } from '../billing.ts'
import { limit, MINUTE, searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { DocumentName } from '../documents.ts'
import { Day, listQuery, Moment, Rupees } from '../fields.ts'
import { OrderSource } from '../sources/sources.ts'
import { AdminRefund, Attention, Currency, OrderDispute, OrderNeed, OrderParams, OrderStatus } from './actions.ts'
import { refundTerms } from './conditions.ts'
import { Disclaimer, GiftCode, soldFields } from './fields.ts'
import { GuaranteeRequest } from './guarantee.ts'
import { OutsidePayment } from './outside-payments.ts'
import { RefundRequest } from './refund-requests.ts'
import { OrderState } from './statuses.ts'

export const PaidBy = z.enum(['outside', 'gateway'], { error: 'Must be outside or gateway' })

export const AdminOrderRow = z.object({
  ...soldFields,
  /** Null once the account was deleted. */
  buyer: z.object({ user_id: z.string(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  created_at: Moment,
  paid_at: Moment.nullable(),
  /** The order's payment outside the gateway; null for all other orders. */
  outside: OutsidePayment.nullable(),
  /** Null when there is nothing to look at. */
  attention: Attention.nullable(),
  /** The links that led its buyer here, frozen when it was made. */
  source: OrderSource,
})

export const AdminOrder = AdminOrderRow.extend({
  gateway: z.object({
    payment_link_id: z.string().nullable(),
    payment_link: z.string().nullable(),
    order_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    /** The gateway's own moment of the payment, whose day the books count; the shop heard of it at the order's `paid_at`. Null without one. */
    paid_at: Moment.nullable(),
    last_polled_at: Moment.nullable(),
    /** Captured amount in rupees: in review it may differ from `total`. Null without a payment. */
    captured: Rupees.nullable(),
    /** Currency of `captured`, and of its refundable part. */
    currency: Currency,
  }),
  gift_codes: z.array(
    GiftCode.extend({
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
  /** Null where the sales pages had none, and of an order that an admin recorded. */
  disclaimer: Disclaimer.nullable(),
  /** To the questions of the shop at checkout, in their order. */
  answers: z.array(z.object({ question_id: z.string(), label: z.string(), answer: z.string() })),
  refunds: z.array(AdminRefund),
  /** Oldest first. While one is open its payment cannot be refunded. */
  disputes: z.array(OrderDispute),
  /** Second payments whose money is still here and not on its way back: it is to go back, as nothing was bought with it. */
  duplicates: z.array(z.object({ payment_id: z.string(), amount: Rupees })),
  /** Refundable rest, in rupees; 0 when nothing. */
  refundable: Rupees,
  /** The same without redeemed seats: the most while these stay. */
  refundable_without_redeemed: Rupees,
  /** Coins that a refund without an amount gives back, of a paid order that coins alone paid; else 0. */
  coins_back: z.number().int(),
  /** The reason for which `POST /admin/orders/{order_no}/move` moves its access to nobody else; null if it moves it. */
  stays: z.string().nullable(),
  /**
   * The seats whose money is still here, of an order that was paid: 0 is the buyer's own, a further one has its gift code. `amount` is what goes back
   * with it.
   */
  seats: z.array(
    z.object({ course_id: z.string(), seat: z.number().int(), amount: Rupees, code: z.string().nullable() }),
  ),
  ...refundTerms,
  /** The buyer's last guarantee request; null without one. */
  guarantee: GuaranteeRequest.nullable(),
  /** A refund above the limit that waits for a second person. */
  refund_request: RefundRequest.nullable(),
  /** True when the shop's guarantee for the payment is over. */
  refund_needs_reason: z.boolean(),
  /** True when the owner may grant it: rupees arrived, of the mode of the keys, it is in review, and its buyer exists. */
  grantable: z.boolean(),
  ...Billing.shape,
  documents: z.array(DocumentName),
})

/** The console's calls for orders; `orders.ts` has them among its calls. */
export const adminOrders = {
  /**
   * `q` is an id of the order, its payment or its link, a promo code, or part of the buyer's name, email or phone, or of a
   * course's name.
   */
  adminList: defineCall({
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    roles: ['support', 'finance'],
    scope: 'orders:read',
    summary: 'All orders',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(['newest', 'oldest', 'total', '-total']).extend({
        status: OrderStatus.optional(),
        /** A group of statuses. */
        state: OrderState.optional(),
        needs: OrderNeed.optional(),
        /** Paid without the gateway, or by it. */
        paid_by: PaidBy.optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(
      z.object({
        orders: z.array(AdminOrderRow),
        total: z.number().int(),
        /** The orders of the days by group, each up to one more than `MOST_COUNTED`; null of a search. */
        states: z.record(OrderState, z.number().int()).nullable(),
      }),
    ),

  adminGet: defineCall({
    method: 'GET',
    path: '/admin/orders/{order_id}',
    access: 'admin',
    roles: ['support', 'finance'],
    scope: 'orders:read',
    summary: 'One order',
  })
    .input(OrderParams)
    .output(AdminOrder),

  /**
   * Checks the gateway at once. An owner's call also retries a failed refund of a second payment. 502 `gateway_error`
   * when it does not answer.
   */
  recheck: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/recheck',
    access: 'admin',
    roles: ['support', 'finance'],
    input: 'detailed',
    summary: 'Check an order with the gateway',
    cost: 'ask',
    limits: [limit('recheck', 'caller', 120, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['gateway_error'],
  })
    .input(z.object({ params: OrderParams }))
    .output(z.object({ status: OrderStatus })),
}
/** Every kind of step that the timeline of an order holds; the console has a label for each. */
export type OrderEventKind =
  | 'created'
  | 'booked_outside'
  | 'link_created'
  | 'link_refused'
  | 'page_opened'
  | 'polled'
  | 'not_answered'
  | 'webhook'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'review'
  | 'part_paid'
  | 'other_key'
  | 'offer_used'
  | 'granted'
  | 'gift_renewed'
  | 'already_owned'
  | 'not_given'
  | 'base_gone'
  | 'base_back'
  | 'payment_failed'
  | 'guarantee_asked'
  | 'guarantee_declined'
  | 'second_person_asked'
  | 'second_person_declined'
  | 'access_taken'
  | 'access_restored'
  | 'access_moved'
  | 'refund_requested'
  | 'refund_not_taken'
  | 'refund_booked'
  | 'refund_pending'
  | 'refund_processed'
  | 'refund_failed'
  | 'debit_note'
  | 'dispute_open'
  | 'dispute_under_review'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_closed'
  | 'dispute_reversed'
