import { toRupees } from 'contract/money'
import type { UnmatchedEvent } from 'contract/order-actions'
import { UNMATCHED, type UnmatchedRow } from './webhook.queries.ts'
import { namedIn, parseEnvelope } from './webhook-envelope.ts'

/** What the owner is shown of an event that fits nothing: enough to find it in the gateway's dashboard, and no person. */
export function toUnmatchedEvent({ event_id, event, body, outcome, received_at }: UnmatchedRow): UnmatchedEvent {
  const payload = parseEnvelope(body)?.payload ?? {}
  const [link, payment, refund] = [payload.payment_link, payload.payment, payload.refund].map((part) => part?.entity)
  const ofLink = (link?.currency || 'INR') === 'INR' ? link?.amount_paid : undefined
  const paise = payment?.amount ?? refund?.amount ?? ofLink
  return {
    ...{ event_id, event, at: received_at, reason: outcome.slice(UNMATCHED.length) },
    reference: namedIn(payload).reference || null,
    payment_id: payment?.id ?? refund?.payment_id ?? null,
    amount: paise === undefined ? null : toRupees(paise),
  }
}
