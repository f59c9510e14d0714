import { describe, expect, test } from 'vitest'
import { documentedPayment, documentedRefund } from '../../../../test/documented-gateway.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { lookBack } from '../../../serve/jobs/look-back.jobs.ts'
import { reconcileOrders } from '../../../serve/jobs/reconcile-orders.jobs.ts'
import { newOrderId } from '../order-id.ts'

const { gateway, one, hear, bought } = await paidShop()

const refundsOf = (payment: Record<string, unknown>) =>
  gateway.refunds.filter((made) => made.payment_id === payment.id).map(({ amount, status }) => [amount, status])

test('a link that names its payment and no order is paid all the same', async () => {
  const { paid, row, enrolments } = await bought()
  gateway.shape = ({ order_id: _order, ...link }) => link
  const payment = await paid()
  gateway.shape = (link) => link
  expect(await row()).toMatchObject({ status: 'paid', payment_id: payment.id, gateway_order_id: payment.order_id })
  expect(await enrolments()).toHaveLength(1)
})

describe('when only the order’s list names a second capture,', () => {
  test('the second capture is refunded and reported, once, on its event', async () => {
    const { link, order_id: orderId, paid, row, enrolments } = await bought()
    const first = await paid()
    const second = gateway.attempt(link)
    await hear('payment.captured', { payment: second })
    await hear('payment.captured', { payment: second })
    expect(refundsOf(second)).toEqual([[link.amount, 'processed']])
    expect(refundsOf(first)).toEqual([])
    expect(await row()).toMatchObject({ status: 'paid', payment_id: first.id })
    expect(await enrolments()).toHaveLength(1)
    const events = await one.db('order_events').where({ order_id: orderId, kind: 'refund_requested' })
    expect(events.map(({ detail }) => detail)).toEqual(['₹499.00: The order was paid already'])
  })

  test('the hourly check finds it when its event was lost', async () => {
    const { link, paid, row } = await bought()
    await paid()
    const second = gateway.attempt(link)
    await lookBack(one.ctx)
    await one.answerWaiting()
    expect(refundsOf(second)).toEqual([[link.amount, 'processed']])
    expect(await row()).toMatchObject({ status: 'paid' })
  })
})

