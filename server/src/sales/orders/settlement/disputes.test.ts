import { expect, test } from 'vitest'
import { paidShop } from '../../../../test/paid-shop.ts'
import { compareLists, lookBack } from '../../../serve/jobs/look-back.jobs.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

const { gateway, one, hear, bought } = await paidShop()

async function paid() {
  const order = await bought()
  const payment = await order.paid()
  const letters = async () =>
    (await one.db('owner_alerts').where({ order_id: order.order_id }).orderBy('created_at').pluck('alert_key')).filter(
      (key: string) => key.startsWith('dispute'),
    )
  return {
    ...order,
    payment,
    letters,
    /** The bank questions the payment, and the shop hears of it. */
    async disputed(change: Record<string, unknown> = {}) {
      const dispute = gateway.dispute(payment, change)
      await hear('payment.dispute.created', { payment, dispute })
      const move = async (event: string, status: string, more: Record<string, unknown> = {}) => {
        Object.assign(dispute, { status, ...more })
        await hear(`payment.dispute.${event}`, { payment, dispute })
      }
      return { dispute, move, id: String(dispute.id) }
    },
  }
}

test('a dispute needs attention, with its date and one letter for each time that it wants an answer', async () => {
  const { disputed, shown, letters, owner, order_id } = await paid()
  const { dispute, move, id } = await disputed()
  const by = new Date(Number(dispute.respond_by) * 1000).toISOString()
  expect(await shown()).toMatchObject({
    attention: { reason: 'dispute', answer_by: by },
    disputes: [{ dispute_id: id, status: 'open', amount: 499, phase: 'chargeback', answer_by: by }],
  })
  const { orders } = await (await owner()).orders.adminList({ needs: 'attention', q: order_id })
  expect(orders).toMatchObject([{ order_id, attention: { reason: 'dispute', answer_by: by } }])
  await move('created', 'open')
  expect(await letters()).toEqual([`dispute:${id}:1`])

  await move('under_review', 'under_review')
  expect(await shown()).toMatchObject({ attention: null, disputes: [{ status: 'under_review' }] })
  await move('action_required', 'open', { phase: 'pre_arbitration' })
  expect(await shown()).toMatchObject({ attention: { reason: 'dispute' } })
  expect(await letters()).toEqual([`dispute:${id}:1`, `dispute:${id}:2`])
  // A date that was moved is a new one to answer by.
  await move('action_required', 'open', { respond_by: Number(dispute.respond_by) + 86_400 })
  expect(await letters()).toHaveLength(3)

  await move('won', 'won')
  expect(await shown()).toMatchObject({ attention: null, status: 'paid', disputes: [{ status: 'won' }] })
  expect(await letters()).toHaveLength(3)
})

test("an event's content about a dispute counts for nothing: the gateway is read", async () => {
  const { payment, shown, order_id, letters } = await paid()
  const dispute = gateway.dispute(payment, { status: 'won' })
  await hear('payment.dispute.lost', {
    payment,
    dispute: { ...dispute, status: 'lost', amount_deducted: payment.amount },
  })
  expect(await shown()).toMatchObject({ status: 'paid', attention: null, disputes: [{ status: 'won' }] })
  expect(await one.db('refunds').where({ order_id })).toEqual([])
  expect(await letters()).toEqual([])
})

test('money that the bank holds while a dispute is open is not lost', async () => {
  const { disputed, shown, enrolments, letters, order_id } = await paid()
  const { move, id } = await disputed({ amount_deducted: 49_900 })
  expect(await shown()).toMatchObject({ status: 'paid', attention: { reason: 'dispute' } })
  await move('under_review', 'under_review')
  expect(await shown()).toMatchObject({ status: 'paid', disputes: [{ status: 'under_review' }] })
  expect(await one.db('refunds').where({ order_id })).toEqual([])
  expect(await enrolments()).toHaveLength(1)
  expect(await letters()).toEqual([`dispute:${id}:1`])
})

