import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, hear, paidEvent, payOtherwise } from '../../../test/shopper.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

test('what was paid in another currency can only be refunded: an invoice would call its number rupees', async () => {
  const owner = one.api(await one.adminToken())
  const shopper = await buildShopper(one)
  const { course, orderId, link } = await shopper.buyOne()
  const params = { order_id: orderId }
  await hear(one, paidEvent(await payOtherwise(one, link, { currency: 'USD' })))
  expect(await owner.orders.adminGet(params)).toMatchObject({ status: 'review', grantable: false })
  await expect(owner.orders.grant({ params, body: { reason: 'It is worth more' } })).rejects.toMatchObject({
    code: 'not_grantable',
    message: 'This order was paid in USD, and the shop’s invoices are in rupees. Please refund it.',
  })
  expect(await shopper.enrolments(course.course_id)).toEqual([])
  expect(await owner.orders.refund({ params, body: {} })).toMatchObject({ status: 'processed' })
  expect(await owner.orders.adminGet(params)).toMatchObject({ status: 'refunded', documents: [] })
})
