import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payInSilence } from '../../../test/shopper.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

const MINUTE = 60_000

/** A paid order over ₹499 whose refunds the test writes itself, a minute apart. */
async function paidOrder() {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  const { payment_id } = await one.db('orders').where({ order_id: orderId }).first()
  return {
    orderId,
    async refund(rupees: number, status: string) {
      one.clock.advance(MINUTE)
      const at = one.ctx.now()
      const refund_id = `rf_${randomBytes(6).toString('hex')}`
      const row = { order_id: orderId, payment_id, amount_paise: rupees * 100, status, origin: 'admin' }
      await one.db('refunds').insert({ refund_id, ...row, created_at: at, updated_at: at })
      return at.toISOString()
    },
    attention: async () => (await one.api(await one.adminToken()).orders.adminGet({ order_id: orderId })).attention,
  }
}

test('a failed refund is made up for in sum: ₹1 excuses nothing, the same again or all of the payment does', async () => {
  const { orderId, refund, attention } = await paidOrder()
  const at = await refund(400, 'failed')
  await refund(1, 'processed')
  expect(await attention()).toEqual({ reason: 'refund_failed', since: at, answer_by: null })
  const { orders, total } = await one.api(await one.adminToken()).orders.adminList({ needs: 'attention', q: orderId })
  expect({ total, attention: orders[0]?.attention }).toEqual({
    total: 1,
    attention: { reason: 'refund_failed', since: at, answer_by: null },
  })
  await refund(398, 'processed')
  expect(await attention()).toMatchObject({ reason: 'refund_failed' })
  await refund(1, 'pending')
  expect(await attention()).toBeNull()

  const whole = await paidOrder()
  await whole.refund(100, 'processed')
  await whole.refund(499, 'failed')
  expect(await whole.attention()).toMatchObject({ reason: 'refund_failed' })
  await whole.refund(399, 'processed')
  expect(await whole.attention()).toBeNull()
})

test('a retry that fails as well excuses nobody, and what went back before does not either', async () => {
  const { refund, attention } = await paidOrder()
  await refund(200, 'processed')
  const at = await refund(200, 'failed')
  await refund(200, 'failed')
  expect(await attention()).toEqual({ reason: 'refund_failed', since: at, answer_by: null })
  await refund(200, 'processed')
  expect(await attention()).toBeNull()
})

test('an order that is open an hour after its end is stuck, and no longer once it is paid', async () => {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  const owner = async () => one.api(await one.adminToken())
  const needing = async () => (await (await owner()).orders.adminList({ needs: 'attention', q: orderId })).orders
  const { expires_at } = await one.db('orders').where({ order_id: orderId }).first()
  const paid = await payInSilence(one, link)
  one.clock.set(new Date(Date.parse(expires_at) + 59 * MINUTE))
  expect(await needing()).toEqual([])
  one.clock.advance(2 * MINUTE)
  const since = new Date(Date.parse(expires_at) + 60 * MINUTE).toISOString()
  expect(await needing()).toMatchObject([{ attention: { reason: 'stuck', since } }])
  await deliverEvent(one, paidEvent(paid))
  expect(await needing()).toEqual([])
})