describe('the hourly look', () => {
  test('finds money for a link whose id never reached us', async () => {
    const { link, order_id: orderId, row } = await bought()
    await one
      .db('orders')
      .where({ order_id: orderId })
      .update({ gateway_link_id: null, status: 'expired', poll_after: null })
    const payment = gateway.attempt(link, { description: null, notes: { order_id: orderId } })
    await lookBack(one.ctx)
    await one.answerWaiting()
    expect(await row()).toMatchObject({ status: 'paid', payment_id: payment.id, gateway_link_id: link.id })
  })

  test('tells the owner of a payment for an order number of this shop that is not here, once, and of nobody else’s', async () => {
    const gone = newOrderId()
    const link = { id: 'plink_Gone0000000001', order_id: 'order_gone', amount: 49_900 }
    gateway.payments.push(documentedPayment(link, { notes: { order_id: gone } }))
    gateway.payments.push(documentedPayment(link, { notes: { order_id: 'INV-7' } }))
    gateway.payments.push({ id: 'pay_odd', status: 'captured', amount: null })
    await lookBack(one.ctx)
    await lookBack(one.ctx)
    const alerts = await one.db('owner_alerts').where({ kind: 'unknown_order' })
    expect(alerts.map(({ alert_key }) => alert_key)).toEqual([`unknown_order:${gone}`])
  })

  test('finds the order of a payment without our note by its link or gateway order, lists it and reports it once', async () => {
    const [byLink, byOrder, foreign] = [newOrderId(), newOrderId(), 'INV-8']
    const link = (reference_id: string, id: string) => {
      const made = { id, reference_id, order_id: `order_${id}`, amount: 49_900, currency: 'INR', status: 'paid' }
      gateway.links.push({ ...made, short_url: 'https://rzp.io/i/x', payments: null })
      return made
    }
    const paid = (of: { id: string; order_id: string; amount: number }, description: string | null) =>
      gateway.attempt(of, { notes: [], description })
    const payment = paid(link(byLink, 'plink_Since000000001'), '#Since000000001')
    paid(link(byOrder, 'plink_Since000000002'), null)
    paid(link(foreign, 'plink_Since000000003'), '#Since000000003')
    gateway.refunds.push({
      id: 'rfnd_since',
      payment_id: payment.id,
      amount: 49_900,
      status: 'processed',
      notes: [],
      created_at: payment.created_at,
    })
    const already = await one.db('owner_alerts').pluck('alert_key')
    await lookBack(one.ctx)
    gateway.asked.length = 0
    await lookBack(one.ctx)
    expect(gateway.asked.map(({ path }) => path)).toEqual(['/v1/refunds', '/v1/payments', '/v1/disputes'])
    const alerts = await one.db('owner_alerts').whereNotIn('alert_key', already).pluck('alert_key')
    expect(alerts.sort()).toEqual([byLink, byOrder].map((reference) => `unknown_order:${reference}`).sort())
    const owner = one.api(await one.adminToken())
    const { events } = await owner.orders.unmatchedEvents({ limit: '50' })
    const listed = events.filter(({ event }) => event.endsWith('found at Razorpay'))
    expect(listed.map(({ event, reference, amount }) => ({ event, reference, amount }))).toEqual(
      expect.arrayContaining([
        { event: 'payment found at Razorpay', reference: byLink, amount: 499 },
        { event: 'payment found at Razorpay', reference: byOrder, amount: 499 },
        { event: 'refund found at Razorpay', reference: byLink, amount: 499 },
      ]),
    )
    expect(listed.map(({ reference }) => reference)).not.toContain(foreign)
  })

  test('reports many unknown orders in one email', async () => {
    const already = await one.db('owner_alerts').pluck('alert_key')
    for (let n = 0; n < 5; n++) {
      const link = { id: `plink_Many000000000${n}`, order_id: `order_many${n}`, amount: 9_900 }
      gateway.payments.push(documentedPayment(link, { notes: { order_id: newOrderId() } }))
    }
    await lookBack(one.ctx)
    const alerts = await one.db('owner_alerts').whereNotIn('alert_key', already).pluck('alert_key')
    expect(alerts).toEqual([expect.stringMatching(/^unknown_orders:5:/)])
  })

  test('asks about nobody whose payments and refunds are known', async () => {
    const { paid, refund } = await bought()
    await paid()
    await refund({ amount: 100 })
    await lookBack(one.ctx)
    await one.answerWaiting()
    gateway.asked.length = 0
    await lookBack(one.ctx)
    await one.answerWaiting()
    expect(gateway.asked.map(({ path }) => path)).toEqual(['/v1/refunds', '/v1/payments', '/v1/disputes'])
  })
})

