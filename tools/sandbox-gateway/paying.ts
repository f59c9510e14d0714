import type { Knex } from 'knex'
import { type LinkRow, type OrderRow, orderEntity, type PaymentRow, paymentEntity } from './entities.ts'
import { queueEvents, type SandboxAccount, type SandboxEvent } from './events.ts'
import { newId } from './ids.ts'
import { lockLink, showLink } from './links.ts'
import { FAILURE, settleOrder } from './orders.ts'
import { Refusal, unknownId } from './refusal.ts'

/** The result of a pressed button; `payment` is absent if the link was closed before any attempt. */
export type Attempt = { link: LinkRow; payment?: PaymentRow | undefined }

/**
 * Pays an open link: order, captured payment, paid link and the three webhooks in one transaction. Returns the existing
 * payment of a paid link, so a double press pays once. `feePaise`: a convenience fee, captured on top of the amount;
 * `offerPaise`: a gateway's offer, deducted from it.
 */
export async function payLink(
  db: Knex,
  account: SandboxAccount,
  linkId: string,
  now: Date,
  { feePaise = 0, offerPaise = 0 }: { feePaise?: number; offerPaise?: number } = {},
): Promise<Attempt> {
  return db.transaction(async (trx) => {
    const link = await lockLink(trx, linkId)
    if (link.status !== 'created') return { link, payment: await paidWith(trx, linkId) }
    const order = await attemptedOrder(trx, link, now)
    const amount_paise = Number(link.amount_paise) + feePaise - offerPaise
    const offer = offerPaise > 0 ? { offer_id: newId('offer_'), offer_paise: offerPaise } : {}
    const captured = { status: 'captured', captured: true, amount_paise, buyer_fee_paise: feePaise, ...offer } as const
    const payment = await addPayment(trx, link, order, captured, now)
    return { link: await settle(trx, account, link, order, payment, now), payment }
  })
}

/** Pays a part of an open link, as with partial payments; the part that completes it marks it as paid. */
export async function payPart(
  db: Knex,
  account: SandboxAccount,
  linkId: string,
  now: Date,
  part: number,
): Promise<Attempt> {
  return db.transaction(async (trx) => {
    const link = await lockLink(trx, linkId)
    const due = Number(link.amount_paise) - Number(link.amount_paid_paise)
    if ((link.status !== 'created' && link.status !== 'partially_paid') || due <= 0) return { link }
    const order = await attemptedOrder(trx, link, now)
    const amount_paise = due - part < 100 ? due : part
    const payment = await addPayment(trx, link, order, { status: 'captured', captured: true, amount_paise }, now)
    if (amount_paise === due) return { link: await settle(trx, account, link, order, payment, now), payment }
    const paid = { amount_paid_paise: Number(link.amount_paid_paise) + amount_paise }
    await trx<OrderRow>('sandbox.orders').where({ order_id: order.order_id }).update(paid)
    const update = { ...paid, status: 'partially_paid' as const, order_id: order.order_id, updated_at: now }
    await trx<LinkRow>('sandbox.links').where({ link_id: linkId }).update(update)
    const shown = {
      payment_link: await showLink(trx, account, { ...link, ...update }),
      order: orderEntity({ ...order, ...paid }),
      payment: paymentEntity(payment),
    }
    const events = [
      { event: 'payment.captured', payload: { payment: shown.payment } },
      { event: 'payment_link.partially_paid', payload: shown },
    ]
    await queueEvents(trx, account, linkId, events, now)
    return { link: { ...link, ...update }, payment }
  })
}

/**
 * Records a failed attempt on an open link, which stays open. `attemptsSeen` is the number of attempts that the buyer's
 * page showed: a repeated press finds more, and adds none.
 */
export async function failLink(
  db: Knex,
  account: SandboxAccount,
  linkId: string,
  now: Date,
  attemptsSeen?: number,
): Promise<Attempt> {
  return db.transaction(async (trx) => {
    const link = await lockLink(trx, linkId)
    if (link.status !== 'created') return { link, payment: await paidWith(trx, linkId) }
    const last = await attemptsOf(trx, linkId)
    if (attemptsSeen !== undefined && last.count > attemptsSeen) return { link, payment: last.payment }
    const order = await attemptedOrder(trx, link, now)
    const payment = await addPayment(trx, link, order, FAILURE, now)
    const failed = { event: 'payment.failed', payload: { payment: paymentEntity(payment) } }
    await queueEvents(trx, account, linkId, [failed], now)
    const [updated] = await trx<LinkRow>('sandbox.links')
      .where({ link_id: linkId })
      .update({ order_id: order.order_id, updated_at: now })
      .returning('*')
    return { link: updated ?? link, payment }
  })
}

