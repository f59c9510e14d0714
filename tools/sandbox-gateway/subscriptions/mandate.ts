import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import { paymentEntity } from '../entities.ts'
import { queueEvents, type SandboxAccount } from '../events.ts'
import { newId } from '../ids.ts'
import { FAILURE, type Payer } from '../orders.ts'
import { refundPayment } from '../refunds.ts'
import { Refusal } from '../refusal.ts'
import { attempt, beginCycle, type Debit, latestAttempt } from './debits.ts'
import type { DebitRow, SubscriptionRow } from './entities.ts'
import { findPlan } from './plans.ts'
import { change, lockSubscription, notify } from './subscriptions.ts'

/** The amount that tests a card or an account if the first cycle begins later; it is refunded at once. */
const TRIAL_PAISE = 500

/** Signs the checkout's answer as Razorpay does for subscriptions: the payment comes first. */
export function signSubscription(paymentId: string, subscriptionId: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${paymentId}|${subscriptionId}`).digest('hex')
}

type Given = { subscription: SubscriptionRow; payment: DebitRow }

/**
 * Gives the mandate. A subscription that starts at once is charged for its first cycle; one that starts later is tried
 * with ₹5, which go back.
 */
export async function approveMandate(
  db: Knex,
  account: SandboxAccount,
  id: string,
  payer: Payer,
  now: Date,
): Promise<Given> {
  const given = await db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    requireWaiting(row)
    const { method = 'upi', email = null, contact = null } = payer
    const named = await change(trx, row, { method, email, contact, customer_id: row.customer_id ?? newId('cust_') })
    if (!row.start_at) {
      const { row: begun, invoice } = await beginCycle(trx, named, now)
      if (!invoice) throw new Error('a subscription without a cycle')
      return attempt(trx, account, begun, invoice, 'succeed', now)
    }
    const payment = await addTrial(trx, named, { status: 'captured', captured: true }, TRIAL_PAISE, now)
    const subscription = await change(trx, named, { status: 'authenticated', charge_at: row.start_at })
    const events = [{ event: 'payment.captured', payment }, { event: 'subscription.authenticated' }]
    await notify(trx, account, subscription, events, now)
    return { subscription, payment, trial: true }
  })
  if ('trial' in given) await refundPayment(db, account, given.payment.payment_id, { body: {} }, now)
  return given
}

/** Refuses the mandate in the bank's app: a failed payment, and a subscription that waits on. */
export async function refuseMandate(
  db: Knex,
  account: SandboxAccount,
  id: string,
  payer: Payer,
  now: Date,
): Promise<Given> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    requireWaiting(row)
    const plan = await findPlan(trx, row.plan_id)
    const amount = row.start_at ? TRIAL_PAISE : Number(plan.amount_paise) * row.quantity
    const { method = 'upi', email = null, contact = null } = payer
    const payment = await addTrial(trx, { ...row, method, email, contact }, FAILURE, amount, now)
    const failed = [{ event: 'payment.failed', payload: { payment: paymentEntity(payment) } }]
    await queueEvents(trx, account, id, failed, now)
    return { subscription: row, payment }
  })
}

/**
 * Changes the way of paying. A pending subscription is charged for its last invoice at once; a halted one is active
 * again, and what it missed is never charged by itself.
 */
export async function changeMethod(
  db: Knex,
  account: SandboxAccount,
  id: string,
  method: string,
  now: Date,
): Promise<{ subscription: SubscriptionRow } | Debit> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (!['authenticated', 'active', 'pending', 'halted'].includes(row.status)) {
      throw new Refusal(`The payment method cannot be changed in ${row.status} state`)
    }
    const changed = await change(trx, row, { method, mandate_revoked: false })
    if (row.status === 'pending') {
      const latest = await latestAttempt(trx, id)
      if (!latest || latest.payment?.status === 'created') return { subscription: changed }
      return attempt(trx, account, changed, latest.invoice, 'succeed', now)
    }
    if (row.status !== 'halted') return { subscription: changed }
    const last = (row.cycle ?? 0) + 1 >= row.total_count
    const active = await change(trx, changed, {
      status: 'active',
      auth_attempts: 0,
      charge_at: last ? null : row.current_end,
    })
    await notify(trx, account, active, [{ event: 'subscription.activated' }], now)
    return { subscription: active }
  })
}

function requireWaiting(row: SubscriptionRow): void {
  if (row.status === 'created') return
  throw new Refusal(`This subscription cannot be authorised in ${row.status} state`)
}

async function addTrial(
  trx: Knex,
  row: SubscriptionRow,
  outcome: Partial<DebitRow>,
  amount: number,
  now: Date,
): Promise<DebitRow> {
  const order = { order_id: newId('order_'), amount_paise: amount, currency: 'INR', notes: {}, created_at: now }
  const state = outcome.captured ? { status: 'paid', amount_paid_paise: amount } : { status: 'attempted' }
  await trx('sandbox.orders').insert({ ...order, attempts: 1, ...state })
  const [payment] = await trx<DebitRow>('sandbox.payments')
    .insert({
      payment_id: newId('pay_'),
      order_id: order.order_id,
      amount_paise: amount,
      currency: 'INR',
      method: row.method ?? 'upi',
      email: row.email,
      contact: row.contact,
      notes: row.notes,
      created_at: now,
      ...outcome,
    } as DebitRow)
    .returning('*')
  if (!payment) throw new Error('an insert returned no row')
  return payment
}
