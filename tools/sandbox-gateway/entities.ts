/** Rows of the sandbox's ledger, and their JSON in Razorpay's API. */

/** PostgreSQL's bigint, as text or number depending on the driver's settings. */
export type Paise = string | number
/** Text or date from the driver, or as inserted. */
export type Moment = Date | string
type Notes = Record<string, unknown>

export type LinkRow = {
  link_id: string
  reference_id: string | null
  amount_paise: Paise
  amount_paid_paise: Paise
  currency: string
  description: string
  status: 'created' | 'partially_paid' | 'paid' | 'cancelled' | 'expired'
  customer: { name?: string; email?: string; contact?: string }
  notes: Notes
  notify: Notes
  reminder_enable: boolean
  callback_url: string
  callback_method: string
  order_id: string | null
  expire_by: Moment | null
  expired_at: Moment | null
  cancelled_at: Moment | null
  created_at: Moment
  updated_at: Moment
}

export type OrderRow = {
  order_id: string
  /** Null for an order made for the checkout. */
  link_id: string | null
  amount_paise: Paise
  amount_paid_paise: Paise
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: Moment
}

export type PaymentRow = {
  payment_id: string
  order_id: string
  link_id: string | null
  /** The invoice of a subscription that it pays. */
  invoice_id?: string | null
  amount_paise: Paise
  /** The part of the amount that the buyer paid as a convenience fee. */
  buyer_fee_paise: Paise
  /** Razorpay reports the fee. */
  fee_told: boolean
  offer_id: string | null
  /** The discount of an offer. */
  offer_paise: Paise
  amount_refunded_paise: Paise
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  method: string
  email: string | null
  contact: string | null
  description: string | null
  notes: Notes
  error_code: string | null
  error_description: string | null
  error_reason: string | null
  created_at: Moment
}

export type RefundRow = {
  refund_id: string
  payment_id: string
  amount_paise: Paise
  currency: string
  status: 'pending' | 'processed' | 'failed'
  speed: string
  receipt: string | null
  notes: Notes
  idempotency_key: string | null
  idempotency_body: string | null
  /** Number of attempts to send it. */
  posts: number
  created_at: Moment
}

export type DisputeRow = {
  dispute_id: string
  payment_id: string
  amount_paise: Paise
  deducted_paise: Paise
  currency: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: string
  reason_code: string
  respond_by: Moment
  created_at: Moment
}

/** Razorpay returns an empty map as a list. */
export const notesOf = (notes: Notes) => (Object.keys(notes).length > 0 ? notes : [])

const seconds = (moment: Moment | null) => (moment ? Math.floor(new Date(moment).getTime() / 1000) : 0)

/** Formats a link. `payments` are its captured ones, as Razorpay lists them; null without any. */
export function linkEntity(link: LinkRow, payments: PaymentRow[], shortUrl: string) {
  const listed = payments.filter((payment) => payment.captured)
  return {
    accept_partial: false,
    amount: Number(link.amount_paise),
    amount_paid: Number(link.amount_paid_paise),
    callback_method: link.callback_method,
    callback_url: link.callback_url,
    cancelled_at: seconds(link.cancelled_at),
    created_at: seconds(link.created_at),
    currency: link.currency,
    customer: link.customer,
    description: link.description,
    expire_by: seconds(link.expire_by),
    expired_at: seconds(link.expired_at),
    first_min_partial_amount: 0,
    id: link.link_id,
    notes: notesOf(link.notes),
    notify: link.notify,
    order_id: link.order_id ?? '',
    payments:
      listed.length === 0
        ? null
        : listed.map((payment) => ({
            amount: Number(payment.amount_paise),
            created_at: seconds(payment.created_at),
            method: payment.method,
            payment_id: payment.payment_id,
            plink_id: link.link_id,
            status: payment.status,
            updated_at: seconds(payment.created_at),
          })),
    reference_id: link.reference_id ?? '',
    reminder_enable: link.reminder_enable,
    short_url: shortUrl,
    status: link.status,
    updated_at: seconds(link.updated_at),
    user_id: '',
  }
}

export function orderEntity(order: OrderRow) {
  const paid = Number(order.amount_paid_paise)
  return {
    id: order.order_id,
    entity: 'order',
    amount: Number(order.amount_paise),
    amount_paid: paid,
    amount_due: Number(order.amount_paise) - paid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOf(order.notes),
    created_at: seconds(order.created_at),
  }
}

/**
 * Computes the fee of a captured payment, including tax: two percent plus 18 % of that, as for an Indian card, or the
 * buyer's fee.
 */
export function feesOf({ amount_paise, buyer_fee_paise }: Pick<PaymentRow, 'amount_paise' | 'buyer_fee_paise'>) {
  const bare = Math.round(Number(amount_paise) * 0.02)
  const fee = Number(buyer_fee_paise) || bare + Math.round(bare * 0.18)
  return { fee, tax: fee - Math.round(fee / 1.18) }
}

export function paymentEntity(payment: PaymentRow) {
  const amount = Number(payment.amount_paise)
  const refunded = Number(payment.amount_refunded_paise)
  const { fee, tax } = payment.captured && payment.fee_told ? feesOf(payment) : { fee: null, tax: null }
  return {
    id: payment.payment_id,
    entity: 'payment',
    amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    invoice_id: payment.invoice_id ?? null,
    international: false,
    method: payment.method,
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded === amount ? 'full' : 'partial',
    captured: payment.captured,
    description: payment.description,
    card_id: null,
    bank: null,
    wallet: null,
    offer_id: payment.offer_id,
    vpa: payment.status === 'failed' ? 'failure@razorpay' : 'success@razorpay',
    email: payment.email,
    contact: payment.contact,
    notes: notesOf(payment.notes),
    fee,
    tax,
    fee_bearer: Number(payment.buyer_fee_paise) > 0 ? 'customer' : 'platform',
    error_code: payment.error_code,
    error_description: payment.error_description,
    error_source: payment.error_code ? 'customer' : null,
    error_step: payment.error_code ? 'payment_authentication' : null,
    error_reason: payment.error_reason,
    acquirer_data: { rrn: null },
    created_at: seconds(payment.created_at),
  }
}

export function refundEntity(refund: RefundRow) {
  return {
    id: refund.refund_id,
    entity: 'refund',
    amount: Number(refund.amount_paise),
    currency: refund.currency,
    payment_id: refund.payment_id,
    notes: notesOf(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: seconds(refund.created_at),
    batch_id: null,
    status: refund.status,
    speed_processed: 'normal',
    speed_requested: refund.speed,
  }
}

export function disputeEntity(dispute: DisputeRow) {
  return {
    id: dispute.dispute_id,
    entity: 'dispute',
    payment_id: dispute.payment_id,
    amount: Number(dispute.amount_paise),
    currency: dispute.currency,
    amount_deducted: Number(dispute.deducted_paise),
    reason_code: dispute.reason_code,
    respond_by: seconds(dispute.respond_by),
    status: dispute.status,
    phase: dispute.phase,
    comments: null,
    evidence: { amount: Number(dispute.amount_paise), summary: null, others: null, submitted_at: null },
    created_at: seconds(dispute.created_at),
  }
}
