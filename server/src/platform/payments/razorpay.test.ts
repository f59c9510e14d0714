import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { linkInput, useTestGateway } from '../../../test/gateway.ts'
import { createPayments, GatewayNotConfiguredError } from './razorpay.ts'

const log = pino({ level: 'silent' })
const gateway = useTestGateway()

const faults = (fault: object) => gateway.control('faults/api', fault)

describe('payment links', () => {
  it('creates, fetches, finds and cancels one', async () => {
    const input = linkInput(gateway)
    const expiresAt = new Date(gateway.clock.now.getTime() + 20 * 60_000)
    const link = await gateway.payments.createLink({ ...input, expiresAt, notes: { order_id: input.referenceId } })
    expect(link).toEqual({
      id: expect.stringMatching(/^plink_[A-Za-z0-9]{14}$/),
      referenceId: input.referenceId,
      amountPaise: 49_900,
      amountPaidPaise: 0,
      currency: 'INR',
      status: 'created',
      shortUrl: `${gateway.url}/sandbox/razorpay/pay/${link.id}`,
      gatewayOrderId: null,
      payments: [],
      expiresAt,
      callbackUrl: input.callbackUrl,
      createdAt: gateway.clock.now,
    })
    expect(await gateway.payments.fetchLink(link.id)).toEqual(link)
    expect(await gateway.payments.findLinkByReference(input.referenceId)).toEqual(link)
    expect(await gateway.payments.findLinkByReference('ord_none')).toBeUndefined()
    expect(await gateway.payments.cancelLink(link.id)).toMatchObject({ id: link.id, status: 'cancelled' })
    expect(await gateway.payments.cancelLink(link.id)).toMatchObject({ id: link.id, status: 'cancelled' })
  })

  it('are created once for a reference: again, all at once, and in any state', async () => {
    const input = linkInput(gateway)
    const links = await Promise.all(Array.from({ length: 5 }, () => gateway.payments.createLink(input)))
    expect(new Set(links.map((link) => link.id)).size).toBe(1)
    const [link] = links
    await gateway.control(`links/${link?.id}/pay`)
    expect(await gateway.payments.createLink(input)).toMatchObject({ id: link?.id, status: 'paid' })
  })

  it('never returns an existing link with another amount', async () => {
    const input = linkInput(gateway)
    await gateway.payments.createLink(input)
    const other = gateway.payments.createLink({ ...input, amountPaise: 100 })
    await expect(other).rejects.toMatchObject({ kind: 'bad_reference', retryable: false })
  })

  it.each([1, 2])('finds the link again when the answer to its creation was lost %i times', async (count) => {
    await faults({ fault: 'drop', match: 'payment_links.create', count })
    const input = linkInput(gateway)
    const link = await gateway.payments.createLink(input)
    const { links } = await gateway.ledger()
    expect(links.filter((entry: { reference_id: string }) => entry.reference_id === input.referenceId)).toEqual([
      expect.objectContaining({ id: link.id }),
    ])
    expect(await gateway.calls()).toEqual({ 'payment_links.create': count + 1, 'payment_links.list': 1 })
  })

  it('finds it also after a timeout in which the gateway acted', async () => {
    await faults({ fault: 'delay', ms: 1500, match: 'payment_links.create' })
    const input = linkInput(gateway)
    const impatient = createPayments({ loadKeys: async () => gateway.gatewayKeys, log, timeoutMs: 800 })
    expect(await impatient.createLink(input)).toMatchObject({ referenceId: input.referenceId })
    expect((await gateway.calls())['payment_links.list']).toBeGreaterThan(0)
  })

  it('rejects cancelling a paid link', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    await gateway.control(`links/${link.id}/pay`)
    await expect(gateway.payments.cancelLink(link.id)).rejects.toMatchObject({ kind: 'refused', status: 400 })
  })

  it('requests nothing for an impossible id or amount', async () => {
    await expect(gateway.payments.fetchLink('./')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(gateway.payments.fetchPayment('')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(gateway.payments.createLink(linkInput(gateway, { amountPaise: 499.5 }))).rejects.toThrow(RangeError)
    expect(await gateway.calls()).toEqual({})
  })

  it('returns the gateway’s refusals', async () => {
    const tooSmall = gateway.payments.createLink(linkInput(gateway, { amountPaise: 99 }))
    await expect(tooSmall).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('INR 1.00') })
    await expect(gateway.payments.fetchLink('plink_00000000000000')).rejects.toMatchObject({ kind: 'not_found' })
    // Once with the customer, whom the gateway may refuse, and once without.
    expect((await gateway.calls())['payment_links.create']).toBe(2)
  })
})

