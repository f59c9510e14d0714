import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context, Db } from '../context.ts'
import { appError } from '../errors.ts'
import { failpoint } from '../failpoint.ts'
import { currencyOfLink, paise, refundAnswer } from '../payments/gateway-answers.ts'
import { verifyWebhook } from '../payments/signatures.ts'
import { insertOrderEvent, noteInStory } from './order-events.queries.ts'
import { findOrder, findOrderByPayment, type OrderRow } from './orders.queries.ts'
import { applyRefund } from './refunds.ts'
import { type GatewayWord, settleOrder } from './settle.ts'
import { closeEvent, rememberEvent } from './webhook.queries.ts'

const text = z.string().max(200)

const LinkEntity = z.object({
  id: text,
  reference_id: text.nullish(),
  amount_paid: paise.nullish().transform((paid) => paid ?? 0),
  currency: currencyOfLink,
  status: z.enum(['created', 'partially_paid', 'paid', 'cancelled', 'expired']),
  order_id: text.nullish(),
})

const PaymentEntity = z.object({
  id: text,
  amount: paise.nullish(),
  order_id: text.nullish(),
  status: text,
  captured: z.boolean().nullish().catch(null),
  description: z.string().nullish().catch(null),
  error_description: z.string().nullish(),
  notes: z.unknown().optional(),
})

/** The gateway's own order behind a link; its receipt is the link's reference. */
const OrderEntity = z.object({ id: text, receipt: text.nullish() })

/** A part that does not read as expected counts as absent, so that the rest of the event can still be used. */
const part = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional().catch(undefined)

/** Razorpay's envelope, as much of it as is used; everything else is kept as it came. */
const Envelope = z.object({
  event: text,
  payload: z
    .object({
      payment_link: part(LinkEntity),
      payment: part(PaymentEntity),
      order: part(OrderEntity),
      refund: part(refundAnswer),
    })
    .default({}),
})
type Envelope = z.output<typeof Envelope>

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
  const { outcome, orderId } = envelope ? await handle(ctx, envelope) : { outcome: 'quarantined: not readable' }
  if (orderId) {
    const detail = `${event}: ${outcome}`
    await noteInStory(ctx.db, { order_id: orderId, kind: 'webhook', detail, created_at: received_at })
  }
  if (outcome.startsWith('quarantined')) ctx.log.warn({ event_id: id, outcome }, 'webhook put aside')
  await closeEvent(ctx.db, id, { outcome, order_id: orderId ?? null, processed_at: ctx.now().toISOString() })
}

type Outcome = { outcome: string; orderId?: string }

async function handle(ctx: Context, envelope: Envelope): Promise<Outcome> {
  const order = await findOrderOf(ctx.db, envelope)
  if (!order) return { outcome: 'quarantined: no order of ours' }
  const orderId = order.order_id
  const { event, payload } = envelope
  if (event.startsWith('refund.')) {
    if (!payload.refund) return { outcome: 'quarantined: no refund in it', orderId }
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
    return { outcome: 'payment failed, the order stays open', orderId }
  }
  const word = wordOf(envelope)
  if (word && (word.status !== 'paid' || word.paymentId))
    return { outcome: `order is ${await settleOrder(ctx, orderId, word)}`, orderId }
  if (!word && !PAYMENT_EVENTS.includes(event)) return { outcome: 'ignored', orderId }
  // These do not carry the link, so the gateway is asked; a moment later, for payment_link.paid is usually right behind.
  if (order.payment_id !== null && order.payment_id === payload.payment?.entity.id) {
    return { outcome: `order is ${order.status}`, orderId }
  }
  await ctx.queue.send(ctx.db, 'ask-gateway', { order_id: orderId }, { startAfter: 3, singletonKey: orderId })
  return { outcome: 'the gateway will be asked', orderId }
}

async function findOrderOf(db: Db, { payload }: Envelope): Promise<OrderRow | undefined> {
  const link = payload.payment_link?.entity
  const payment = payload.payment?.entity
  const reference =
    link?.reference_id || payload.refund?.entity.orderId || noted(payment?.notes) || payload.order?.entity.receipt
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

/** A payment by link may come without notes; its description is the link's id, `#` in place of `plink_`. */
function linkIn(description: string | null | undefined): string | undefined {
  return /^#[A-Za-z0-9]{14}$/.test(description ?? '') ? description?.replace('#', 'plink_') : undefined
}

/** Our order id, which the link was given as a note and its payments inherit, should the gateway do so. */
function noted(notes: unknown): string | undefined {
  const parsed = z.object({ order_id: text }).safeParse(notes)
  return parsed.success ? parsed.data.order_id : undefined
}

function wordOf({ payload }: Envelope): GatewayWord | undefined {
  const link = payload.payment_link?.entity
  if (!link) return undefined
  const payment = payload.payment?.entity
  return {
    linkId: link.id,
    status: link.status,
    amountPaidPaise: link.amount_paid,
    currency: link.currency,
    gatewayOrderId: link.order_id ?? null,
    ...moneyOf(payment, link.amount_paid),
  }
}

/** The payment of an event, when it was captured; one that was given back meanwhile was captured, unless it says not. */
function moneyOf(payment: z.output<typeof PaymentEntity> | undefined, paidPaise: number) {
  const wasCaptured = payment?.status === 'captured' || (payment?.status === 'refunded' && payment.captured !== false)
  if (!payment || !wasCaptured) return { paymentId: null, captured: [] }
  return { paymentId: payment.id, captured: [{ paymentId: payment.id, amountPaise: payment.amount ?? paidPaise }] }
}

function parseEnvelope(body: string): Envelope | undefined {
  try {
    const parsed = Envelope.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
