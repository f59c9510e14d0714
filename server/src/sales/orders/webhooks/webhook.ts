import { createHash } from 'node:crypto'
import type { Context, Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { hook } from '../../../platform/features/hooks.ts'
import { verifyWebhook } from '../../../platform/payments/signatures.ts'
import { fetchOrderState, findNamedOrder, type Named } from '../fetch-order-state.ts'
import { noteOrderEvent } from '../order-events.queries.ts'
import { isOrderId } from '../order-id.ts'
import { reportNamedMoney } from '../unknown-money.ts'
import { closeEvent, rememberEvent, UNMATCHED } from './webhook.queries.ts'
import { type Envelope, namedIn, parseEnvelope } from './webhook-envelope.ts'

/**
 * An event names no order, or a subscription: returns true if the feature knows what it is about, and has queued what follows. `body` is what was
 * sent, of any shape.
 */
export const eventUnknown = hook<(ctx: Context, trx: Db, body: unknown) => Promise<boolean>>()

const FETCHED = 'the gateway is asked'

/** Events that may change an order; their content counts for nothing, the gateway is read. */
const ABOUT_MONEY = /^(payment_link|order|payment|refund)\./

/**
 * Receives one webhook: checks the signature over the raw body, stores it by event id, and in the same transaction
 * queues a check of its order. A well-signed event is never refused for its content; an unusable one is stored and
 * marked. Errors: 401 `invalid_signature`; 503 while the database is away, so that the gateway sends the event again.
 */
export async function receiveWebhook(
  ctx: Context,
  { rawBody, signature, eventId }: { rawBody: Buffer; signature: string | undefined; eventId: string | undefined },
): Promise<void> {
  if (!verifyWebhook(rawBody, signature, await ctx.keyring.webhookSecrets())) {
    throw plainError('invalid_signature', 'The signature is not valid')
  }
  const body = rawBody.toString('utf8')
  const envelope = parseEnvelope(body)
  const event_id =
    eventId && eventId.length <= 200 ? eventId : `sha256:${createHash('sha256').update(rawBody).digest('hex')}`
  const [event, received_at] = [envelope?.event ?? 'unreadable', ctx.now().toISOString()]
  failpoint(ctx, 'webhook:before-event')
  await ctx.db.transaction(async (trx) => {
    if (!(await rememberEvent(trx, { event_id, event, body: body.replaceAll('\0', ''), received_at }))) return
    const { outcome, order_id } = envelope
      ? await wake(ctx, trx, envelope, body)
      : { outcome: `${UNMATCHED}could not be read` }
    if (order_id)
      await noteOrderEvent(trx, { order_id, kind: 'webhook', detail: `${event}: ${outcome}`, created_at: received_at })
    else ctx.log.warn({ event_id, outcome }, 'webhook fits no order')
    await closeEvent(trx, event_id, { outcome, order_id: order_id ?? null, processed_at: received_at })
  })
  failpoint(ctx, 'webhook:after-event')
}

async function wake(
  ctx: Context,
  trx: Db,
  { event, payload }: Envelope,
  body: string,
): Promise<{ outcome: string; order_id?: string }> {
  const named = namedIn(payload)
  const order = await findNamedOrder(trx, named)
  const isUnknown = !order || event.startsWith('subscription.')
  if (isUnknown && (await eventUnknown(ctx, trx, JSON.parse(body))).includes(true)) return { outcome: FETCHED }
  if (!order) {
    if (payload.payment?.entity.status === 'captured') await reportPayment(ctx, trx, payload.payment.entity, named)
    return { outcome: `${UNMATCHED}no matching order` }
  }
  const { order_id } = order
  if (!ABOUT_MONEY.test(event)) return { outcome: 'ignored', order_id }
  await fetchOrderState(ctx, trx, order, named)
  return { outcome: FETCHED, order_id }
}

/** Reports a payment for an unknown order of this shop's kind; without our note the gateway names its order later. */
async function reportPayment(
  ctx: Context,
  trx: Db,
  { id, amount = 0 }: { id?: string | undefined; amount?: number | undefined },
  named: Named,
): Promise<void> {
  if (!id) return
  const { reference, description, gatewayOrderId } = named
  if (reference && isOrderId(reference)) {
    await reportNamedMoney(ctx, trx, { id, kind: 'payment', paymentId: id, amountPaise: amount, named }, reference)
  } else if (!reference && (description || gatewayOrderId)) {
    await ctx.queue.send(trx, 'name-payment', { payment_id: id }, { singletonKey: id })
  }
}
