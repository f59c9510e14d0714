/** Describes a payment gateway in plain values, with amounts in integer paise. */

/** Keys of one account. `baseUrl` is the address in front of `/v1`; absent means Razorpay's own. */
export type GatewayKeys = { keyId: string; keySecret: string; baseUrl?: string | undefined }

export type PaymentLinkStatus = 'created' | 'partially_paid' | 'paid' | 'cancelled' | 'expired'

export type PaymentLink = {
  id: string
  /** Our order id; empty for a foreign link. */
  referenceId: string
  amountPaise: number
  amountPaidPaise: number
  currency: string
  status: PaymentLinkStatus
  /** The buyer's payment page. */
  shortUrl: string
  /** The gateway's own order, present once somebody tried to pay. */
  gatewayOrderId: string | null
  payments: { paymentId: string; amountPaise: number; status: string }[]
  expiresAt: Date | null
  callbackUrl: string | null
  createdAt: Date | null
}

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'

export type Payment = {
  id: string
  /** Amount for the order, without the gateway's fee where the buyer paid it on top. */
  amountPaise: number
  /** True while a fee borne by the buyer is unknown: `amountPaise` still includes it. */
  feeAwaited: boolean
  currency: string
  status: PaymentStatus
  gatewayOrderId: string | null
  /** True once captured, whatever was refunded since. */
  captured: boolean
  /** The offer that reduced the amount, such as a bank's discount or an EMI's interest; null without one. */
  offerId: string | null
  amountRefundedPaise: number
  /** Amount that the buyer was charged; of it the gateway deducts `feePaise`, which includes `taxPaise`, its GST. Null until reported. */
  chargedPaise: number
  feePaise: number | null
  taxPaise: number | null
  method: string | null
  errorCode: string | null
  errorDescription: string | null
  /** Our order id from its link, or null. */
  orderId: string | null
  description: string | null
  createdAt: Date | null
}

export type Refund = {
  id: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
  /** Our id; null for a refund of the gateway's dashboard. */
  ownId: string | null
  /** Our order id from its notes, or null. */
  orderId: string | null
  /** All its notes; empty for a refund of the gateway's dashboard. */
  notes: Readonly<Record<string, string>>
}

/** A payment that the buyer's bank questions. `open`: the gateway waits for an answer, until `respondBy`. */
export type Dispute = {
  id: string
  paymentId: string
  amountPaise: number
  /** Amount deducted: 0 before a loss and for a phase without deduction, such as a retrieval; null when unreported. */
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
  /** Inherited by the order's payments. */
  notes: { order_id: string }
}

export type RefundInput = {
  paymentId: string
  /** Integer; absent = the whole rest. */
  amountPaise?: number | undefined
  /** At least 10 of `A-Z a-z 0-9 - _`; the same key with the same body returns the same refund. */
  idempotencyKey: string
  /** Stored with the refund at the gateway, which identifies it after a lost answer. */
  notes?: ({ refund_id: string; order_id: string } & Record<string, string>) | undefined
  /** Sent before: first reads the payment's refunds and returns one with this `notes.refund_id`. */
  mayBeMade?: boolean
}

export type ListRange = { from: Date; skip: number }

/** A line of the settlement list; `fee` includes `tax`, and `credit` less `debit` is the change at the bank. */
export type SettledItem = {
  entityId: string
  /** Such as `payment`, `refund` or `adjustment`. */
  kind: string
  /** Null until settled. */
  settlementId: string | null
  /** The bank's number of the transfer. */
  utr: string | null
  amountPaise: number
  feePaise: number
  taxPaise: number
  creditPaise: number
  debitPaise: number
  /** Payment of a refund. */
  paymentId: string | null
  method: string | null
  settledAt: Date | null
}

/**
 * Calls are safe to repeat, take less than 8 s in all, and reject with a `GatewayError` or `GatewayNotConfiguredError`.
 */
export type Payments = {
  /**
   * Creates the payment link of an order. The same `referenceId` again, also after a lost answer, returns the existing
   * link in any status; another amount rejects as `bad_reference`. A refusal of the customer is retried once without.
   */
  createLink(input: CreateLinkInput): Promise<PaymentLink>
  fetchLink(linkId: string): Promise<PaymentLink>
  findLinkByReference(referenceId: string): Promise<PaymentLink | undefined>
  /** Cancels an open link; returns a cancelled one unchanged, rejects any other as `refused`. */
  cancelLink(linkId: string): Promise<PaymentLink>
  /** Creates a gateway order for the checkout and returns its id; the same `receipt` returns the existing one. */
  createOrder(input: CreateOrderInput): Promise<string>
  fetchPayment(paymentId: string): Promise<Payment>
  /** Returns a gateway order's amount, its due rest, and our receipt; null when unreported. */
  fetchOrder(gatewayOrderId: string): Promise<{ amountPaise: number; duePaise: number | null; receipt: string | null }>
  /** Lists all attempts on one gateway order, failed ones included. */
  fetchOrderPayments(gatewayOrderId: string): Promise<Payment[]>
  refund(input: RefundInput): Promise<Refund>
  /** Lists all refunds of one payment, failed ones included. */
  fetchPaymentRefunds(paymentId: string): Promise<Refund[]>
  /**
   * Lists up to 100 payments, or refunds, of the account since `from`, newest first, after the first `skip`; `listed`
   * includes unreadable ones.
   */
  listPayments(range: ListRange): Promise<{ payments: Payment[]; listed: number }>
  listRefunds(range: ListRange): Promise<{ refunds: Refund[]; listed: number }>
  fetchDispute(disputeId: string): Promise<Dispute>
  /** Lists disputes in the same way; the gateway has no `from` here. */
  listDisputes(range: Pick<ListRange, 'skip'>): Promise<{ disputes: Dispute[]; listed: number }>
  /**
   * Lists a page of settled items of a month such as `2026-11`, after the first `skip`; `listed` includes unsettled and
   * unreadable (`unread`) ones. `more`: another page may follow.
   */
  listSettled(range: {
    month: string
    skip: number
  }): Promise<{ items: SettledItem[]; listed: number; unread: number; more: boolean }>
  /** Tries keys with a read-only call; never rejects. `checked` is false when the gateway did not judge them. */
  testKeys(keys: GatewayKeys): Promise<{ verified: boolean; checked: boolean; reason?: string }>
}

/**
 * - `refused`: the gateway understood and refused. Only its English gives the reason, which decides nothing, so the
 * state is read
 * - `unauthorized`: wrong keys
 * - `not_found`: unknown id: 404, or any refusal of a read that has nothing but the id
 * - `bad_reference`: the reference id is taken, by another amount or by a link that cannot be found
 * - `conflict`: the same request is still in progress
 * - `rate_limited`: 429
 * - `unavailable`: 5xx
 * - `unreachable`: no answer (timeout, reset, refused connection, unknown host)
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

/** Reports a failed gateway call. Carries no secret, so it is safe to log. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: GatewayErrorKind
  /** HTTP status of the answer, if any. */
  readonly status: number | undefined
  /** True when the same call may succeed later without a change. */
  readonly retryable: boolean
  /** Retry delay of a 429 or 503, in milliseconds. */
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

/** Returns true when a request may still run at the gateway: no readable answer arrived. */
export const isUnanswered = ({ kind }: GatewayError): boolean => kind === 'unreachable' || kind === 'malformed'

/** Reports that no gateway keys exist. */
export class GatewayNotConfiguredError extends Error {
  override readonly name = 'GatewayNotConfiguredError'
  constructor() {
    super('No payment gateway is configured')
  }
}

export const isRefused = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.kind === 'refused'
