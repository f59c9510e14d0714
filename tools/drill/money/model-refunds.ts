import { capturedOf, control, ofOrder, type Play, pickFrom } from './model-play.ts'

/** Refunds all or a part, with or without redeemed seats; often on both processes at once, with one key or two. */
export async function refund(play: Play): Promise<void> {
  const { random } = play
  // Orders with redeemed seats are rare, so they are preferred.
  const redeemed = await withRedeemed(play)
  const amount = random.chance(0.4)
    ? { redeemed: random.chance(0.6) ? 'keep' : 'take' }
    : random.chance(0.6)
      ? { amount: 1 + random.below(300) }
      : {}
  const key: Record<string, string> = play.random.chance(0.6)
    ? { 'idempotency-key': `r-${play.random.below(1e9)}` }
    : {}
  const among = redeemed.length > 0 && random.chance(0.6) ? redeemed : play.links
  return ofOrder(play, 'refund', { ...amount, reason: 'asked for' }, key, among)
}

async function withRedeemed(play: Play): Promise<Play['links']> {
  const ids: string[] = await play.db('gift_codes').whereNotNull('redeemed_at').distinct().pluck('order_id')
  return play.links.filter(({ orderId }) => ids.includes(orderId))
}

export async function refundInDashboard(play: Play): Promise<void> {
  const redeemed = await withRedeemed(play)
  const links = redeemed.length > 0 && play.random.chance(0.5) ? redeemed : play.links
  const payments = await capturedOf({ ...play, links })
  const payment = pickFrom(play.random, payments)
  if (payment) {
    await control(play, `payments/${payment.payment_id}/refund`, play.random.chance(0.5) ? { amount: 100 } : {})
  }
}

export async function endHeldRefund(play: Play): Promise<boolean> {
  const held = await play
    .db('sandbox.refunds')
    .whereIn('payment_id', capturedOf(play).select('payment_id'))
    .where({ status: 'pending' })
    .select('refund_id')
  const refund = pickFrom(play.random, held)
  if (refund) await control(play, `refunds/${refund.refund_id}/${play.random.chance(0.3) ? 'fail' : 'process'}`)
  return held.length > 1
}

/** Fails a refund that the gateway reported as processed. */
export async function failLate(play: Play): Promise<void> {
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  const done = await play
    .db('sandbox.refunds')
    .whereIn('payment_id', payments)
    .where({ status: 'processed' })
    .orderBy('refund_id')
  const refund = pickFrom(play.random, done)
  if (refund) await control(play, `refunds/${refund.refund_id}/fail`)
}

/** Refuses the next refunds because of another operation on the payment; half of them happen all the same. */
export async function refuseBusy(play: Play): Promise<void> {
  const description = 'Request failed because another payment operation is in progress'
  const act = play.random.chance(0.5)
  const count = 1 + play.random.below(4)
  await control(play, 'faults/api', { fault: 'answer', status: 400, description, act, match: 'payments.refund', count })
  await refund(play)
}

/** Makes the next refund and loses its answer; the gateway forgets the keys of earlier refunds. */
export async function loseRefundAnswer(play: Play): Promise<void> {
  await control(play, 'faults/api', { fault: 'drop', match: 'refund', count: 6 })
  await refund(play)
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  await play.db('sandbox.refunds').whereIn('payment_id', payments).update({ idempotency_key: null })
}

export async function disputePayment(play: Play): Promise<void> {
  const payment = pickFrom(play.random, await capturedOf(play))
  const amount = play.random.chance(0.3) ? { amount: 100 + play.random.below(20_000) } : {}
  const phase = play.random.chance(0.2) ? { phase: 'retrieval' } : {}
  if (payment) await control(play, `payments/${payment.payment_id}/dispute`, { ...amount, ...phase })
}

const DISPUTE_STEPS = ['under_review', 'action_required', 'won', 'lost', 'lost', 'closed'] as const

export async function moveDispute(play: Play): Promise<void> {
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  const open = await play
    .db('sandbox.disputes')
    .whereIn('payment_id', payments)
    .whereIn('status', ['open', 'under_review', 'lost'])
    .orderBy('dispute_id')
  const dispute = pickFrom(play.random, open)
  // The bank may decide a lost dispute again.
  const step = dispute?.status === 'lost' ? 'won' : play.random.pick([...DISPUTE_STEPS])
  if (dispute) await control(play, `disputes/${dispute.dispute_id}/${step}`)
}
