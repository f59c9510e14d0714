import type { Knex } from 'knex'
import { type OrderRow, orderEntity, paymentEntity } from '../entities.ts'
import { queueEvents, type SandboxAccount } from '../events.ts'
import { newId } from '../ids.ts'
import { FAILURE } from '../orders.ts'
import { refundPayment } from '../refunds.ts'
import { Refusal } from '../refusal.ts'
import { cycleStart } from './cycles.ts'
import { type DebitRow, type InvoiceRow, invoiceEntity, type Outcome, type SubscriptionRow } from './entities.ts'
import { findPlan } from './plans.ts'
import { change, lockSubscription, type Notice, notify } from './subscriptions.ts'

const RETRIES = 3
const DAY_MS = 86_400_000
const CAPTURED = {
  captured: true,
  status: 'captured',
  error_code: null,
  error_description: null,
  error_reason: null,
} as const

export type Debit = { subscription: SubscriptionRow; invoice: InvoiceRow; payment: DebitRow }

/**
 * Runs the debit of the next cycle, or tries that of a pending one again. A debit that is `open` is not repeated: it
 * ends by `finishDebit`. Before its day a debit runs only if `early`.
 */
export async function runDebit(
  db: Knex,
  account: SandboxAccount,
  id: string,
  wanted: Outcome | undefined,
  now: Date,
  { early = true }: { early?: boolean } = {},
): Promise<Debit> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (!['authenticated', 'active', 'pending'].includes(row.status)) {
      throw new Refusal(`Subscription cannot be charged in ${row.status} state`)
    }
    if (!early && (!row.charge_at || new Date(row.charge_at) > now)) {
      throw new Refusal('Subscription is not due for a charge')
    }
    const latest = await latestAttempt(trx, id)
    if (latest?.payment?.status === 'created') throw new Refusal('The last charge of this subscription is in process')
    const begun = row.status === 'pending' ? { row, invoice: latest?.invoice } : await beginCycle(trx, row, now)
    if (!begun.invoice) throw new Refusal('Every invoice of this subscription is generated')
    const [planned, ...outcomes] = row.outcomes
    const outcome = row.mandate_revoked ? 'fail' : (wanted ?? planned ?? 'succeed')
    const left = wanted ? begun.row : await change(trx, begun.row, { outcomes })
    return attempt(trx, account, left, begun.invoice, outcome, now)
  })
}

/** Begins the next cycle: an order and an issued invoice, before any money moves. */
export async function beginCycle(trx: Knex, row: SubscriptionRow, now: Date) {
  const plan = await findPlan(trx, row.plan_id)
  const cycle = row.cycle === null ? 0 : row.cycle + 1
  if (cycle >= row.total_count) return { row, invoice: undefined }
  const startAt = row.start_at ?? now
  const [from, until] = [cycleStart(plan, startAt, cycle), cycleStart(plan, startAt, cycle + 1)]
  const begun = await change(trx, row, {
    cycle,
    start_at: startAt,
    current_start: from,
    current_end: until,
    auth_attempts: 0,
  })
  const amount = Number(plan.amount_paise) * row.quantity
  const order = { order_id: newId('order_'), amount_paise: amount, currency: plan.currency, notes: {}, created_at: now }
  await trx<OrderRow>('sandbox.orders').insert({ ...order, status: 'created' })
  const [invoice] = await trx<InvoiceRow>('sandbox.invoices')
    .insert({
      invoice_id: newId('inv_'),
      subscription_id: row.subscription_id,
      order_id: order.order_id,
      cycle,
      amount_paise: amount,
      status: 'issued',
      billing_start: from,
      billing_end: until,
      issued_at: now,
    })
    .returning('*')
  return { row: begun, invoice }
}

