import { toRupees } from 'contract/money'
import type { UnmatchedEvent } from 'contract/orders/actions'
import { calls } from '../../../context.ts'
import { listUnmatchedEvents, UNMATCHED, type UnmatchedRow } from './webhook.queries.ts'
import { receiveWebhook } from './webhook.ts'
import { namedIn, parseEnvelope } from './webhook-envelope.ts'

const UNMATCHED_PAGE = 20

export const webhookHandlers = {
  webhook: calls.orders.webhook.handler(async ({ context }) => {
    await receiveWebhook(context.ctx, {
      rawBody: context.rawBody ?? Buffer.alloc(0),
      signature: context.header('x-razorpay-signature'),
      eventId: context.header('x-razorpay-event-id'),
    })
    return { status: 'ok' as const }
  }),

  unmatchedEvents: calls.orders.unmatchedEvents.handler(async ({ input, context }) => {
    const { limit = UNMATCHED_PAGE, offset = 0 } = input
    const { rows, total } = await listUnmatchedEvents(context.ctx.db, { limit, offset })
    context.setHeader('X-Total-Count', String(total))
    return { events: rows.map(toUnmatchedEvent), total }
  }),
}

/** Converts an unmatched event for the owner: enough to find it in the gateway's dashboard, and no person. */
function toUnmatchedEvent({ event_id, event, body, outcome, received_at }: UnmatchedRow): UnmatchedEvent {
  const payload = parseEnvelope(body)?.payload ?? {}
  const [link, payment, refund] = [payload.payment_link, payload.payment, payload.refund].map((part) => part?.entity)
  const ofLink = (link?.currency || 'INR') === 'INR' ? link?.amount_paid : undefined
  const paise = payment?.amount ?? refund?.amount ?? ofLink
  return {
    event_id,
    event,
    at: received_at,
    reason: outcome.slice(UNMATCHED.length),
    reference: namedIn(payload).reference || null,
    payment_id: payment?.id ?? refund?.payment_id ?? null,
    amount: paise === undefined ? null : toRupees(paise),
  }
}