describe('payments and refunds', () => {
  async function paidLink(amountPaise = 49_900) {
    const link = await gateway.payments.createLink(linkInput(gateway, { amountPaise }))
    await gateway.control(`links/${link.id}/pay`)
    const paid = await gateway.payments.fetchLink(link.id)
    return { link: paid, paymentId: paid.payments[0]?.paymentId ?? '' }
  }

  it('reads the payment of a paid link, and the failed attempts before it', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    await gateway.control(`links/${link.id}/fail`)
    await gateway.control(`links/${link.id}/pay`)
    const paid = await gateway.payments.fetchLink(link.id)
    expect(paid).toMatchObject({
      status: 'paid',
      amountPaidPaise: 49_900,
      gatewayOrderId: expect.stringMatching(/^order_/),
    })
    expect(paid.payments).toEqual([
      { paymentId: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/), amountPaise: 49_900, status: 'captured' },
    ])
    const payment = await gateway.payments.fetchPayment(paid.payments[0]?.paymentId ?? '')
    expect(payment).toMatchObject({ status: 'captured', captured: true, amountPaise: 49_900, amountRefundedPaise: 0 })
    const attempts = await gateway.payments.fetchOrderPayments(paid.gatewayOrderId ?? '')
    expect(attempts.map((attempt) => attempt.status).toSorted()).toEqual(['captured', 'failed'])
    expect(attempts.find((attempt) => attempt.status === 'failed')).toMatchObject({
      captured: false,
      errorCode: 'BAD_REQUEST_ERROR',
    })
  })

  it('refunds in part and then the rest', async () => {
    const { paymentId } = await paidLink()
    const part = await gateway.payments.refund({ paymentId, amountPaise: 10_000, idempotencyKey: 'refund-part-1' })
    expect(part).toMatchObject({
      id: expect.stringMatching(/^rfnd_/),
      paymentId,
      amountPaise: 10_000,
      status: 'processed',
    })
    expect(await gateway.payments.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      amountRefundedPaise: 10_000,
    })
    const rest = await gateway.payments.refund({ paymentId, idempotencyKey: 'refund-rest-1' })
    expect(rest.amountPaise).toBe(39_900)
    expect(await gateway.payments.fetchPayment(paymentId)).toMatchObject({ status: 'refunded', captured: true })
    const more = gateway.payments.refund({ paymentId, idempotencyKey: 'refund-more-1' })
    await expect(more).rejects.toMatchObject({ kind: 'refused' })
  })

  it('C14: refunds once under one key: repeated, at once, and after a lost answer', async () => {
    const { paymentId } = await paidLink()
    await faults({ fault: 'drop', match: 'payments.refund' })
    const input = { paymentId, amountPaise: 20_000, idempotencyKey: 'refund-once-1' }
    const refunds = [await gateway.payments.refund(input)]
    refunds.push(...(await Promise.all([gateway.payments.refund(input), gateway.payments.refund(input)])))
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1)
    expect(await gateway.payments.fetchPayment(paymentId)).toMatchObject({ amountRefundedPaise: 20_000 })
    const other = gateway.payments.refund({ ...input, amountPaise: 30_000 })
    await expect(other).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('idempotency') })
  })

  it('refuses to refund an uncaptured payment', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    const { payment } = await gateway.control(`links/${link.id}/fail`)
    const refund = gateway.payments.refund({ paymentId: payment.id, idempotencyKey: 'refund-none-1' })
    await expect(refund).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('the gateway client', () => {
  it('C7: reports absent keys', async () => {
    const payments = createPayments({ loadKeys: async () => undefined, log })
    await expect(payments.createLink(linkInput(gateway))).rejects.toThrow(GatewayNotConfiguredError)
  })

  it('uses new keys from the next call on', async () => {
    const keys = { ...gateway.gatewayKeys, keySecret: 'wrong' }
    const payments = createPayments({ loadKeys: async () => ({ ...keys }), log })
    await expect(payments.fetchLink('plink_1')).rejects.toMatchObject({ kind: 'unauthorized', retryable: false })
    keys.keySecret = gateway.keys.keySecret
    await expect(payments.fetchLink('plink_1')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('tries keys without touching the active ones', async () => {
    expect(await gateway.payments.testKeys(gateway.gatewayKeys)).toEqual({ verified: true, checked: true })
    const wrong = await gateway.payments.testKeys({ ...gateway.gatewayKeys, keySecret: 'wrong' })
    expect(wrong).toEqual({ verified: false, checked: true, reason: expect.stringContaining('refused our keys') })
    const nowhere = await gateway.payments.testKeys({ ...gateway.gatewayKeys, baseUrl: 'http://127.0.0.1:9' })
    expect(nowhere).toEqual({ verified: false, checked: false, reason: expect.stringContaining('did not answer') })
    expect(await gateway.payments.findLinkByReference('ord_none')).toBeUndefined()
  })
})
