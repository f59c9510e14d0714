import { z } from 'zod'
import { type Dispute, GatewayError, type Payment, type PaymentLink, type Refund } from './gateway.ts'

/**
 * Parses the gateway's answers. Unknown fields pass; a missing or odd one that we use does not. Razorpay's
 * documentation and SDK types differ for some fields: every form is read.
 */

/** Whole paise; the SDK's types have some amounts as text. */
export const paise = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative())
const text = z.string()
const optionalText = z.string().nullish()
/** No decision uses the gateway's times, so an odd one counts as none. */
const seconds = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .nullish()
  .catch(null)
/** Currency of a link, rupees by default; a documented sample has it empty. */
export const currencyOfLink = text.nullish().transform((currency) => currency || 'INR')

/** Parses the readable entries: an unreadable one must not hide the others. */
const readable = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.nullable().catch(null as never))
    .transform((entries) => entries.filter((one): one is NonNullable<typeof one> => one !== null))

const linkPayment = z.object({ payment_id: text, amount: paise, status: text })

/** A list, one alone as in the SDK's types, or none: null, absent, or an empty map. */
const linkPayments = readable(linkPayment)
  .or(linkPayment.transform((payment) => [payment]))
  .or(z.object({}).transform(() => []))
  .nullish()

export const linkAnswer = z
  .object({
    id: text,
    reference_id: optionalText,
    amount: paise,
    amount_paid: paise.nullish(),
    currency: currencyOfLink,
    status: z.enum(['created', 'partially_paid', 'paid', 'cancelled', 'expired']),
    short_url: text,
    order_id: optionalText,
    payments: linkPayments,
    expire_by: seconds,
    callback_url: optionalText,
    created_at: seconds,
  })
  .transform(
    (link): PaymentLink => ({
      id: link.id,
      referenceId: link.reference_id ?? '',
      amountPaise: link.amount,
      amountPaidPaise: link.amount_paid ?? 0,
      currency: link.currency,
      status: link.status,
      shortUrl: link.short_url,
      gatewayOrderId: link.order_id || null,
      payments: (link.payments ?? []).map((payment) => ({
        paymentId: payment.payment_id,
        amountPaise: payment.amount,
        status: payment.status,
      })),
      expiresAt: dateOf(link.expire_by),
      callbackUrl: link.callback_url || null,
      createdAt: dateOf(link.created_at),
    }),
  )

export const linkListAnswer = z.object({ payment_links: readable(linkAnswer) })

/** Our order id, a note of the link that its payments may inherit. Empty notes may arrive as a list. */
export const paymentNotes = z.object({ order_id: optionalText }).catch({})

export const paymentAnswer = z
  .object({
    id: text,
    amount: paise,
    currency: text,
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    order_id: optionalText,
    captured: z.boolean().nullish().catch(null),
    offer_id: optionalText.catch(null),
    amount_refunded: paise.nullish(),
    fee: paise.nullish().catch(null),
    tax: paise.nullish().catch(null),
    fee_bearer: optionalText.catch(null),
    method: optionalText,
    description: optionalText.catch(null),
    error_code: optionalText,
    error_description: optionalText,
    notes: paymentNotes.optional(),
    created_at: seconds,
  })
  .transform(
    (payment): Payment => ({
      id: payment.id,
      amountPaise: payment.fee_bearer === 'customer' ? payment.amount - (payment.fee ?? 0) : payment.amount,
      feeAwaited: payment.fee_bearer === 'customer' && typeof payment.fee !== 'number',
      currency: payment.currency,
      status: payment.status,
      gatewayOrderId: payment.order_id || null,
      // A payment refunded before its capture is no money.
      captured: payment.status === 'captured' || (payment.status === 'refunded' && payment.captured === true),
      offerId: payment.offer_id || null,
      amountRefundedPaise: payment.amount_refunded ?? 0,
      chargedPaise: payment.amount,
      feePaise: payment.fee ?? null,
      taxPaise: payment.tax ?? null,
      method: payment.method ?? null,
      errorCode: payment.error_code || null,
      errorDescription: payment.error_description || null,
      orderId: payment.notes?.order_id || null,
      description: payment.description ?? null,
      createdAt: dateOf(payment.created_at),
    }),
  )

export const orderAnswer = z.object({
  id: text,
  amount: paise,
  currency: text,
  receipt: optionalText,
  amount_due: paise.nullish().catch(null),
})

export const orderListAnswer = z.object({ items: readable(orderAnswer) })

/** `listed` includes unreadable entries, because paging counts them. */
export const paymentListAnswer = z
  .object({ items: z.array(z.unknown()) })
  .transform(({ items }) => ({ payments: readable(paymentAnswer).parse(items), listed: items.length }))

/** Any list: only its arrival matters. */
export const anyListAnswer = z.object({ items: z.array(z.unknown()) })

/** Selects the notes that are texts. */
const textsOf = (notes: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(notes).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])),
  )

/** Our notes on a refund; the dashboard's have none. Empty notes may arrive as a list. */
const refundNotes = z.record(z.string(), z.unknown()).transform(textsOf).catch({})

export const refundAnswer = z
  .object({
    id: text.max(200),
    payment_id: text.max(200),
    amount: paise.pipe(z.int().positive()),
    // An unknown status is not final.
    status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
    notes: refundNotes.optional(),
  })
  .transform(
    (refund): Refund => ({
      id: refund.id,
      paymentId: refund.payment_id,
      amountPaise: refund.amount,
      status: refund.status,
      ownId: refund.notes?.refund_id || null,
      orderId: refund.notes?.order_id || null,
      notes: refund.notes ?? {},
    }),
  )

/** `listed` includes unreadable entries, because paging counts them. */
export const refundListAnswer = z
  .object({ items: z.array(z.unknown()) })
  .transform(({ items }) => ({ refunds: readable(refundAnswer).parse(items), listed: items.length }))

export const disputeAnswer = z
  .object({
    id: text.max(200),
    payment_id: text.max(200),
    amount: paise,
    amount_deducted: paise.nullish().catch(null),
    // An unknown status needs attention.
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']).catch('open'),
    phase: optionalText.catch(null),
    reason_code: optionalText.catch(null),
    respond_by: seconds,
    created_at: seconds,
  })
  .transform(
    (dispute): Dispute => ({
      id: dispute.id,
      paymentId: dispute.payment_id,
      amountPaise: dispute.amount,
      deductedPaise: dispute.amount_deducted ?? null,
      status: dispute.status,
      phase: dispute.phase || null,
      reasonCode: dispute.reason_code || null,
      respondBy: dateOf(dispute.respond_by),
      createdAt: dateOf(dispute.created_at),
    }),
  )

/** `listed` includes unreadable entries, because paging counts them. */
export const disputeListAnswer = z
  .object({ items: z.array(z.unknown()) })
  .transform(({ items }) => ({ disputes: readable(disputeAnswer).parse(items), listed: items.length }))

/** Parses an answer; throws `malformed` with field names but no values. */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  if (typeof answer !== 'object' || answer === null) {
    throw new GatewayError('malformed', 'The gateway answered with something that is not JSON', { status: 200 })
  }
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(root)').slice(0, 5)
  throw new GatewayError('malformed', `The gateway's answer has odd or missing fields: ${fields.join(', ')}`, {
    status: 200,
  })
}

/** Converts Unix seconds to a date; the API writes 0 for "not set". */
function dateOf(value: number | null | undefined): Date | null {
  return value ? new Date(value * 1000) : null
}
