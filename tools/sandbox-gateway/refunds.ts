import type { Knex } from 'knex'
import { z } from 'zod'
import { type PaymentRow, paymentEntity, type RefundRow, refundEntity } from './entities.ts'
import { queueEvents, type SandboxAccount } from './events.ts'
import { takeRefundHold } from './faults.ts'
import { newId } from './ids.ts'
import { parseBody } from './links.ts'
import { Refusal, unknownId } from './refusal.ts'

const refundBody = z.object({
  amount: z.int('The amount must be an integer.').min(100, 'The amount must be atleast INR 1.00').optional(),
  speed: z.enum(['normal', 'optimum'], 'The speed must be normal or optimum').default('normal'),
  notes: z
    .record(z.string(), z.unknown())
    .or(z.tuple([]).transform(() => ({})))
    .default({}),
  receipt: z.string().max(40).nullable().default(null),
})

/**
 * Refunds a captured payment. The same idempotency key with the same body returns the first refund, with another body
 * it is refused, and during the first refund it gets a 409. Any other operation on the payment meanwhile is refused.
 */
export async function refundPayment(
  db: Knex,
  account: SandboxAccount,
  paymentId: string,
  request: { body: unknown; idempotencyKey?: string | undefined },
  now: Date,
): Promise<RefundRow> {
  const input = parseBody(refundBody, request.body)
  const key = request.idempotencyKey ?? null
  if (key !== null && !/^[A-Za-z0-9_-]{10,}$/.test(key)) {
    throw new Refusal('The idempotency key must be at least 10 characters of letters, digits, hyphens and underscores')
  }
  return db.transaction(async (trx) => {
    if (key !== null) await requireFreeKey(trx, `${paymentId} ${key}`)
    await requireIdle(trx, paymentId)
    const payment = await trx<PaymentRow>('sandbox.payments').where({ payment_id: paymentId }).forUpdate().first()
    if (!payment) throw unknownId()
    const body = JSON.stringify(input)
    const earlier =
      key && (await trx<RefundRow>('sandbox.refunds').where({ payment_id: paymentId, idempotency_key: key }).first())
    if (earlier) {
      await trx<RefundRow>('sandbox.refunds').where({ refund_id: earlier.refund_id }).increment('posts', 1)
      if (earlier.idempotency_body === body) return earlier
      throw new Refusal('Different request with the same idempotency key has already been processed.')
    }
    const amount = refundable(payment, input.amount)
    const held = await takeRefundHold(trx)
    const [refund] = await trx<RefundRow>('sandbox.refunds')
      .insert({
        refund_id: newId('rfnd_'),
        payment_id: paymentId,
        amount_paise: amount,
        currency: payment.currency,
        status: held ? 'pending' : 'processed',
        speed: input.speed,
        receipt: input.receipt,
        notes: input.notes,
        idempotency_key: key,
        idempotency_body: key === null ? null : body,
        created_at: now,
      })
      .returning('*')
    if (!refund) throw new Error('an insert returned no row')
    const after = await addRefunded(trx, payment, amount)
    const names = held ? ['refund.created'] : ['refund.created', 'refund.processed']
    await queueRefundEvents(trx, account, after, refund, names, now)
    return refund
  })
}

/** Ends a `pending` refund, or fails a processed one, which returns its amount to the payment. */
export async function finishRefund(
  db: Knex,
  account: SandboxAccount,
  refundId: string,
  status: 'processed' | 'failed',
  now: Date,
): Promise<RefundRow> {
  return db.transaction(async (trx) => {
    const [refund] = await trx<RefundRow>('sandbox.refunds')
      .where({ refund_id: refundId })
      .whereIn('status', status === 'failed' ? ['pending', 'processed'] : ['pending'])
      .update({ status })
      .returning('*')
    if (!refund) throw unknownId()
    const payment = await trx<PaymentRow>('sandbox.payments')
      .where({ payment_id: refund.payment_id })
      .forUpdate()
      .first()
    if (!payment) throw unknownId()
    const after = status === 'failed' ? await addRefunded(trx, payment, -Number(refund.amount_paise)) : payment
    await queueRefundEvents(trx, account, after, refund, [`refund.${status}`], now)
    return refund
  })
}

async function requireFreeKey(trx: Knex, key: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { free: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtextextended('sandbox refund ' || :key, 0)) as free`,
    { key },
  )
  if (rows[0]?.free) return
  throw new Refusal('Request failed because another request is in progress with the same idempotency key.', {
    status: 409,
  })
}

/** Refuses a second simultaneous operation on a payment, with Razorpay's usual error code. */
async function requireIdle(trx: Knex, paymentId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { idle: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtextextended('sandbox payment ' || :paymentId, 0)) as idle`,
    { paymentId },
  )
  if (!rows[0]?.idle) throw new Refusal('Request failed because another payment operation is in progress')
}

function refundable(payment: PaymentRow, requested: number | undefined): number {
  if (!payment.captured) throw new Refusal('The payment status should be captured for action to be taken')
  const left = Number(payment.amount_paise) - Number(payment.amount_refunded_paise)
  if (left === 0) throw new Refusal('The payment has been fully refunded already')
  if ((requested ?? left) > left) {
    throw new Refusal('The refund amount provided is greater than amount captured', { field: 'amount' })
  }
  return requested ?? left
}

async function addRefunded(trx: Knex, payment: PaymentRow, paise: number): Promise<PaymentRow> {
  const refunded = Number(payment.amount_refunded_paise) + paise
  const status: PaymentRow['status'] = refunded === Number(payment.amount_paise) ? 'refunded' : 'captured'
  const update = { amount_refunded_paise: refunded, status }
  await trx<PaymentRow>('sandbox.payments').where({ payment_id: payment.payment_id }).update(update)
  return { ...payment, ...update }
}

async function queueRefundEvents(
  trx: Knex,
  account: SandboxAccount,
  payment: PaymentRow,
  refund: RefundRow,
  names: string[],
  now: Date,
): Promise<void> {
  const payload = { refund: refundEntity(refund), payment: paymentEntity(payment) }
  const events = names.map((event) => ({ event, payload }))
  await queueEvents(trx, account, payment.link_id ?? payment.payment_id, events, now)
}
