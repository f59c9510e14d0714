import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../test/shopper.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

test('finance refunds and creates codes that give courses away; it grants no access and changes no course or key', async () => {
  const finance = one.api(await one.adminToken('finance'))
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne(2)
  await payWithEvent(one, link)
  const params = { order_id: orderId }
  const [gift] = await one.db('gift_codes').where(params)
  await expect(finance.orders.renewGift({ params: { ...params, code: gift.code } })).rejects.toMatchObject({
    status: 403,
  })
  expect(await finance.orders.refund({ params, body: { amount: 10, reason: 'Kind' } })).toMatchObject({ amount: 10 })
  expect(await one.db('activity').where({ call: 'orders.refund', target_id: orderId })).toMatchObject([
    { admin_role: 'finance', after: { refund: 10 } },
  ])
  const query = { promocode: 'FREE100', discount: '100', expiry_date: '2999-01-01', listed: 'false' } as never
  expect((await finance.promocodes.add({ query })).promocode).toMatchObject({ discount: 100, listed: false })
  await expect(finance.courses.adminList({})).rejects.toMatchObject({ status: 403 })
  await expect(finance.settings.get()).rejects.toMatchObject({ status: 403 })
})