/** Captures a failed or pending payment late (late authorisation). */
export async function captureLate(
  db: Knex,
  account: SandboxAccount,
  paymentId: string,
  now: Date,
): Promise<PaymentRow> {
  return db.transaction(async (trx) => {
    const found = await trx<PaymentRow>('sandbox.payments').where({ payment_id: paymentId }).first()
    if (!found) throw unknownId()
    const link = found.link_id ? await lockLink(trx, found.link_id) : undefined
    const [payment] = await trx<PaymentRow>('sandbox.payments')
      .where({ payment_id: paymentId })
      .whereIn('status', ['created', 'authorized', 'failed'])
      .update({ status: 'captured', captured: true, error_code: null, error_description: null, error_reason: null })
      .returning('*')
    if (!payment) throw new Refusal('This payment has already been captured')
    const order = await trx<OrderRow>('sandbox.orders').where({ order_id: payment.order_id }).first()
    if (!order) throw unknownId()
    if (!link) {
      await settleOrder(trx, account, order, payment, now)
    } else if (link.status === 'paid') {
      const captured = { event: 'payment.captured', payload: { payment: paymentEntity(payment) } }
      await queueEvents(trx, account, link.link_id, [captured], now)
    } else {
      await settle(trx, account, link, order, payment, now)
    }
    return payment
  })
}

/** Returns the number of attempts on a link, and its successful payment, else the last attempt. */
export async function attemptsOf(db: Knex, linkId: string): Promise<{ count: number; payment?: PaymentRow }> {
  const payments = await db<PaymentRow & { position: number }>('sandbox.payments')
    .where({ link_id: linkId })
    .orderBy('captured', 'desc')
    .orderBy('position', 'desc')
  return { count: payments.length, ...(payments[0] && { payment: payments[0] }) }
}

async function paidWith(trx: Knex, linkId: string): Promise<PaymentRow | undefined> {
  return trx<PaymentRow>('sandbox.payments').where({ link_id: linkId, captured: true }).first()
}

/** Returns the link's order, created with the first attempt. */
async function attemptedOrder(trx: Knex, link: LinkRow, now: Date): Promise<OrderRow> {
  const table = () => trx<OrderRow>('sandbox.orders')
  if (link.order_id) {
    const [order] = await table()
      .where({ order_id: link.order_id })
      .increment('attempts', 1)
      .update({ status: 'attempted' })
      .returning('*')
    if (order) return order
  }
  const [order] = await table()
    .insert({
      order_id: newId('order_'),
      link_id: link.link_id,
      amount_paise: link.amount_paise,
      currency: link.currency,
      receipt: link.reference_id,
      status: 'attempted',
      attempts: 1,
      notes: link.notes,
      created_at: now,
    })
    .returning('*')
  if (!order) throw new Error('an insert returned no row')
  return order
}

async function addPayment(
  trx: Knex,
  link: LinkRow,
  order: OrderRow,
  outcome: Pick<PaymentRow, 'status' | 'captured'> & Partial<PaymentRow>,
  now: Date,
): Promise<PaymentRow> {
  const [payment] = await trx<PaymentRow>('sandbox.payments')
    .insert({
      payment_id: newId('pay_'),
      order_id: order.order_id,
      link_id: link.link_id,
      amount_paise: link.amount_paise,
      currency: link.currency,
      method: 'upi',
      email: link.customer.email ?? null,
      contact: link.customer.contact ?? null,
      description: link.description,
      notes: link.notes,
      created_at: now,
      ...outcome,
    })
    .returning('*')
  if (!payment) throw new Error('an insert returned no row')
  return payment
}

async function settle(
  trx: Knex,
  account: SandboxAccount,
  link: LinkRow,
  order: OrderRow,
  payment: PaymentRow,
  now: Date,
): Promise<LinkRow> {
  const paid = { status: 'paid' as const, amount_paid_paise: link.amount_paise }
  await trx<OrderRow>('sandbox.orders').where({ order_id: order.order_id }).update(paid)
  const update = { ...paid, order_id: order.order_id, updated_at: now }
  await trx<LinkRow>('sandbox.links').where({ link_id: link.link_id }).update(update)
  const paidLink = { ...link, ...update }
  const entities = {
    payment_link: await showLink(trx, account, paidLink),
    order: orderEntity({ ...order, ...paid }),
    payment: paymentEntity(payment),
  }
  const events: SandboxEvent[] = [
    { event: 'payment.captured', payload: { payment: entities.payment } },
    { event: 'order.paid', payload: { payment: entities.payment, order: entities.order } },
    { event: 'payment_link.paid', payload: entities },
  ]
  await queueEvents(trx, account, link.link_id, events, now)
  return paidLink
}
