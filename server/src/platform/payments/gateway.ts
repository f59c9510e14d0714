/** What the program knows of a payment gateway: plain values in, plain values out, amounts in integer paise. */

/** Keys of one account. `baseUrl` is the address in front of `/v1`; absent means Razorpay's own. */
export type GatewayKeys = { keyId: string; keySecret: string; baseUrl?: string | undefined }

export type PaymentLinkStatus = 'created' | 'partially_paid' | 'paid' | 'cancelled' | 'expired'

export type PaymentLink = {
  id: string
  /** Our order id; empty for a link that was not made by us. */
  referenceId: string
  amountPaise: number
  amountPaidPaise: number
  currency: string
  status: PaymentLinkStatus
  /** Where the buyer pays. */
  shortUrl: string
  /** The gateway's own order, there only once somebody tried to pay. */
  gatewayOrderId: string | null
  payments: { paymentId: string; amountPaise: number; status: string }[]
  expiresAt: Date | null
  callbackUrl: string | null
  createdAt: Date | null
}

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'

export type Payment = {
  id: string
  /** What came for the order: without the gateway's fee, where the buyer bore it on top. */
  amountPaise: number
  /** The buyer bears a fee that the gateway has not said yet: `amountPaise` holds it still. */
  feeAwaited: boolean
  currency: string
  status: PaymentStatus
  gatewayOrderId: string | null
  /** The money was taken, whatever of it went back since. */
  captured: boolean
  /** The offer that made it smaller, such as a bank's discount or the interest of an EMI; null without one. */
  offerId: string | null
  amountRefundedPaise: number
  method: string | null
  errorCode: string | null
  errorDescription: string | null
  /** The order that we gave with its link, or null. */
  orderId: string | null
  description: string | null
  createdAt: Date | null
}

export type Refund = {
  id: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
  /** The id that we gave it; null for one that was made in the gateway's own dashboard. */
  ownId: string | null
  /** The order that we gave with it, or null. */
  orderId: string | null
}

/** A payment that the buyer's bank questions. `open`: the gateway waits for an answer, until `respondBy`. */
export type Dispute = {
  id: string
  paymentId: string
  amountPaise: number
  /** What was taken: 0 before it is lost, and by one that takes nothing, such as a retrieval; null where that is not reported. */
  deductedPaise: number | null
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  /** Such as `chargeback` or `pre_arbitration`. */
  phase: string | null
  reasonCode: string | null
  respondBy: Date | null
  createdAt: Date | null
}

export type CreateLinkInput = {
  /** Our order id, unique, at most 40 characters: the idempotency key of creation. */
  referenceId: string
  /** Integer, at least 100. */
  amountPaise: number
  description: string
  customer: { name: string; email: string; contact: string }
  callbackUrl: string
  /** Between 15 minutes and 6 months ahead. */
  expiresAt?: Date | undefined
  notes?: Record<string, string> | undefined
}

export type CreateOrderInput = {
  /** Ours, unique, at most 40 characters: the idempotency key of creation. */
  receipt: string
  /** Integer, at least 100. */
  amountPaise: number
  /** The payments of the order inherit it. */
  notes: { order_id: string }
}

export type RefundInput = {
  paymentId: string
  /** Integer; absent = all that is left. */
  amountPaise?: number | undefined
  /** At least 10 of `A-Z a-z 0-9 - _`; the same key with the same body answers the same refund. */
  idempotencyKey: string
  /** Put beside the refund at the gateway: how it is known again when an answer was lost. */
  notes?: { refund_id: string; order_id: string } | undefined
  /** It was sent before: the payment's refunds are read first, and one with its `notes.refund_id` is the answer. */
  mayBeMade?: boolean
}

export type ListRange = { from: Date; skip: number }

/** A line of the settlement list; `fee` holds `tax`, and `credit` less `debit` is what it changed at the bank. */
export type SettledItem = {
  entityId: string
  /** Such as `payment`, `refund` or `adjustment`. */
  kind: string
  /** Null while it is not settled. */
  settlementId: string | null
  /** The bank's number of the transfer. */
  utr: string | null
  amountPaise: number
  feePaise: number
  taxPaise: number
  creditPaise: number
  debitPaise: number
  /** Of a refund. */
  paymentId: string | null
  method: string | null
  settledAt: Date | null
}

