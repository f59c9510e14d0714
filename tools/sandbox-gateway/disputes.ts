import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import { z } from 'zod'
import { type DisputeRow, disputeEntity, type PaymentRow, paymentEntity } from './entities.ts'
import { queueEvents, type SandboxAccount } from './events.ts'
import { newId } from './ids.ts'
import { parseBody } from './links.ts'
import { Refusal, unknownId } from './refusal.ts'

const days = z.int().min(1).max(90).default(7)
const phase = z.enum(['retrieval', 'chargeback']).default('chargeback')
const disputeBody = z.object({ amount: z.int().min(1).optional(), days, phase })

/** Opens a dispute over a captured payment: the full amount or a part. Refunds stay possible, as at the gateway. */
export async function openDispute(
  db: Knex,
  account: SandboxAccount,
  paymentId: string,
  body: unknown,
  now: Date,
): Promise<DisputeRow> {
  const { amount, days, phase } = parseBody(disputeBody, body)
  return db.transaction(async (trx) => {
    const payment = await trx<PaymentRow>('sandbox.payments').where({ payment_id: paymentId }).first()
    if (!payment) throw unknownId()
    if (!payment.captured) throw new Refusal('The payment status should be captured for action to be taken')
    const [dispute] = await trx<DisputeRow>('sandbox.disputes')
      .insert({
        dispute_id: newId('disp_'),
        payment_id: paymentId,
        amount_paise: Math.min(amount ?? Number(payment.amount_paise), Number(payment.amount_paise)),
        currency: payment.currency,
        status: 'open',
        phase,
        reason_code: 'goods_or_services_not_received_or_partially_received',
        respond_by: new Date(now.getTime() + days * DAY_MS),
        created_at: now,
      })
      .returning('*')
    if (!dispute) throw new Error('an insert returned no row')
    await deliver(trx, account, 'created', dispute, payment, now)
    return dispute
  })
}

const steps = {
  under_review: { from: ['open'], set: { status: 'under_review' } },
  action_required: { from: ['open', 'under_review'], set: { status: 'open', phase: 'pre_arbitration' } },
  // A lost dispute may still be won: its money returns.
  won: { from: ['open', 'under_review', 'lost'], set: { status: 'won', deducted_paise: 0 } },
  lost: { from: ['open', 'under_review'], set: { status: 'lost' } },
  closed: { from: ['open', 'under_review'], set: { status: 'closed' } },
} as const

export const DisputeStep = z.enum(['under_review', 'action_required', 'won', 'lost', 'closed'])

/** Changes the state of a dispute. A lost one deducts its amount, except in the retrieval phase. */
export async function moveDispute(
  db: Knex,
  account: SandboxAccount,
  disputeId: string,
  step: z.infer<typeof DisputeStep>,
  now: Date,
): Promise<DisputeRow> {
  const { from, set } = steps[step]
  return db.transaction(async (trx) => {
    const [dispute] = await trx<DisputeRow>('sandbox.disputes')
      .where({ dispute_id: disputeId })
      .whereIn('status', [...from])
      .update({
        ...set,
        ...(step === 'lost'
          ? { deducted_paise: trx.raw(`case phase when 'retrieval' then 0 else amount_paise end`) as unknown as number }
          : {}),
        ...(step === 'action_required' ? { respond_by: new Date(now.getTime() + 2 * DAY_MS) } : {}),
      })
      .returning('*')
    if (!dispute) throw unknownId()
    const payment = await trx<PaymentRow>('sandbox.payments').where({ payment_id: dispute.payment_id }).first()
    if (!payment) throw unknownId()
    await deliver(trx, account, step, dispute, payment, now)
    return dispute
  })
}

async function deliver(
  trx: Knex,
  account: SandboxAccount,
  step: string,
  dispute: DisputeRow,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const payload = { payment: paymentEntity(payment), dispute: disputeEntity(dispute) }
  const events = [{ event: `payment.dispute.${step}`, payload }]
  await queueEvents(trx, account, payment.link_id ?? payment.payment_id, events, now)
}
