import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper } from '../../../../test/shopper.ts'
import { payAddress } from '../checkout/pay-address.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false, env: { PAY_PAGE: 'on' } })
})
afterAll(() => one.stop())

const calls = async () => ((await one.gateway('control/calls')) as Record<string, number>)['payment_links.fetch'] ?? 0

test('a sheet is opened with one question about the link, which the key that made it knows', async () => {
  const shopper = await buildShopper(one)
  const { orderId } = await shopper.buyOne()
  const before = await calls()
  expect(await shopper.student.orders.openSheet({ params: { order_id: orderId } })).toMatchObject({ status: 'created' })
  expect((await calls()) - before).toBe(1)
})

test('no sheet is opened where the gateway does not know the link, as under keys of another account: nobody would hear of the money', async () => {
  const shopper = await buildShopper(one)
  const { course, orderId } = await shopper.buyOne()
  await one.db('sandbox.links').where({ reference_id: orderId }).update({ reference_id: null })
  await one
    .db('orders')
    .where({ order_id: orderId })
    .update({ gateway_link_id: `plink_${orderId.slice(-14)}`, gateway_key_id: 'rzp_test_before' })
  const params = { order_id: orderId }
  // The page was open before, or bookmarked, with the link in it.
  const { pathname, search } = new URL(payAddress(one.ctx.config, orderId))
  const { headers } = await one.request(pathname + search, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(/^\/payment_status\?/)
  expect(await shopper.student.orders.openSheet({ params })).toEqual({ status: 'expired' })
  expect(await one.db('orders').where(params).first()).toMatchObject({ status: 'expired', page_order_id: null })
  // The same cart is bought anew, and that can be paid.
  const again = await shopper.buy([course.course_id])
  expect(again.orderId).not.toBe(orderId)
  const { status, sheet } = await shopper.student.orders.openSheet({ params: { order_id: again.orderId } })
  expect([status, sheet?.amount]).toEqual(['created', 49_900])
})
