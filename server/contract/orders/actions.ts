import { z } from 'zod'
import { adminMails, drawings, limit, MINUTE } from '../call-cost.ts'
import { MAX_CART_SEATS } from '../cart-seats.ts'
import { defineCall } from '../define-call.ts'
import { BackAmount, CourseId, Day, listWindow, Moment, optionalText, PAID_AMOUNT, Rupees, text } from '../fields.ts'

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

/** `attention`: only what is stuck, in review, or has a failed refund. `waiting`: open for more than 15 minutes, as health counts them. */
export const OrderNeed = z.enum(['attention', 'waiting'], { error: 'Must be attention or waiting' })

const KEY_MESSAGE = 'Idempotency-Key must be 1 to 128 characters'
/** Key of one call; a repeat returns the same answer. */
export const IdempotencyKey = z.string().min(1, { error: KEY_MESSAGE }).max(128, { error: KEY_MESSAGE })

export const OrderParams = z.object({ order_id: z.string().trim().min(1).max(100) })

export const RefundStatus = z.enum(['pending', 'processed', 'failed'])
export type RefundStatus = z.output<typeof RefundStatus>

/** Minutes after which an open order counts as waiting: the gateway should have reported it by then. */
export const WAITING_MINUTES = 15

/** Currency of an amount that is not in rupees; absent for rupees. */
export const Currency = z.string().optional()

/** Money on its way back, or back; `amount` in rupees, unless there is a `currency`. A failed one never left. */
export const OrderRefund = z.object({
  refund_id: z.string(),
  amount: Rupees,
  currency: Currency,
  status: RefundStatus,
  at: Moment,
})

/**
 * A refund as admins see it. `origin`: the owner, the program for a course paid twice, or the gateway: its dashboard, or a lost dispute.
 */
export const AdminRefund = OrderRefund.extend({
  reason: z.string().nullable(),
  origin: z.enum(['admin', 'duplicate_payment', 'dashboard']),
  payment_id: z.string(),
  /** Way of the refund: the gateway, the owner's bank transfer, or a lost dispute. */
  channel: z.enum(['gateway', 'bank', 'dispute']),
  /** Reference of the transfer or dispute; null by the gateway. */
  reference: z.string().nullable(),
  /** The day on which money left that did not go by the gateway. */
  sent_on: z.string().nullable(),
  updated_at: Moment,
})

/**
 * Reasons why an order needs its owner: it was paid under keys of another mode (test money), the money differs from it
 * (or its buyer is gone), it is open longer than a link lives or cannot be checked, a refund failed or has not arrived,
 * one above the limit waits for a second person, the buyer's bank disputes its payment and wants an answer, or its documents do not sum to
 * what was charged less what was refunded (`papers_differ`, 15 minutes after the money moved).
 */
export const Attention = z.object({
  reason: z.enum([
    'dispute',
    'other_key',
    'review',
    'stuck',
    'refund_failed',
    'refund_waiting',
    'second_person',
    'guarantee_asked',
    'papers_differ',
  ]),
  since: Moment,
  /** Deadline of a dispute's answer; null where unknown, and for all else. */
  answer_by: Moment.nullable(),
})

/** `null`: named by the gateway, and not read yet. `open` wants an answer of the owner; of `won` and `closed` the money is free again. */
export const DisputeStatus = z.enum(['open', 'under_review', 'won', 'lost', 'closed'])

/** A dispute of an order's payment by the buyer's bank. */
export const OrderDispute = z.object({
  dispute_id: z.string(),
  payment_id: z.string(),
  status: DisputeStatus.nullable(),
  /** In rupees; null until it was read. */
  amount: Rupees.nullable(),
  /** The gateway's words, such as `chargeback`. */
  phase: z.string().nullable(),
  reason_code: z.string().nullable(),
  answer_by: Moment.nullable(),
  opened_at: Moment.nullable(),
})
export type OrderDispute = z.output<typeof OrderDispute>

/** An event of the gateway that fits no order, or is unreadable; stored unchanged. It changed nothing. */
export const UnmatchedEvent = z.object({
  event_id: z.string(),
  event: z.string(),
  at: Moment,
  /** Reason in a few words, such as `no matching order`. */
  reason: z.string(),
  /** The order it names, which may be none of ours. */
  reference: z.string().nullable(),
  payment_id: z.string().nullable(),
  /** Amount of its payment or link, in rupees; null without one, or in another currency. */
  amount: Rupees.nullable(),
})
export type UnmatchedEvent = z.output<typeof UnmatchedEvent>

const Seat = z.number({ error: 'Must be a seat' }).int({ error: 'Must be a seat' }).min(0, { error: 'Must be a seat' })

/** Shown when a refund after the guarantee, or without one, has no reason. */
export const REASON_NEEDED = 'A reason is required outside the money-back guarantee'

