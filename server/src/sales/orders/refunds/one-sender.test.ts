import { DAY_MS } from 'contract/indian-time'
import { afterAll, expect, test } from 'vitest'
import { documentedRefund, OPERATION_IN_PROGRESS } from '../../../../test/documented-gateway.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { startTestServer } from '../../../../test/server.ts'
import { findOrder } from '../orders.queries.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'

const { gateway, env, one, hear, bought } = await paidShop()
const two = await startTestServer({ work: false, env, beside: one })
afterAll(() => two.stop())

const isRefund = ({ method, path }: { method: string; path: string }) => method === 'POST' && path.endsWith('/refund')

async function paid() {
  const order = await bought()
  const { order_id, link } = order
  const payment = gateway.pay(link)
  const reconcile = async (server = one) => {
    const found = await findOrder(one.db, order_id)
    return found && reconcileOrder(server.ctx, found)
  }
  await reconcile()
  const made = () => gateway.refunds.filter(({ payment_id }) => payment_id === payment.id)
  const posts = () => gateway.asked.filter((call) => isRefund(call) && call.path.includes(String(payment.id))).length
  return { ...order, payment, reconcile, made, posts }
}

test('a refund that console and jobs of two instances send at once is one POST, without a letter', async () => {
  const { payment, reconcile, refund, made, posts, letters, shown } = await paid()
  gateway.takes = (request) => (isRefund(request) ? 300 : 0)
  const requested = refund()
  await expect.poll(async () => one.db('refunds').where({ payment_id: payment.id })).toHaveLength(1)
  await Promise.all([requested, reconcile(one), reconcile(two), reconcile(two)])
  await reconcile()
  expect(posts()).toBe(1)
  expect(made()).toHaveLength(1)
  expect(await letters()).toEqual([])
  expect(await shown()).toMatchObject({ status: 'refunded', refunds: [{ status: 'processed' }] })
})

test.each([
  ['another operation on the payment', () => OPERATION_IN_PROGRESS],
  ['an empty balance', () => 'Your account does not have enough balance to carry out the refund operation.'],
  ['a sentence that nobody knows', () => 'Es geht gerade nicht'],
])('a refund that %s refuses waits, says why, and is made once when it passes', async (_name, words) => {
  const { refund, reconcile, made, letters, shown } = await paid()
  gateway.refuse = (request) => (isRefund(request) ? words() : undefined)
  expect(await refund({ amount: 100, reason: 'Asked for' }, 'the-same-key')).toMatchObject({
    status: 'pending',
    waiting: expect.stringContaining(words()),
  })
  expect((await shown()).refunds).toMatchObject([{ status: 'pending' }])
  gateway.refuse = () => undefined
  expect(await refund({ amount: 100, reason: 'Asked for' }, 'the-same-key')).toMatchObject({ status: 'processed' })
  await reconcile(two)
  expect(made()).toMatchObject([{ amount: 10_000 }])
  expect(await letters()).toEqual([])
})

test('keys that are refused leave a refund waiting, which another press never makes twice', async () => {
  const { refund, reconcile, made, shown } = await paid()
  gateway.refuseKeys = true
  expect(await refund({ amount: 100, reason: 'Asked for' }, 'first-press')).toMatchObject({ status: 'pending' })
  gateway.refuseKeys = false
  await Promise.all([refund({ amount: 100, reason: 'Asked for' }, 'first-press'), reconcile(two)])
  expect(made()).toMatchObject([{ amount: 10_000 }])
  expect((await shown()).refunds).toMatchObject([{ status: 'processed' }])
})

test('a refund that was made and answered with a refusal is read, and not made again', async () => {
  const { refund, reconcile, made, posts, payment, letters } = await paid()
  gateway.refuse = (request) => {
    if (!isRefund(request)) return undefined
    const { amount, notes } = request.body
    gateway.refunds.push(documentedRefund(String(payment.id), { amount, notes }))
    return OPERATION_IN_PROGRESS
  }
  expect(await refund()).toMatchObject({ status: 'processed' })
  gateway.refuse = () => undefined
  await reconcile(two)
  expect([made().length, posts()]).toEqual([1, 1])
  expect(await letters()).toEqual([])
})

test('a sender that died leaves a claim that runs out; only then another sends', async () => {
  const { refund, reconcile, made, posts, payment, shown } = await paid()
  gateway.refuse = (request) => (isRefund(request) ? OPERATION_IN_PROGRESS : undefined)
  await refund()
  gateway.refuse = () => undefined
  const until = new Date(one.ctx.now().getTime() + 60_000)
  await one.db('refunds').where({ payment_id: payment.id }).update({ claimed_until: until })
  const before = posts()
  await reconcile(two)
  expect(posts()).toBe(before)
  two.clock.advance(61_000)
  await Promise.all([reconcile(two), reconcile(two)])
  expect([posts() - before, made().length]).toEqual([1, 1])
  expect(await shown()).toMatchObject({ status: 'refunded' })
})

test('a refund that is refused for half a day and is still not at the gateway is the owner’s', async () => {
  const { refund, reconcile, made, letters, shown } = await paid()
  gateway.refuse = (request) => (isRefund(request) ? 'The payment is too old' : undefined)
  await refund()
  one.clock.advance(DAY_MS / 2 - 60_000)
  await reconcile()
  expect((await shown()).refunds).toMatchObject([{ status: 'pending' }])
  one.clock.advance(2 * 60_000)
  await reconcile()
  expect(await shown()).toMatchObject({ refundable: 499, attention: { reason: 'refund_failed' } })
  expect(await letters()).toEqual(['refund_failed'])
  expect(made()).toEqual([])
})

test('the refund of a second payment goes the same way: one POST, whatever the gateway answers first', async () => {
  const { link, payment, reconcile, letters, shown } = await paid()
  const second = gateway.attempt(link, { order_id: payment.order_id })
  gateway.refuse = (request) => (isRefund(request) ? OPERATION_IN_PROGRESS : undefined)
  await hear('payment.captured', { payment: second })
  gateway.refuse = () => undefined
  gateway.takes = (request) => (isRefund(request) ? 200 : 0)
  await Promise.all([reconcile(one), reconcile(two)])
  await reconcile()
  expect(gateway.refunds.filter(({ payment_id }) => payment_id === second.id)).toHaveLength(1)
  expect(await letters()).toEqual([])
  expect(await shown()).toMatchObject({ status: 'paid', attention: null })
})
