import { z } from 'zod'
import { GatewayError, type Payment, type PaymentLink, type Refund } from './gateway.ts'

/** Answers of the gateway, parsed at the door. Unknown fields are welcome; a missing or odd one we rely on is not. */

const paise = z.int().nonnegative()
const text = z.string()
const optionalText = z.string().nullish()
const seconds = z.int().nullish()

const linkPayments = z
  .array(z.object({ payment_id: text, amount: paise, status: text }))
  .nullish()
  // An empty PHP-style map is how the API writes "none" at times.
  .or(z.object({}).transform(() => null))

export const linkAnswer = z
  .object({
    id: text,
    reference_id: optionalText,
    amount: paise,
    amount_paid: paise.nullish(),
    currency: text,
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

export const linkListAnswer = z.object({ payment_links: z.array(linkAnswer) })

export const paymentAnswer = z
  .object({
    id: text,
    amount: paise,
    currency: text,
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    order_id: optionalText,
    captured: z.boolean().nullish(),
    amount_refunded: paise.nullish(),
    method: optionalText,
    error_code: optionalText,
    error_description: optionalText,
    created_at: seconds,
  })
  .transform(
    (payment): Payment => ({
      id: payment.id,
      amountPaise: payment.amount,
      currency: payment.currency,
      status: payment.status,
      gatewayOrderId: payment.order_id || null,
      captured: payment.captured ?? false,
      amountRefundedPaise: payment.amount_refunded ?? 0,
      method: payment.method ?? null,
      errorCode: payment.error_code || null,
      errorDescription: payment.error_description || null,
      createdAt: dateOf(payment.created_at),
    }),
  )

export const paymentListAnswer = z.object({ items: z.array(paymentAnswer) })

/** What we put beside a refund; one without is of the dashboard. An empty one may come as a list. */
const refundNotes = z.object({ refund_id: optionalText, order_id: optionalText }).catch({})

export const refundAnswer = z
  .object({
    id: text.max(200),
    payment_id: text.max(200),
    amount: z.int().positive(),
    status: z.enum(['pending', 'processed', 'failed']),
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
    }),
  )

export const refundListAnswer = z.object({ items: z.array(refundAnswer) })

/** Parses an answer; throws `malformed`, naming the fields and never the values. */
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

/** Unix seconds to a date; the API writes 0 for "not set". */
function dateOf(value: number | null | undefined): Date | null {
  return value ? new Date(value * 1000) : null
}
