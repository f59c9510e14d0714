import { type Moment, notesOf, type Paise, type PaymentRow } from '../entities.ts'

/** Rows of plans, subscriptions and invoices, and their JSON in Razorpay's API. */

export const PERIODS = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const

export type PlanRow = {
  plan_id: string
  period: (typeof PERIODS)[number]
  every: number
  item_id: string
  name: string
  description: string | null
  amount_paise: Paise
  currency: string
  notes: Record<string, unknown>
  created_at: Moment
}

export type Outcome = 'succeed' | 'fail' | 'open'

export type SubscriptionRow = {
  subscription_id: string
  plan_id: string
  status:
    | 'created'
    | 'authenticated'
    | 'active'
    | 'pending'
    | 'halted'
    | 'cancelled'
    | 'completed'
    | 'expired'
    | 'paused'
  customer_id: string | null
  quantity: number
  total_count: number
  paid_count: number
  /** Failed attempts in the current cycle. */
  auth_attempts: number
  customer_notify: boolean
  notes: Record<string, unknown>
  method: string | null
  email: string | null
  contact: string | null
  cycle: number | null
  start_at: Moment | null
  current_start: Moment | null
  current_end: Moment | null
  charge_at: Moment | null
  ended_at: Moment | null
  expire_by: Moment | null
  paused_at: Moment | null
  pause_initiated_by: string | null
  cancel_initiated_by: string | null
  cancel_at_cycle_end: boolean
  mandate_revoked: boolean
  outcomes: Outcome[]
  created_at: Moment
}

export type InvoiceRow = {
  invoice_id: string
  subscription_id: string
  order_id: string
  payment_id: string | null
  cycle: number
  amount_paise: Paise
  status: 'issued' | 'paid'
  billing_start: Moment
  billing_end: Moment
  issued_at: Moment
  paid_at: Moment | null
}

const seconds = (moment: Moment | null) => (moment ? Math.floor(new Date(moment).getTime() / 1000) : null)

export function planEntity(plan: PlanRow) {
  const created = seconds(plan.created_at)
  return {
    id: plan.plan_id,
    entity: 'plan',
    interval: plan.every,
    period: plan.period,
    item: {
      id: plan.item_id,
      active: true,
      name: plan.name,
      description: plan.description,
      amount: Number(plan.amount_paise),
      unit_amount: Number(plan.amount_paise),
      currency: plan.currency,
      type: 'plan',
      unit: null,
      tax_inclusive: false,
      hsn_code: null,
      sac_code: null,
      tax_rate: null,
      tax_id: null,
      tax_group_id: null,
      created_at: created,
      updated_at: created,
    },
    notes: notesOf(plan.notes),
    created_at: created,
  }
}

/**
 * Formats a subscription. `end_at` is the moment of the last debit. Nothing shows a cancellation at the end of the
 * cycle, and `short_url` is null in events: so Razorpay's samples are.
 */
export function subscriptionEntity(row: SubscriptionRow, endAt: Date | null, shortUrl: string | null) {
  return {
    id: row.subscription_id,
    entity: 'subscription',
    plan_id: row.plan_id,
    customer_id: row.customer_id,
    status: row.status,
    current_start: seconds(row.current_start),
    current_end: seconds(row.current_end),
    ended_at: seconds(row.ended_at),
    quantity: row.quantity,
    notes: notesOf(row.notes),
    charge_at: seconds(row.charge_at),
    start_at: seconds(row.start_at),
    end_at: seconds(endAt),
    auth_attempts: row.auth_attempts,
    total_count: row.total_count,
    paid_count: row.paid_count,
    customer_notify: row.customer_notify,
    created_at: seconds(row.created_at),
    expire_by: seconds(row.expire_by),
    short_url: shortUrl,
    has_scheduled_changes: false,
    change_scheduled_at: null,
    source: 'api',
    payment_method: row.method,
    offer_id: null,
    remaining_count: row.total_count - row.paid_count,
    ...(row.paused_at ? { paused_at: seconds(row.paused_at), pause_initiated_by: row.pause_initiated_by } : {}),
    ...(row.cancel_initiated_by ? { cancel_initiated_by: row.cancel_initiated_by } : {}),
  }
}

export function invoiceEntity(invoice: InvoiceRow, plan: PlanRow, subscription: SubscriptionRow) {
  const amount = Number(invoice.amount_paise)
  const paid = invoice.status === 'paid' ? amount : 0
  const { customer_id: id, email, contact } = subscription
  return {
    id: invoice.invoice_id,
    entity: 'invoice',
    receipt: null,
    invoice_number: null,
    customer_id: id,
    customer_details: {
      id,
      name: null,
      email,
      contact,
      customer_name: null,
      customer_email: email,
      customer_contact: contact,
    },
    order_id: invoice.order_id,
    subscription_id: invoice.subscription_id,
    line_items: [
      {
        id: `li_${invoice.invoice_id.slice(4)}`,
        item_id: null,
        name: plan.name,
        description: plan.description,
        amount: Number(plan.amount_paise),
        unit_amount: Number(plan.amount_paise),
        gross_amount: amount,
        tax_amount: 0,
        taxable_amount: amount,
        net_amount: amount,
        currency: plan.currency,
        type: 'plan',
        quantity: subscription.quantity,
        taxes: [],
      },
    ],
    payment_id: invoice.payment_id,
    status: invoice.status,
    expire_by: null,
    issued_at: seconds(invoice.issued_at),
    paid_at: seconds(invoice.paid_at),
    cancelled_at: null,
    expired_at: null,
    sms_status: null,
    email_status: null,
    date: seconds(invoice.issued_at),
    terms: null,
    partial_payment: false,
    gross_amount: amount,
    tax_amount: 0,
    taxable_amount: amount,
    amount,
    amount_paid: paid,
    amount_due: amount - paid,
    currency: plan.currency,
    currency_symbol: '₹',
    description: null,
    notes: [],
    comment: null,
    short_url: null,
    view_less: true,
    billing_start: seconds(invoice.billing_start),
    billing_end: seconds(invoice.billing_end),
    type: 'invoice',
    group_taxes_discounts: false,
    created_at: seconds(invoice.issued_at),
    idempotency_key: null,
  }
}

/** A payment of the ledger that belongs to an invoice. */
export type DebitRow = PaymentRow & { invoice_id: string; position: number }
