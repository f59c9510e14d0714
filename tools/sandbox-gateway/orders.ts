import type { Knex } from 'knex'
import { z } from 'zod'
import { type OrderRow, orderEntity, type PaymentRow, paymentEntity } from './entities.ts'
import { queueEvents, type SandboxAccount } from './events.ts'
import { newId } from './ids.ts'
import { parseBody } from './links.ts'
import { Refusal, unknownId } from './refusal.ts'

const orderBody = z.object({
  amount: z.int('The amount must be an integer.').min(100, 'Order amount less than minimum amount allowed'),
  currency: z.literal('INR', 'Currency is not supported'),
  receipt: z.string().max(40, 'The receipt may not be greater than 40 characters.').nullable().default(null),
  unique_receipt: z.boolean().default(false),
  notes: z
    .record(z.string(), z.unknown())
    .or(z.tuple([]).transform(() => ({})))
    .default({}),
})

/** The fields of a payment that the bank refused. */
export const FAILURE = {
  status: 'failed' as const,
  captured: false,
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment could not be completed. Please try again.',
  error_reason: 'payment_failed',
}

/** Creates an order; with `unique_receipt`, returns an existing order with that receipt instead. */
export async function createOrder(db: Knex, body: unknown, now: Date): Promise<OrderRow> {
  const { amount, currency, receipt, unique_receipt, notes } = parseBody(orderBody, body)
  return db.transaction(async (trx) => {
    const table = () => trx<OrderRow>('sandbox.orders')
    if (unique_receipt && receipt !== null) {
      await trx.raw(`select pg_advisory_xact_lock(hashtext('sandbox receipt'), hashtext(?))`, [receipt])
      const known = await table().where({ receipt }).first()
      if (known) return known
    }
    const row = { order_id: newId('order_'), amount_paise: amount, currency, receipt, notes, created_at: now }
    const [order] = await table()
      .insert({ ...row, status: 'created' })
      .returning('*')
    if (!order) throw new Error('an insert returned no row')
    return order
  })
}

export async function findOrder(db: Knex, orderId: string): Promise<OrderRow> {
  const order = await db<OrderRow>('sandbox.orders').where({ order_id: orderId }).first()
  if (!order) throw unknownId()
  return order
}

/** The payer, as passed to the checkout. */
export type Payer = { method?: string; email?: string | null; contact?: string | null }

/**
 * Pays an order without a link: captured payment, paid order and two webhooks in one transaction. Refuses a second
 * payment.
 */
export async function payOrder(db: Knex, account: SandboxAccount, orderId: string, payer: Payer, now: Date) {
  return db.transaction(async (trx) => {
    const order = await lockOpen(trx, orderId)
    const payment = await addPayment(trx, order, { ...payer, status: 'captured', captured: true }, now)
    await settleOrder(trx, account, order, payment, now)
    return payment
  })
}

/** Records a failed attempt on an order, which stays open. */
export async function failOrder(db: Knex, account: SandboxAccount, orderId: string, payer: Payer, now: Date) {
  return db.transaction(async (trx) => {
    const order = await lockOpen(trx, orderId)
    const payment = await addPayment(trx, order, { ...payer, ...FAILURE }, now)
    const failed = { event: 'payment.failed', payload: { payment: paymentEntity(payment) } }
    await queueEvents(trx, account, orderId, [failed], now)
    return payment
  })
}

/** Marks the order as paid by this payment, and queues the events for the shop. */
export async function settleOrder(
  trx: Knex,
  account: SandboxAccount,
  order: OrderRow,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const paid = { status: 'paid' as const, amount_paid_paise: order.amount_paise }
  await trx<OrderRow>('sandbox.orders').where({ order_id: order.order_id }).update(paid)
  const shown = { payment: paymentEntity(payment), order: orderEntity({ ...order, ...paid }) }
  const events = [
    { event: 'payment.captured', payload: { payment: shown.payment } },
    { event: 'order.paid', payload: shown },
  ]
  await queueEvents(trx, account, order.order_id, events, now)
}

async function lockOpen(trx: Knex, orderId: string): Promise<OrderRow> {
  const order = await trx<OrderRow>('sandbox.orders').where({ order_id: orderId }).forUpdate().first()
  if (!order || order.link_id) throw unknownId()
  if (order.status === 'paid') throw new Refusal('Payment has already been made for this order.')
  return order
}

async function addPayment(trx: Knex, order: OrderRow, outcome: Partial<PaymentRow> & Payer, now: Date) {
  await trx<OrderRow>('sandbox.orders')
    .where({ order_id: order.order_id })
    .increment('attempts', 1)
    .update({ status: 'attempted' })
  const [payment] = await trx<PaymentRow>('sandbox.payments')
    .insert({
      payment_id: newId('pay_'),
      order_id: order.order_id,
      amount_paise: order.amount_paise,
      currency: order.currency,
      method: 'upi',
      notes: order.notes,
      created_at: now,
      ...outcome,
    })
    .returning('*')
  if (!payment) throw new Error('an insert returned no row')
  return payment
}
