import { DAY_MS } from 'contract/indian-time'
import { describe, expect, test } from 'vitest'
import { documentedRefund } from '../../../test/documented-gateway.ts'
import { paidShop } from '../../../test/paid-shop.ts'
import { createPayments } from '../../platform/payments/razorpay.ts'
import { createJobs } from './index.ts'
import { compareLists, lookBack } from './look-back.jobs.ts'
import { reconcileOrders } from './reconcile-orders.jobs.ts'

const { gateway, one, hear, bought } = await paidShop()

async function daily() {
  await createJobs(one.ctx)
    .find(({ name }) => name === 'compare-lists')
    ?.run({}, 'a-job')
  await one.answerWaiting()
}

/** Days pass, and each hour is looked back on: whatever that finds is found. */
async function pass(days: number) {
  one.clock.advance(days * DAY_MS)
  for (const _ of [1, 2]) {
    await lookBack(one.ctx)
    await one.answerWaiting()
    await reconcileOrders(one.ctx)
  }
}

/** The gateway's times run with the program's clock. */
const made = () => Math.floor(one.ctx.now().getTime() / 1000)

describe('a refund in the gateway’s dashboard that failed before the shop knew of its payment', () => {
  test.each([
    ['its event names it', true],
    ['its event is lost as well', false],
  ])('needs the owner once the order is paid: %s', async (_name, isReceived) => {
    const { link, shown, letters, enrolments } = await bought()
    const payment = gateway.pay(link)
    const refund = documentedRefund(String(payment.id), { amount: link.amount, notes: [], status: 'failed' })
    gateway.refunds.push(refund)
    if (isReceived) await hear('refund.failed', { refund, payment })
    await hear('payment_link.paid', { payment_link: link, payment })
    expect(await enrolments()).toHaveLength(1)
    expect(await shown()).toMatchObject({
      status: 'paid',
      attention: { reason: 'refund_failed' },
      refunds: [{ status: 'failed', origin: 'dashboard' }],
    })
    expect(await letters()).toEqual(['refund_failed'])
  })
})

describe('when an event is lost, the daily comparison finds', () => {
  test('a refund that was processed five days ago and failed', async () => {
    const { paid, refund, shown, letters, enrolments } = await bought()
    const payment = await paid()
    await refund()
    expect(await enrolments()).toEqual([])
    const made = gateway.refunds.find(({ payment_id }) => payment_id === payment.id)
    await pass(5)
    Object.assign(made ?? {}, { status: 'failed' })
    await pass(0)
    expect(await shown()).toMatchObject({ status: 'refunded' })
    await daily()
    expect(await shown()).toMatchObject({ status: 'paid', attention: { reason: 'refund_failed' } })
    expect(await enrolments()).toHaveLength(1)
    expect(await letters()).toEqual(['refund_failed'])
  })

  test('a payment that failed and was captured four and a half days later', async () => {
    const { link, shown, enrolments } = await bought()
    const payment = gateway.attempt(link, { status: 'failed', captured: false, created_at: made() })
    await hear('payment.failed', { payment })
    one.clock.advance(DAY_MS)
    Object.assign(link, { status: 'expired' })
    await pass(3.5)
    await pass(0)
    expect(await shown()).toMatchObject({ status: 'failed' })
    // Nobody polls it any more; the list alone tells.
    await one.db('orders').update({ poll_after: null })
    Object.assign(payment, { status: 'captured', captured: true })
    await lookBack(one.ctx)
    await one.answerWaiting()
    expect(await shown()).toMatchObject({ status: 'failed' })
    await daily()
    expect(await shown()).toMatchObject({ status: 'paid' })
    expect(await enrolments()).toHaveLength(1)
  })

  test('a payment captured late is polled for five days after the link ended, without any list', async () => {
    const { link, shown } = await bought()
    const payment = gateway.attempt(link, { status: 'failed', captured: false, created_at: made() })
    await hear('payment.failed', { payment })
    one.clock.advance(DAY_MS)
    Object.assign(link, { status: 'expired' })
    await pass(4)
    Object.assign(payment, { status: 'captured', captured: true })
    one.clock.advance(DAY_MS / 2)
    await reconcileOrders(one.ctx)
    expect(await shown()).toMatchObject({ status: 'paid' })
  })

  test('two weeks are read page by page, and equal entries cause no check', async () => {
    await daily()
    gateway.asked.length = 0
    const seen = await compareLists(one.ctx)
    await one.answerWaiting()
    expect(seen).toBeGreaterThan(0)
    expect(new Set(gateway.asked.map(({ path }) => path))).toEqual(
      new Set(['/v1/refunds', '/v1/payments', '/v1/disputes']),
    )
    const [{ query } = { query: new URLSearchParams() }] = gateway.asked
    expect(Number(query.get('from'))).toBeCloseTo((one.ctx.now().getTime() - 14 * DAY_MS) / 1000, -2)
  })
})

test.each(['look-back', 'compare-lists', 'read-settlements'])(
  'a shop without keys is not warned of lists that it cannot have: %s',
  async (name) => {
    const warned: string[] = []
    const log = Object.assign(Object.create(one.ctx.log), {
      warn: (_: unknown, message: string) => warned.push(message),
    })
    const payments = createPayments({ loadKeys: async () => undefined, log })
    const job = createJobs({ ...one.ctx, log, payments }).find((row) => row.name === name)
    await job?.run({}, 'a-job')
    expect([job?.name, warned]).toEqual([name, []])
  },
)