test('nothing goes back while it is open, and again when it is over', async () => {
  const { disputed, refund, shown, order_id } = await paid()
  const { move, id } = await disputed()
  const before = gateway.asked.length
  const bank = {
    reference: 'UTR1',
    sent_on: new Date(one.ctx.now().getTime() + 330 * 60_000).toISOString().slice(0, 10),
  }
  for (const body of [{}, { amount: 100 }, { bank }]) {
    const refused = expect.objectContaining({ code: 'not_refundable', message: expect.stringContaining(id) })
    await expect(refund(body)).rejects.toEqual(refused)
  }
  expect((await shown()).refundable).toBe(0)
  expect(gateway.asked.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  expect(await one.db('refunds').where({ order_id })).toEqual([])
  await move('under_review', 'under_review')
  await expect(refund()).rejects.toMatchObject({ code: 'not_refundable' })
  await move('closed', 'closed')
  expect((await shown()).refundable).toBe(499)
  expect(await refund()).toMatchObject({ status: 'processed', amount: 499 })
})

test('a refund that waited to be sent waits on while the payment is in dispute, and is dropped when the money is lost', async () => {
  const { disputed, refund, shown, payment, order_id } = await paid()
  await issueDocuments(one.ctx, order_id)
  await one.db('refunds').insert({
    refund_id: `rf_${order_id.slice(4)}`,
    order_id,
    payment_id: payment.id,
    amount_paise: 20_000,
    status: 'requested',
    origin: 'admin',
    created_at: one.ctx.now(),
    updated_at: one.ctx.now(),
  })
  const { move } = await disputed()
  expect(gateway.refunds.filter((made) => made.payment_id === payment.id)).toEqual([])
  one.clock.advance(25 * 3_600_000)
  expect((await shown()).attention).toMatchObject({ reason: 'dispute' })
  await move('under_review', 'under_review')
  // The order waits for the dispute, of which the owner was notified.
  expect((await shown()).attention).toBeNull()
  await move('lost', 'lost', { amount_deducted: 49_900 })
  expect(gateway.refunds.filter((made) => made.payment_id === payment.id)).toEqual([])
  expect(await shown()).toMatchObject({ status: 'refunded', attention: null })
  await expect(refund()).rejects.toMatchObject({ code: 'not_refundable' })
})

test('a lost dispute is booked like a refund: status, access, note and letter, once', async () => {
  const { disputed, shown, enrolments, letters, order_id } = await paid()
  const { move, id } = await disputed()
  await move('lost', 'lost', { amount_deducted: 49_900 })
  await move('lost', 'lost')
  expect(await shown()).toMatchObject({ status: 'refunded', attention: null, disputes: [{ status: 'lost' }] })
  expect(await enrolments()).toEqual([])
  expect(await one.db('refunds').where({ order_id })).toMatchObject([
    { channel: 'dispute', reference: id, amount_paise: 49_900, status: 'processed' },
  ])
  expect(await letters()).toEqual([`dispute:${id}:1`, `dispute_lost:${id}`])
  const taken = await one.db('order_events').where({ order_id, kind: 'access_taken' })
  expect(taken).toHaveLength(1)
})

test('a part that is lost keeps the access, and what had gone back is not booked twice', async () => {
  const part = await paid()
  // The bank questions more than it takes in the end.
  const partly = await part.disputed({ amount: 20_000 })
  await partly.move('lost', 'lost', { amount_deducted: 10_000 })
  expect(await part.shown()).toMatchObject({ status: 'partially_refunded', refundable: 399 })
  expect(await part.enrolments()).toHaveLength(1)

  const again = await paid()
  await again.refund({ amount: 200 })
  const twice = await again.disputed()
  await twice.move('lost', 'lost', { amount_deducted: 49_900 })
  const rows = await one.db('refunds').where({ order_id: again.order_id }).orderBy('created_at')
  expect(rows.map(({ channel, amount_paise }) => [channel, amount_paise])).toEqual([
    ['gateway', 20_000],
    ['dispute', 29_900],
  ])
})

test('a loss that is heard of before its payment was seen captured is booked when it is', async () => {
  const { order_id, link, shown } = await paid()
  const second = gateway.attempt(link)
  Object.assign(second, { status: 'authorized', captured: false })
  const dispute = gateway.dispute(second, { status: 'lost', amount_deducted: second.amount })
  await hear('payment.dispute.lost', { payment: second, dispute })
  const booked = () => one.db('refunds').where({ order_id }).select('channel', 'payment_id', 'amount_paise', 'status')
  expect(await booked()).toEqual([])
  Object.assign(second, { status: 'captured', captured: true })
  await hear('payment.captured', { payment: second })
  const loss = { channel: 'dispute', payment_id: second.id, amount_paise: second.amount, status: 'processed' }
  expect(await booked()).toEqual([loss])
  await hear('payment.captured', { payment: second })
  expect(await booked()).toEqual([loss])
  expect(await shown()).toMatchObject({ status: 'paid', disputes: [{ status: 'lost' }] })
})

test('a loss of what had gone back already is booked when that refund fails after all', async () => {
  const { disputed, refund, shown, enrolments, payment, order_id } = await paid()
  await refund()
  const { move } = await disputed()
  await move('lost', 'lost', { amount_deducted: 49_900 })
  expect(await one.db('refunds').where({ order_id }).pluck('channel')).toEqual(['gateway'])
  const [made] = gateway.refunds.filter((entry) => entry.payment_id === payment.id)
  Object.assign(made ?? {}, { status: 'failed' })
  await hear('refund.failed', { refund: made ?? {}, payment })
  expect(await one.db('refunds').where({ order_id, status: 'processed' })).toMatchObject([
    { channel: 'dispute', amount_paise: 49_900 },
  ])
  expect(await shown()).toMatchObject({ status: 'refunded', attention: null })
  expect(await enrolments()).toEqual([])
})

test('every event may be lost: the list, and the ones that are open, are looked at every hour', async () => {
  const { payment, shown } = await paid()
  const dispute = gateway.dispute(payment)
  await lookBack(one.ctx)
  await one.answerWaiting()
  expect(await shown()).toMatchObject({ attention: { reason: 'dispute' } })
  Object.assign(dispute, { status: 'lost', amount_deducted: payment.amount, created_at: 1 })
  for (let n = 0; n < 120; n++) gateway.dispute({ id: `pay_other${n}`, amount: 100 })
  await lookBack(one.ctx)
  await one.answerWaiting()
  expect(await shown()).toMatchObject({ status: 'refunded', disputes: [{ status: 'lost' }] })
})

test('a dispute about a payment of which nothing was heard leads to its order', async () => {
  const { order_id, link, shown } = await paid()
  const second = gateway.attempt(link)
  const dispute = gateway.dispute(second)
  await lookBack(one.ctx)
  await one.answerWaiting()
  expect(await shown()).toMatchObject({ disputes: [{ dispute_id: dispute.id, payment_id: second.id }] })
  // A duplicate is refunded once the bank settles its dispute, not before.
  expect(gateway.refunds.filter((made) => made.payment_id === second.id)).toEqual([])
  Object.assign(dispute, { status: 'closed' })
  await hear('payment.dispute.closed', { payment: second, dispute })
  expect(gateway.refunds.filter((made) => made.payment_id === second.id)).toMatchObject([{ amount: link.amount }])
  expect(await one.db('orders').where({ order_id }).first()).toMatchObject({ status: 'paid' })
})

test('a dispute that was won and that the bank begins anew under the same id waits again, and its loss is booked', async () => {
  const { disputed, shown, letters } = await paid()
  const { move, id } = await disputed()
  await move('won', 'won')
  await move('action_required', 'open', { phase: 'pre_arbitration' })
  expect(await shown()).toMatchObject({ attention: { reason: 'dispute' }, refundable: 0 })
  expect(await letters()).toEqual([`dispute:${id}:1`, `dispute:${id}:2`])
  await move('lost', 'lost', { amount_deducted: 49_900 })
  expect(await shown()).toMatchObject({ status: 'refunded', disputes: [{ status: 'lost' }] })
})

test('a dispute that is lost and won later is booked back, its owner written, and may be lost once more', async () => {
  const { disputed, shown, letters, enrolments, order_id } = await paid()
  const { move, id } = await disputed()
  await move('lost', 'lost', { amount_deducted: 49_900 })
  expect(await enrolments()).toEqual([])
  await move('won', 'won', { amount_deducted: 0 })
  await move('won', 'won')
  expect(await shown()).toMatchObject({
    status: 'paid',
    attention: null,
    refundable: 499,
    disputes: [{ status: 'won' }],
  })
  expect(await enrolments()).toHaveLength(1)
  const [row] = await one.db('refunds').where({ order_id })
  expect(row).toMatchObject({ channel: 'dispute', status: 'failed' })
  expect(await letters()).toEqual([`dispute:${id}:1`, `dispute_lost:${id}`, `dispute_reversed:${row.refund_id}`])
  expect(await one.db('order_events').where({ order_id, kind: 'dispute_reversed' })).toHaveLength(1)
  await move('lost', 'lost', { amount_deducted: 49_900 })
  expect(await shown()).toMatchObject({ status: 'refunded' })
  expect(await one.db('refunds').where({ order_id }).orderBy('created_at').pluck('status')).toEqual([
    'failed',
    'processed',
  ])
})

test('a dispute that is won months after it was lost, its event lost, is found by the daily comparison', async () => {
  const { disputed, shown } = await paid()
  const { dispute, move } = await disputed()
  await move('lost', 'lost', { amount_deducted: 49_900 })
  Object.assign(dispute, { status: 'won', created_at: Number(dispute.created_at) - 90 * 86_400 })
  await lookBack(one.ctx)
  await compareLists(one.ctx)
  await one.answerWaiting()
  expect(await shown()).toMatchObject({ status: 'paid', disputes: [{ status: 'won' }] })
})

test('a lost retrieval that took nothing is nothing lost; what is taken later is', async () => {
  const { disputed, shown, letters, enrolments, order_id } = await paid()
  const { move, id } = await disputed({ phase: 'retrieval' })
  await move('lost', 'lost', { amount_deducted: 0 })
  expect(await shown()).toMatchObject({ status: 'paid', attention: null, refundable: 499 })
  expect(await enrolments()).toHaveLength(1)
  expect(await one.db('refunds').where({ order_id })).toEqual([])
  expect(await letters()).toEqual([`dispute:${id}:1`])
  await move('lost', 'lost', { amount_deducted: 20_000 })
  expect(await shown()).toMatchObject({ status: 'partially_refunded', refundable: 299 })
})