/** Tries an invoice once. */
export async function attempt(
  trx: Knex,
  account: SandboxAccount,
  row: SubscriptionRow,
  invoice: InvoiceRow,
  outcome: Outcome,
  now: Date,
): Promise<Debit> {
  await trx<OrderRow>('sandbox.orders')
    .where({ order_id: invoice.order_id })
    .increment('attempts', 1)
    .update({ status: 'attempted' })
  const result =
    outcome === 'fail' ? FAILURE : outcome === 'open' ? ({ status: 'created', captured: false } as const) : CAPTURED
  const [payment] = await trx<DebitRow>('sandbox.payments')
    .insert({
      payment_id: newId('pay_'),
      order_id: invoice.order_id,
      invoice_id: invoice.invoice_id,
      amount_paise: invoice.amount_paise,
      currency: 'INR',
      method: row.method ?? 'upi',
      email: row.email,
      contact: row.contact,
      // The first payment carries the notes of the checkout, a later debit none.
      notes: invoice.cycle === 0 ? row.notes : {},
      created_at: now,
      ...result,
    })
    .returning('*')
  if (!payment) throw new Error('an insert returned no row')
  if (outcome === 'succeed') return settle(trx, account, row, invoice, payment, now)
  if (outcome === 'fail') return fail(trx, account, row, invoice, payment, now)
  return { subscription: row, invoice, payment }
}

/** Ends an open debit. */
export async function finishDebit(
  db: Knex,
  account: SandboxAccount,
  id: string,
  outcome: 'succeed' | 'fail',
  now: Date,
): Promise<Debit> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    const latest = await latestAttempt(trx, id)
    if (latest?.payment?.status !== 'created') throw new Refusal('No charge of this subscription is in process')
    const payment = await setPayment(trx, latest.payment, outcome === 'fail' ? FAILURE : CAPTURED)
    return (outcome === 'fail' ? fail : settle)(trx, account, row, latest.invoice, payment, now)
  })
}

/**
 * Captures the last failed debit late. If its invoice was paid meanwhile, the gateway returns the money by itself, as it
 * does for orders.
 */
export async function captureDebitLate(db: Knex, account: SandboxAccount, id: string, now: Date): Promise<Debit> {
  const debit = await db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    const failed = await trx<DebitRow>('sandbox.payments')
      .whereIn('invoice_id', trx('sandbox.invoices').where({ subscription_id: id }).select('invoice_id'))
      .where({ status: 'failed' })
      .orderBy('position', 'desc')
      .first()
    if (!failed) throw new Refusal('No failed charge of this subscription')
    const invoice = await trx<InvoiceRow>('sandbox.invoices').where({ invoice_id: failed.invoice_id }).first()
    if (!invoice) throw new Error('a debit without an invoice')
    const payment = await setPayment(trx, failed, CAPTURED)
    if (invoice.status === 'issued') return settle(trx, account, row, invoice, payment, now)
    await notify(trx, account, row, [{ event: 'payment.captured', payment }], now)
    return { subscription: row, invoice, payment, again: true }
  })
  if ('again' in debit) await refundPayment(db, account, debit.payment.payment_id, { body: {} }, now)
  return debit
}

/** Charges an invoice that a halted or pending subscription left unpaid, as its customer does on Razorpay's page. */
export async function chargeInvoice(db: Knex, account: SandboxAccount, invoiceId: string, now: Date): Promise<Debit> {
  return db.transaction(async (trx) => {
    const found = await trx<InvoiceRow>('sandbox.invoices').where({ invoice_id: invoiceId }).first()
    if (!found) throw new Refusal('The id provided does not exist')
    const row = await lockSubscription(trx, found.subscription_id, now)
    const invoice = await trx<InvoiceRow>('sandbox.invoices').where({ invoice_id: invoiceId }).first()
    if (invoice?.status !== 'issued') throw new Refusal('Invoice is already paid')
    return attempt(trx, account, row, invoice, 'succeed', now)
  })
}

/** Returns the newest invoice with its newest payment. */
export async function latestAttempt(
  trx: Knex,
  id: string,
): Promise<{ invoice: InvoiceRow; payment: DebitRow | undefined } | undefined> {
  const invoice = await trx<InvoiceRow>('sandbox.invoices')
    .where({ subscription_id: id })
    .orderBy('cycle', 'desc')
    .first()
  if (!invoice) return undefined
  const payment = await trx<DebitRow>('sandbox.payments')
    .where({ invoice_id: invoice.invoice_id })
    .orderBy('position', 'desc')
    .first()
  return { invoice, payment }
}

