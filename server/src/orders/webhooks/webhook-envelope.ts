import { z } from 'zod'
import { currencyOfLink, paise, refundAnswer } from '../../payments/gateway-answers.ts'

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
export type Envelope = z.output<typeof Envelope>
export type PaymentEntity = z.output<typeof PaymentEntity>

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

/** The order that an event names: its link's reference, what we noted beside its refund or payment, or the receipt of its order. */
export function referenceOf({ payment_link, payment, order, refund }: Envelope['payload']): string | undefined {
  const noted = refund?.entity.orderId || notedIn(payment?.entity.notes)
  return payment_link?.entity.reference_id || noted || order?.entity.receipt || undefined
}

/** Our order id, which the link was given as a note and its payments inherit, should the gateway do so. */
function notedIn(notes: unknown): string | undefined {
  const parsed = z.object({ order_id: text }).safeParse(notes)
  return parsed.success ? parsed.data.order_id : undefined
}
