import { toRupees } from 'contract/money'
import type { UnmatchedEvent } from 'contract/order-actions'
import { UNMATCHED, type UnmatchedRow } from './webhook.queries.ts'
import { namedIn, parseEnvelope } from './webhook-envelope.ts'

/** What the owner is shown of an event that fits nothing: enough to find it in the gateway's dashboard, and no person. */
export function toUnmatchedEvent({ event_id, event, body, outcome, received_at }: UnmatchedRow): UnmatchedEvent {
  const payload = parseEnvelope(body)?.payload ?? {}
  const { payment_link: link, payment, refund } = payload
  const paise =
    payment?.entity.amount ??
    refund?.entity.amountPaise ??
    (link?.entity.currency === 'INR' ? (link.entity.amount_paid ?? 0) : null)
  return {
    event_id,
    event,
    at: received_at,
    reason: outcome.slice(UNMATCHED.length),
    reference: namedIn(payload).reference || null,
    payment_id: payment?.entity.id ?? refund?.entity.paymentId ?? null,
    amount: paise === null || paise === undefined ? null : toRupees(paise),
  }
}
