import { createHash } from 'node:crypto'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { appError } from '../../errors.ts'
import { verifyWebhook } from '../../payments/signatures.ts'
import { alertOwner } from '../alerts.ts'
import { isOrderId } from '../checkout/order-id.ts'
import { insertOrderEvent, noteOrderEvent } from '../order-events.queries.ts'
import { findOrder, findOrderByPayment, type OrderRow } from '../orders.queries.ts'
import { applyRefund } from '../refunds/refunds.ts'
import { pollAfterFailure } from '../settlement/polling.queries.ts'
import { nextPollAt } from '../settlement/polling.ts'
import { type GatewayState, settleOrder } from '../settlement/settle.ts'
import { closeEvent, rememberEvent, UNMATCHED } from './webhook.queries.ts'
import { type Envelope, type PaymentEntity, parseEnvelope, referenceOf } from './webhook-envelope.ts'

/** Events that speak of a payment without saying how its link stands. */
const PAYMENT_EVENTS = ['payment.captured', 'payment.authorized', 'order.paid']

/**
 * Takes one webhook: signature over the raw body, remembered by its event id, worked on at most once to the end. A
 * well-signed event is never refused for its content; what nobody can use is kept and marked. Errors: 401
 * `invalid_signature`; 503 while the database is away, so that the gateway sends the event again.
 */
export async function receiveWebhook(
  ctx: Context,
  { rawBody, signature, eventId }: { rawBody: Buffer; signature: string | undefined; eventId: string | undefined },
): Promise<void> {
  if (!verifyWebhook(rawBody, signature, await ctx.keyring.webhookSecrets())) {
    throw appError('invalid_signature', 'The signature is not valid')
  }
  const body = rawBody.toString('utf8')
  const envelope = parseEnvelope(body)
  const id = eventId && eventId.length <= 200 ? eventId : `sha256:${createHash('sha256').update(rawBody).digest('hex')}`
  failpoint(ctx, 'webhook:before-event')
  const received_at = ctx.now().toISOString()
  const event = envelope?.event ?? 'unreadable'
  const fresh = await rememberEvent(ctx.db, { event_id: id, event, body: body.replaceAll('\0', ''), received_at })
  failpoint(ctx, 'webhook:after-event')
  if (!fresh) return
  const { outcome, orderId } = envelope ? await handle(ctx, envelope) : { outcome: `${UNMATCHED}could not be read` }
  if (orderId) {
    const detail = `${event}: ${outcome}`
    await noteOrderEvent(ctx.db, { order_id: orderId, kind: 'webhook', detail, created_at: received_at })
  }
  if (outcome.startsWith(UNMATCHED)) ctx.log.warn({ event_id: id, outcome }, 'webhook fits no order')
  await closeEvent(ctx.db, id, { outcome, order_id: orderId ?? null, processed_at: ctx.now().toISOString() })
}

type Outcome = { outcome: string; orderId?: string }

async function handle(ctx: Context, envelope: Envelope): Promise<Outcome> {
  return (await settleLink(ctx, envelope)) ?? handleOther(ctx, envelope)
}

/** An event that says how one of our links stands and names our order needs no look at the order before it is settled. */
async function settleLink(ctx: Context, envelope: Envelope): Promise<Outcome | undefined> {
  const orderId = envelope.payload.payment_link?.entity.reference_id
  const state = envelope.event.startsWith('payment_link.') ? paymentState(envelope) : undefined
  if (!orderId || !state || (state.status === 'paid' && !state.paymentId)) return undefined
  const status = await settleOrder(ctx, orderId, state)
  return status && { outcome: `order is ${status}`, orderId }
}

