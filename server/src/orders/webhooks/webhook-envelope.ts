import { z } from 'zod'
import { currencyOfLink, paise, paymentNotes, refundAnswer } from '../../payments/gateway-answers.ts'
import type { Named } from '../ask-about-order.ts'

const text = z.string().max(200)

const LinkEntity = z.object({
  id: text,
  reference_id: text.nullish(),
  amount_paid: paise.nullish(),
  currency: currencyOfLink,
  order_id: text.nullish(),
})

const PaymentEntity = z.object({
  id: text,
  amount: paise.nullish(),
  order_id: text.nullish(),
  status: text,
  description: z.string().nullish().catch(null),
  notes: paymentNotes.optional(),
})

/** The gateway's own order behind a link; its receipt is the link's reference. */
const OrderEntity = z.object({ id: text, receipt: text.nullish() })

const DisputeEntity = z.object({ payment_id: text })

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
      dispute: part(DisputeEntity),
    })
    .default({}),
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

/** The order that an event names: its link's reference, what we noted beside its refund or payment, the receipt of its order, ids. */
export function namedIn({ payment_link: link, payment, order, refund, dispute }: Envelope['payload']): Named {
  const noted = refund?.entity.orderId || payment?.entity.notes?.order_id
  return {
    reference: link?.entity.reference_id || noted || order?.entity.receipt,
    paymentId: refund?.entity.paymentId ?? payment?.entity.id ?? dispute?.entity.payment_id,
    gatewayOrderId: payment?.entity.order_id || link?.entity.order_id || order?.entity.id,
    linkId: link?.entity.id,
    description: payment?.entity.description,
  }
}