/** Every call is safe to repeat, takes less than 8 s in all, and rejects with a `GatewayError` or `GatewayNotConfiguredError`. */
export type Payments = {
  /**
   * Makes the payment link of an order. Called again with the same `referenceId`, also after an answer was lost, it
   * gives the link that exists, whatever its status; with another amount it rejects as `bad_reference`. What is refused
   * with the customer is requested once without.
   */
  createLink(input: CreateLinkInput): Promise<PaymentLink>
  fetchLink(linkId: string): Promise<PaymentLink>
  findLinkByReference(referenceId: string): Promise<PaymentLink | undefined>
  /** Cancels an open link; one that is cancelled already is given back as it is, any other rejects as `refused`. */
  cancelLink(linkId: string): Promise<PaymentLink>
  /** Makes an order of the gateway for its checkout and gives its id; with the same `receipt` again the one that exists. */
  createOrder(input: CreateOrderInput): Promise<string>
  fetchPayment(paymentId: string): Promise<Payment>
  /** What one gateway order is over, and what of it is still due; null where that is not reported. */
  fetchOrder(gatewayOrderId: string): Promise<{ amountPaise: number; duePaise: number | null }>
  /** All attempts on one gateway order, failed ones too. */
  fetchOrderPayments(gatewayOrderId: string): Promise<Payment[]>
  refund(input: RefundInput): Promise<Refund>
  /** All refunds of one payment, failed ones too. */
  fetchPaymentRefunds(paymentId: string): Promise<Refund[]>
  /**
   * Up to 100 payments, or refunds, of the account made from `from` on, newest first, after the first `skip`; `listed` counts those
   * as well that cannot be read.
   */
  listPayments(range: ListRange): Promise<{ payments: Payment[]; listed: number }>
  listRefunds(range: ListRange): Promise<{ refunds: Refund[]; listed: number }>
  fetchDispute(disputeId: string): Promise<Dispute>
  /** The same of disputes; the gateway knows no `from` here. */
  listDisputes(range: Pick<ListRange, 'skip'>): Promise<{ disputes: Dispute[]; listed: number }>
  /**
   * A page of what was settled in a month such as `2026-11`, after the first `skip`; `listed` counts those as well that are not settled yet,
   * and the `unread` ones, which cannot be read. `more`: there may be another page.
   */
  listSettled(range: {
    month: string
    skip: number
  }): Promise<{ items: SettledItem[]; listed: number; unread: number; more: boolean }>
  /** Tries keys with a call that changes nothing; never rejects. `checked` is false when the gateway said nothing of them. */
  testKeys(keys: GatewayKeys): Promise<{ verified: boolean; checked: boolean; reason?: string }>
}

/**
 * - `refused`: the gateway understood and said no, for a reason that only its English gives: nothing is decided by that, so the state is read
 * - `unauthorized`: it does not take our keys
 * - `not_found`: it does not know the id: 404, or any refusal of a read that has nothing but the id
 * - `bad_reference`: the reference id is taken, by another amount or by a link that cannot be found
 * - `conflict`: the same request is still in progress
 * - `rate_limited`: 429
 * - `unavailable`: 5xx
 * - `unreachable`: no answer (time-out, reset, refused connection, unknown host)
 * - `malformed`: an answer that is not the API's, such as an HTML page
 */
export type GatewayErrorKind =
  | 'refused'
  | 'unauthorized'
  | 'not_found'
  | 'bad_reference'
  | 'conflict'
  | 'rate_limited'
  | 'unavailable'
  | 'unreachable'
  | 'malformed'

const retryableKinds = new Set<GatewayErrorKind>([
  'conflict',
  'rate_limited',
  'unavailable',
  'unreachable',
  'malformed',
])

/** A call to the gateway did not give what was asked. Carries no secret, so it may be logged as it is. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: GatewayErrorKind
  /** HTTP status of the answer, when there was one. */
  readonly status: number | undefined
  /** True when the same call may succeed later without anyone changing anything. */
  readonly retryable: boolean
  /** What a 429 or 503 asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: GatewayErrorKind,
    message: string,
    details: { status?: number | undefined; retryAfterMs?: number | undefined; retryable?: boolean } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
    this.retryable = details.retryable ?? retryableKinds.has(kind)
  }
}

/** Whether a request may still be under way at the gateway: nothing that could be read came back. */
export const isUnanswered = ({ kind }: GatewayError): boolean => kind === 'unreachable' || kind === 'malformed'

/** There are no keys to call a gateway with. */
export class GatewayNotConfiguredError extends Error {
  override readonly name = 'GatewayNotConfiguredError'
  constructor() {
    super('No payment gateway is configured')
  }
}

export const isRefused = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.kind === 'refused'