async function handleOther(ctx: Context, envelope: Envelope): Promise<Outcome> {
  const order = await findOrderOf(ctx.db, envelope)
  if (!order) {
    await tellOfMoneyForNobody(ctx, envelope)
    return { outcome: `${UNMATCHED}no matching order` }
  }
  const orderId = order.order_id
  const { event, payload } = envelope
  if (event.startsWith('refund.')) {
    if (!payload.refund) return { outcome: `${UNMATCHED}no refund in it`, orderId }
    return { outcome: await applyRefund(ctx, orderId, payload.refund.entity), orderId }
  }
  if (event === 'payment.failed') {
    const { id, error_description } = payload.payment?.entity ?? {}
    const detail = [id, error_description].filter(Boolean).join(': ').slice(0, 500)
    await insertOrderEvent(ctx.db, {
      order_id: orderId,
      kind: 'payment_failed',
      detail,
      created_at: ctx.now().toISOString(),
    })
    await pollAfterFailure(ctx.db, orderId, nextPollAt(ctx, 0))
    return { outcome: 'payment failed, the order stays open', orderId }
  }
  const state = paymentState(envelope)
  if (state && (state.status !== 'paid' || state.paymentId))
    return { outcome: `order is ${await settleOrder(ctx, orderId, state)}`, orderId }
  if (!state && !PAYMENT_EVENTS.includes(event) && !event.startsWith('payment_link.'))
    return { outcome: 'ignored', orderId }
  // These do not carry the link, so the gateway is asked; a moment later, for payment_link.paid is usually right behind.
  if (order.payment_id !== null && order.payment_id === payload.payment?.entity.id) {
    return { outcome: `order is ${order.status}`, orderId }
  }
  await ctx.queue.send(ctx.db, 'reconcile-order', { order_id: orderId }, { startAfter: 3, singletonKey: orderId })
  return { outcome: 'the gateway will be asked', orderId }
}

async function findOrderOf(db: Db, { payload }: Envelope): Promise<OrderRow | undefined> {
  const link = payload.payment_link?.entity
  const payment = payload.payment?.entity
  const reference = referenceOf(payload)
  if (reference) {
    const order = await findOrder(db, reference)
    if (order) return order
  }
  return findOrderByPayment(db, {
    payment_id: payload.refund?.entity.paymentId ?? payment?.id,
    gateway_order_id: payment?.order_id || link?.order_id || payload.order?.entity.id,
    gateway_link_id: link?.id ?? linkIn(payment?.description),
  })
}

/** Somebody paid for an order of this shop that is not here, as after a restore: only the owner can put that right. */
async function tellOfMoneyForNobody(ctx: Context, { payload }: Envelope): Promise<void> {
  const reference = referenceOf(payload)
  if (!reference || !isOrderId(reference) || payload.payment?.entity.status !== 'captured') return
  await ctx.db.transaction((trx) => alertOwner(ctx, trx, { kind: 'unknown_order', key: reference }))
}

/** A payment by link may come without notes; its description is the link's id, `#` in place of `plink_`. */
function linkIn(description: string | null | undefined): string | undefined {
  return /^#[A-Za-z0-9]{14}$/.test(description ?? '') ? description?.replace('#', 'plink_') : undefined
}

function paymentState({ payload }: Envelope): GatewayState | undefined {
  const link = payload.payment_link?.entity
  if (!link) return undefined
  const payment = payload.payment?.entity
  return {
    linkId: link.id,
    status: link.status,
    amountPaidPaise: link.amount_paid || (payment?.amount ?? 0),
    currency: link.currency,
    gatewayOrderId: link.order_id ?? null,
    ...moneyOf(payment, link.amount_paid),
  }
}

/**
 * The payment of an event, when it was captured; one that was given back meanwhile was captured all the same, unless the
 * gateway sent it back by itself without ever taking it.
 */
function moneyOf(payment: PaymentEntity | undefined, paidPaise: number) {
  if (payment?.status !== 'captured' && payment?.status !== 'refunded') return { paymentId: null, captured: [] }
  if (payment.captured === false) return { paymentId: null, captured: [] }
  const kept = payment.status === 'captured'
  return {
    paymentId: payment.id,
    captured: kept ? [{ paymentId: payment.id, amountPaise: payment.amount ?? paidPaise }] : [],
  }
}