/** The owner's calls for an order whose money needs a decision. */
export const orderActions = {
  /**
   * Refunds an order: all that is left when `amount` (rupees) is absent, or what is left of some `seats`, which ends exactly their access; a smaller `amount` withholds the rest.
   * Without a choice for redeemed gift seats a part is at most the amount beside them; the full amount needs one: `keep` refunds the rest
   * and takes the buyer's access and open codes, `take` refunds everything and takes the redeemers' access, too. No choice is
   * needed once redeemed seats alone are left to refund. The same `Idempotency-Key`
   * returns the same refund. Above the owner's limit, which counts earlier refunds of the order by admins, it waits for a second person:
   * `second_person`, with the id of the request. With `bank` the owner sent it by transfer, and it is recorded as processed, without a
   * gateway call. `pending` also while the gateway has not accepted it, for any reason (`waiting`): it is stored, and sent again until it
   * is read there. An order that coins alone paid is refunded without an amount: its coins go back, and what it gave ends. 404; 422 when a reason is missing after the guarantee; 409 `not_refundable`, `idempotency_mismatch`, `conflict` while
   * one waits for a second person.
   */
  refund: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/refund',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    status: 201,
    input: 'detailed',
    summary: 'Refund an order',
    cost: 'ask',
    limits: [limit('refund', 'caller', 120, 10 * MINUTE)],
    codes: ['not_refundable', 'idempotency_mismatch', 'conflict'],
  })
    .input(
      z.object({
        params: OrderParams,
        headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }).optional(),
        body: z
          .object({
            /** At least a rupee without `bank`. */
            amount: BackAmount.optional(),
            reason: optionalText(500),
            /** With it, `amount` is absent or exactly all that the choice gives back. */
            redeemed: z.enum(['keep', 'take'], { error: 'Must be keep or take' }).optional(),
            /** Seats whose money goes back: their access ends, and their codes stop working. `amount` is absent, or at most theirs. */
            seats: z
              .array(z.object({ course_id: CourseId, seat: Seat }))
              .min(1, { error: 'Please choose what to refund' })
              .max(MAX_CART_SEATS)
              .optional(),
            /** A transfer from the owner's bank; each reference is booked once for an order. From the day of the payment to today. */
            bank: z
              .object({
                reference: text(1, 60, 'Please enter the reference of the transfer'),
                sent_on: Day,
                /** A second payment of the order, whose money went back; of it there are no seats. The order's own when absent. */
                payment_id: text(1, 100, 'Must be a payment id').optional(),
              })
              .optional(),
          })
          .refine(({ amount, bank }) => amount === undefined || bank || amount >= 1, {
            path: ['amount'],
            error: PAID_AMOUNT,
          })
          .refine(({ seats, redeemed }) => !seats || !redeemed, {
            path: ['redeemed'],
            error: 'Must be left out with seats',
          })
          .default({ reason: null }),
      }),
    )
    .output(
      z.object({
        refund_id: z.string(),
        status: z.enum([...RefundStatus.options, 'second_person']),
        amount: Rupees,
        /** Razorpay's reason for not accepting it yet: it is stored, and sent again until Razorpay shows it. */
        waiting: z.string().optional(),
      }),
    ),

  /**
   * Puts a new gift code in the place of one that nobody has redeemed, and mails it to the buyer; the old one opens nothing any more. 404;
   * 409 `already_redeemed`, `conflict` while its money goes back.
   */
  renewGift: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/gifts/{code}/renew',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Replace a gift code',
    cost: 'mail',
    limits: [adminMails],
    codes: ['already_redeemed', 'conflict'],
  })
    .input(z.object({ params: OrderParams.extend({ code: z.string().trim().min(1).max(40) }) }))
    .output(z.object({ code: z.string() })),

  /** Grants an order in review. 404; 409 `not_grantable` when no money arrived, or of another currency, or its buyer is gone. */
  grant: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/grant',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Give access to an order under review',
    cost: 'mail',
    limits: [adminMails],
    codes: ['not_grantable'],
  })
    .input(
      z.object({
        params: OrderParams,
        body: z.object({ reason: text(1, 500, 'Please enter a reason') }),
      }),
    )
    .output(z.object({ status: OrderStatus })),

  /**
   * Returns the shop's evidence in a dispute, as a PDF to send to the gateway: order, payment, documents, access,
   * logins, seconds watched of each lesson, and the terms at the purchase. 404, also once the account was deleted.
   */
  disputeEvidence: defineCall({
    method: 'GET',
    path: '/admin/disputes/{dispute_id}/evidence',
    access: 'admin',
    roles: ['finance'],
    summary: 'Evidence for a dispute',
    cost: 'draw',
    limits: [drawings],
  })
    .input(z.object({ dispute_id: z.string().trim().min(1).max(200) }))
    .output(z.file()),

  /** Newest first; 20 unless `limit` says so. */
  unmatchedEvents: defineCall({
    method: 'GET',
    path: '/admin/gateway_events',
    access: 'admin',
    roles: ['finance'],
    summary: 'Events of the gateway that fit no order',
  })
    .input(z.object(listWindow))
    .output(z.object({ events: z.array(UnmatchedEvent), total: z.number().int() })),
}
