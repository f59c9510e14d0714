import Razorpay from 'razorpay'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../server/test/database.ts'
import { linkInput, startTestGateway, type TestGateway, useTestGateway } from '../../server/test/gateway.ts'

const gateway = useTestGateway()

const webhooks = (fault: object) => gateway.control('faults/webhooks', fault)
const newLink = () => gateway.payments.createLink(linkInput(gateway))
const names = () => gateway.received.map(({ event }) => event)
const PAID = ['payment.captured', 'order.paid', 'payment_link.paid']

async function paidLink() {
  const link = await newLink()
  const { payment } = await gateway.control(`links/${link.id}/pay`)
  return { link, paymentId: payment.id as string }
}

describe('among webhooks,', () => {
  it('a paid link sends three signed events with their own ids', async () => {
    const { link, paymentId } = await paidLink()
    const events = await gateway.receivedAtLeast(3)
    expect(names()).toEqual(PAID)
    expect(events.every(({ wellSigned }) => wellSigned)).toBe(true)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3)
    expect(events[2]?.payload).toMatchObject({
      payment_link: { entity: { id: link.id, status: 'paid', reference_id: link.referenceId, amount_paid: 49_900 } },
      order: { entity: { status: 'paid', amount_due: 0 } },
      payment: { entity: { id: paymentId, status: 'captured', captured: true, amount: 49_900 } },
    })
  })

  it('the SDK accepts the signature of the stored bytes', async () => {
    const { link } = await paidLink()
    const { deliveries } = (await gateway.request('GET', '/control/deliveries')).json
    const own = deliveries.filter((delivery: { subject: string }) => delivery.subject === link.id)
    expect(own).toHaveLength(3)
    for (const { body, signature } of own) {
      expect(Razorpay.validateWebhookSignature(body, signature, gateway.keys.webhookSecret)).toBe(true)
    }
  })

  it('an event without a 2xx is sent again under the same id', async () => {
    gateway.shop.status = 503
    await paidLink()
    await gateway.receivedAtLeast(3)
    const first = gateway.received.map(({ eventId }) => eventId)
    gateway.shop.status = 200
    gateway.received.length = 0
    // The retry runs by itself after a second, without a flush.
    await gateway.receivedAtLeast(3)
    expect(gateway.received.map(({ eventId }) => eventId)).toEqual(first)
    expect(await gateway.control('deliver')).toEqual({ delivered: 0, failed: 0 })
  })

  it('a flush reports failed attempts, and retains the events', async () => {
    gateway.shop.status = 500
    await paidLink()
    expect((await gateway.control('deliver')).failed).toBe(3)
    gateway.shop.status = 200
    expect(await gateway.control('deliver')).toEqual({ delivered: 3, failed: 0 })
  })

  it('C11 the sandbox drops events on request', async () => {
    await webhooks({ fault: 'lose', count: 2 })
    await paidLink()
    await gateway.control('deliver')
    expect(names()).toEqual(['payment_link.paid'])
  })

  it('a fault delays one kind of event until a flush', async () => {
    await webhooks({ fault: 'delay', ms: 60_000, event: 'payment_link.paid' })
    await paidLink()
    await gateway.receivedAtLeast(2)
    expect(names()).toEqual(['payment.captured', 'order.paid'])
    await gateway.control('deliver')
    expect(names()).toEqual(PAID)
  })

  it('a fault repeats an event under one id', async () => {
    await webhooks({ fault: 'repeat', times: 2, event: 'order.paid' })
    await paidLink()
    await gateway.control('deliver')
    const repeated = gateway.received.filter(({ event }) => event === 'order.paid')
    expect(repeated).toHaveLength(3)
    expect(new Set(repeated.map(({ eventId }) => eventId)).size).toBe(1)
  })

  it('C9 events follow any requested order', async () => {
    await webhooks({ fault: 'reorder' })
    await webhooks({ fault: 'reorder', order: ['order.paid', 'payment_link.paid', 'payment.captured'] })
    await paidLink()
    await gateway.control('deliver')
    expect(names()).toEqual(PAID.toReversed())
    await paidLink()
    await gateway.control('deliver')
    expect(names().slice(3)).toEqual(['order.paid', 'payment_link.paid', 'payment.captured'])
  })

  it.each(['signature', 'body'])('C8 an altered %s fails verification', async (what) => {
    await webhooks({ fault: 'alter', what, event: 'payment_link.paid' })
    await paidLink()
    await gateway.control('deliver')
    expect(gateway.received.map(({ wellSigned }) => wellSigned)).toEqual([true, true, false])
  })
})

