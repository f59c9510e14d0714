import { z } from 'zod'
import { paise } from '../../../platform/payments/gateway-answers.ts'
import type { Named } from '../fetch-order-state.ts'

/** A field that does not read as expected counts as absent, so that the rest of the event can still be used. */
const text = z.string().max(200).optional().catch(undefined)
const amount = paise.optional().catch(undefined)
/** Our notes on a link, inherited by its payments, or on a refund. */
const notes = z.object({ order_id: text }).optional().catch(undefined)

/** The used part of a link, order, payment, refund or dispute: its ids, and fields for the owner. */
const Entity = z.object({
  id: text,
  reference_id: text,
  receipt: text,
  order_id: text,
  payment_id: text,
  description: text,
  notes,
  status: text,
  currency: text,
  amount,
  amount_paid: amount,
})
const part = z.object({ entity: Entity }).optional().catch(undefined)

/** Razorpay's envelope; every other field stays unparsed. */
const Envelope = z.object({
  event: z.string().max(200),
  payload: z.object({ payment_link: part, payment: part, order: part, refund: part, dispute: part }).default({}),
})
export type Envelope = z.output<typeof Envelope>

/** Undefined for what is no event at all. */
export function parseEnvelope(body: string): Envelope | undefined {
  try {
    const parsed = Envelope.safeParse(JSON.parse(body, (_key, value) => storable(value)))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** A NUL or half a letter, which JSON can hold and the database cannot, must not cost the rest of the event. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value
}

/** The order that an event names: its link's reference, what we noted beside its refund, payment or order, the receipt of its order, ids. */
export function namedIn({ payment_link: link, payment, order, refund, dispute }: Envelope['payload']): Named {
  const noted = [refund, payment, order].map((part) => part?.entity.notes?.order_id).find(Boolean)
  return {
    reference: link?.entity.reference_id || noted || order?.entity.receipt,
    paymentId: refund?.entity.payment_id ?? payment?.entity.id ?? dispute?.entity.payment_id,
    gatewayOrderId: payment?.entity.order_id || link?.entity.order_id || order?.entity.id,
    linkId: link?.entity.id,
    description: payment?.entity.description,
    disputeId: dispute?.entity.id,
  }
}