describe('a refund', () => {
  test('with a lost answer and a forgotten key is found by its note, and not repeated', async () => {
    const { link, paid, refund, row } = await bought()
    const payment = await paid()
    gateway.lose = ({ path }) => /\/refunds?$/.test(path)
    expect(await refund({ amount: 100 })).toMatchObject({ status: 'pending' })
    gateway.lose = () => false
    gateway.forgetKeys()
    await one
      .db('orders')
      .where({ payment_id: payment.id })
      .update({ poll_after: new Date(0) })
    await reconcileOrders(one.ctx)
    expect(refundsOf(payment)).toEqual([[10_000, 'processed']])
    // Two rows would add up to twice the money.
    const stored = await one.db('refunds').where({ payment_id: payment.id }).select('amount_paise', 'status')
    expect(stored).toEqual([{ amount_paise: 10_000, status: 'processed' }])
    expect(await row()).toMatchObject({ status: 'partially_refunded' })
    expect(link.status).toBe('paid')
  })

  test('with a key forgotten between two attempts of one call is made once', async () => {
    const { paid, refund } = await bought()
    const payment = await paid()
    gateway.lose = ({ path }) => path.endsWith('/refund') && gateway.forgetKeys() === undefined
    expect(await refund({ amount: 100 })).toMatchObject({ status: 'processed' })
    expect(refundsOf(payment)).toEqual([[10_000, 'processed']])
  })

  test('that is partial, pending and made by hand is not repeated; after its failure, it is', async () => {
    const { link, paid } = await bought()
    await paid()
    const second = gateway.attempt(link)
    const byHand = documentedRefund(String(second.id), { amount: 10_000, status: 'pending' })
    gateway.refunds.push(byHand)
    await hear('payment.captured', { payment: second })
    expect(refundsOf(second)).toEqual([
      [10_000, 'pending'],
      [39_900, 'processed'],
    ])
    byHand.status = 'failed'
    await hear('refund.failed', { refund: byHand, payment: second })
    expect(refundsOf(second)).toEqual([
      [10_000, 'failed'],
      [39_900, 'processed'],
      [10_000, 'processed'],
    ])
  })

  test('that is pending is no money returned: the course stays, and when it fails all can go back', async () => {
    const { paid, refund, row, enrolments, shown } = await bought()
    const payment = await paid()
    gateway.refundStatus = 'pending'
    await refund()
    await hear('refund.created', { payment })
    expect(await shown()).toMatchObject({ status: 'paid', refundable: 0, attention: null })
    expect(await enrolments()).toHaveLength(1)
    for (const made of gateway.refunds) if (made.payment_id === payment.id) made.status = 'failed'
    await hear('refund.failed', { payment })
    expect(await shown()).toMatchObject({ status: 'paid', refundable: 499, attention: { reason: 'refund_failed' } })
    gateway.refundStatus = 'processed'
    await refund()
    expect(await row()).toMatchObject({ status: 'refunded' })
    expect(await shown()).toMatchObject({ attention: null })
  })

  test('failing after it was processed needs the owner, who can send it again', async () => {
    const { paid, refund, shown } = await bought()
    const payment = await paid()
    const { refund_id } = await refund()
    const made = gateway.refunds.find((entry) => entry.payment_id === payment.id)
    Object.assign(made ?? {}, { status: 'failed' })
    await hear('refund.failed', { refund: { ...made }, payment })
    expect(await shown()).toMatchObject({ refundable: 499, attention: { reason: 'refund_failed' } })
    expect(await one.db('owner_alerts').where({ alert_key: `refund_failed:${refund_id}` })).toHaveLength(1)
    // An older event does not undo the processed state.
    await hear('refund.processed', { refund: { ...made, status: 'processed' }, payment })
    expect(await shown()).toMatchObject({ refundable: 499 })
    await refund()
    expect(await shown()).toMatchObject({ status: 'refunded', refundable: 0, attention: null })
  })
})

describe('when an event precedes the payment, the shop remembers', () => {
  test('a refund that failed, also when its payment pays the order later', async () => {
    const { link, shown } = await bought()
    const payment = gateway.attempt(link)
    gateway.refunds.push(documentedRefund(String(payment.id), { amount: 10_000, status: 'failed' }))
    const { amount: total } = link
    Object.assign(payment, { status: 'authorized', captured: false })
    await hear('payment.authorized', { payment })
    expect(await shown()).toMatchObject({ status: 'created' })
    Object.assign(payment, { status: 'captured', captured: true })
    gateway.refunds.push(documentedRefund(String(payment.id), { amount: 100, status: 'processed' }))
    await hear('payment.captured', { payment })
    expect(await shown()).toMatchObject({
      status: 'partially_refunded',
      refundable: Number(total) / 100 - 1,
      attention: { reason: 'refund_failed' },
    })
  })

  test('a failed attempt is checked beside the payment that paid, and refunded when it is captured', async () => {
    const { link, paid, row } = await bought()
    const attempt = gateway.attempt(link, { status: 'failed', captured: false, error_description: 'The bank said no' })
    await hear('payment.failed', { payment: attempt })
    await paid()
    expect(await row()).toMatchObject({ status: 'paid' })
    expect((await row()).poll_after).not.toBeNull()
    const failed = await one.db('order_events').where({ order_id: link.reference_id, kind: 'payment_failed' })
    expect(failed).toMatchObject([{ detail: `${attempt.id}: The bank said no` }])
  })
})