describe('in the life of a link,', () => {
  it('a link expires in time, sends one event, and cannot be paid then', async () => {
    const expiresAt = new Date(gateway.clock.now.getTime() + 16 * 60_000)
    const link = await gateway.payments.createLink({ ...linkInput(gateway), expiresAt })
    gateway.clock.now = new Date(expiresAt.getTime() + 1)
    expect(await gateway.payments.fetchLink(link.id)).toMatchObject({ status: 'expired' })
    await gateway.control('deliver')
    expect(names()).toEqual(['payment_link.expired'])
    expect(await gateway.control(`links/${link.id}/pay`)).toMatchObject({ payment: null, link: { status: 'expired' } })
  })

  it('a link with a date too near or too far is refused', async () => {
    for (const minutes of [14, 200 * 24 * 60]) {
      const expiresAt = new Date(gateway.clock.now.getTime() + minutes * 60_000)
      const creation = gateway.payments.createLink({ ...linkInput(gateway), expiresAt })
      await expect(creation).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('expire_by') })
    }
  })

  it('a link is paid once, however often and however parallel', async () => {
    const link = await newLink()
    const paid = await Promise.all(Array.from({ length: 8 }, () => gateway.control(`links/${link.id}/pay`)))
    expect(new Set(paid.map(({ payment }) => payment.id)).size).toBe(1)
    await gateway.control('deliver')
    expect(names()).toEqual(PAID)
  })

  it('a failed payment is captured late', async () => {
    const link = await newLink()
    const { payment } = await gateway.control(`links/${link.id}/fail`)
    await gateway.control(`payments/${payment.id}/capture`)
    await gateway.control('deliver')
    expect(names()).toEqual(['payment.failed', ...PAID])
    expect(await gateway.payments.fetchLink(link.id)).toMatchObject({
      status: 'paid',
      payments: [{ paymentId: payment.id, amountPaise: 49_900, status: 'captured' }],
    })
  })

  it('C15 a held refund is processed, or fails and returns the amount', async () => {
    for (const [end, refunded] of [
      ['process', 10_000],
      ['fail', 0],
    ] as const) {
      const { paymentId } = await paidLink()
      await gateway.control('deliver')
      gateway.received.length = 0
      await gateway.control('faults/refunds', { fault: 'hold' })
      const refund = await gateway.payments.refund({ paymentId, amountPaise: 10_000, idempotencyKey: `held-${end}-1` })
      expect(refund.status).toBe('pending')
      await gateway.control(`refunds/${refund.id}/${end}`)
      await gateway.control('deliver')
      expect(names()).toEqual(['refund.created', end === 'process' ? 'refund.processed' : 'refund.failed'])
      expect((await gateway.payments.fetchPayment(paymentId)).amountRefundedPaise).toBe(refunded)
    }
  })
})

describe('at the API,', () => {
  it('a caller without the keys is refused', async () => {
    for (const path of ['/v1/payment_links', '/control/ledger']) {
      for (const authorization of [
        '',
        'Basic',
        'Bearer x',
        `Basic ${Buffer.from('rzp_test_rig:x').toString('base64')}`,
      ]) {
        const answer = await gateway.request('GET', path, undefined, { authorization })
        expect(answer.status).toBe(401)
        expect(answer.json.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })
      }
    }
  })

  it("unknown and unreadable requests get Razorpay's errors", async () => {
    expect(await gateway.request('GET', '/v1/nothing')).toMatchObject({ status: 404 })
    expect(await gateway.request('GET', '/v1/payments/pay_%00')).toMatchObject({ status: 400 })
    const noAmount = await gateway.request('POST', '/v1/payment_links', { currency: 'INR' })
    expect(noAmount).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST_ERROR', field: 'amount' } } })
    const shortKey = await gateway.request('POST', '/v1/payments/pay_1/refund', {}, { 'x-refund-idempotency': 'short' })
    expect(shortKey.status).toBe(400)
  })

  it('payments, orders and refunds are listed', async () => {
    const { paymentId } = await paidLink()
    const refund = await gateway.payments.refund({ paymentId, idempotencyKey: 'refund-listed' })
    const payments = (await gateway.request('GET', '/v1/payments?count=1')).json
    expect(payments).toMatchObject({ entity: 'collection', count: 1 })
    const refunds = (await gateway.request('GET', `/v1/payments/${paymentId}/refunds`)).json
    expect(refunds.items.map(({ id }: { id: string }) => id)).toEqual([refund.id])
    expect((await gateway.request('GET', `/v1/refunds/${refund.id}`)).json).toMatchObject({ id: refund.id })
    const order = (await gateway.request('POST', '/v1/orders', { amount: 500, currency: 'INR' })).json
    expect((await gateway.request('GET', `/v1/orders/${order.id}`)).json).toEqual(order)
    expect((await gateway.request('GET', `/v1/payment_links?payment_id=${paymentId}`)).json.payment_links).toHaveLength(
      1,
    )
  })

  it('the ledger survives a restart, and the new process sends the pending events', async () => {
    const ledger = await createTestDatabase()
    const first = await startTestGateway(ledger.db)
    first.shop.status = 503
    const link = await first.payments.createLink(linkInput(first))
    await first.control(`links/${link.id}/pay`)
    await first.receivedAtLeast(3)
    await first.close()
    const second = await startTestGateway(ledger.db)
    await second.receivedAtLeast(3)
    // In any order: the row in progress at the stop is due at once, the others after their gap.
    const idsOf = ({ received }: TestGateway) => received.map(({ eventId }) => eventId).toSorted()
    expect(idsOf(second)).toEqual(idsOf(first))
    expect(await second.payments.fetchLink(link.id)).toMatchObject({ id: link.id, status: 'paid' })
    await second.close()
    await ledger.drop()
  })
})