async function setPayment(trx: Knex, payment: DebitRow, changes: Partial<DebitRow>): Promise<DebitRow> {
  await trx<DebitRow>('sandbox.payments').where({ payment_id: payment.payment_id }).update(changes)
  return { ...payment, ...changes }
}

/** Marks an invoice as paid. A payment after the end of its subscription is reported too: the money has moved. */
async function settle(
  trx: Knex,
  account: SandboxAccount,
  before: SubscriptionRow,
  unpaid: InvoiceRow,
  payment: DebitRow,
  now: Date,
): Promise<Debit> {
  const settled = { status: 'paid' as const, payment_id: payment.payment_id, paid_at: now }
  await trx<InvoiceRow>('sandbox.invoices').where({ invoice_id: unpaid.invoice_id }).update(settled)
  const invoice = { ...unpaid, ...settled }
  const [order] = await trx<OrderRow>('sandbox.orders')
    .where({ order_id: invoice.order_id })
    .update({ status: 'paid', amount_paid_paise: invoice.amount_paise })
    .returning('*')
  if (!order) throw new Error('an invoice without an order')
  const plan = await findPlan(trx, before.plan_id)
  const paidCount = before.paid_count + 1
  const over = ['cancelled', 'completed', 'expired'].includes(before.status)
  const cycle = before.cycle ?? 0
  const last = cycle + 1 >= before.total_count
  const runs = {
    status: last ? ('completed' as const) : before.status === 'paused' ? ('paused' as const) : ('active' as const),
    auth_attempts: 0,
    charge_at: last || before.status === 'paused' ? null : cycleStart(plan, before.start_at ?? now, cycle + 1),
    ended_at: last ? now : null,
  }
  // An older invoice, paid late, says nothing about the cycle that runs.
  const decides = !over && (invoice.cycle === cycle || before.status === 'halted')
  const row = await change(trx, before, { paid_count: paidCount, ...(decides ? runs : {}) })
  const begins = before.status === 'created' || before.status === 'authenticated'
  const returns = decides && (before.status === 'pending' || before.status === 'halted')
  const events: Notice[] = [
    { event: 'payment.captured', payment },
    { event: 'order.paid', payment, others: { order: orderEntity(order) } },
    {
      event: 'invoice.paid',
      payment,
      others: { order: orderEntity(order), invoice: invoiceEntity(invoice, plan, row) },
    },
    ...(before.status === 'created' ? [{ event: 'subscription.authenticated' }] : []),
    ...(begins ? [{ event: 'subscription.activated', payment }] : []),
    { event: 'subscription.charged', payment },
    ...(returns && !last ? [{ event: 'subscription.activated', payment }] : []),
    ...(last && decides ? [{ event: 'subscription.completed', payment }] : []),
  ]
  await notify(trx, account, row, events, now)
  return { subscription: row, invoice, payment }
}

/** Notes a failed try: the next one is a day later, and after three more the subscription is halted. */
async function fail(
  trx: Knex,
  account: SandboxAccount,
  before: SubscriptionRow,
  invoice: InvoiceRow,
  payment: DebitRow,
  now: Date,
): Promise<Debit> {
  const failed = [{ event: 'payment.failed', payload: { payment: paymentEntity(payment) } }]
  await queueEvents(trx, account, before.subscription_id, failed, now)
  // Before the first payment, and after the end, a failed one changes nothing.
  if (!['authenticated', 'active', 'pending'].includes(before.status)) return { subscription: before, invoice, payment }
  const attempts = before.auth_attempts + 1
  const halted = attempts > RETRIES
  const row = await change(trx, before, {
    status: halted ? 'halted' : 'pending',
    auth_attempts: attempts,
    charge_at: halted ? before.current_end : new Date(now.getTime() + DAY_MS),
  })
  await notify(trx, account, row, [{ event: halted ? 'subscription.halted' : 'subscription.pending' }], now)
  return { subscription: row, invoice, payment }
}
