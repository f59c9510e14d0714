import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGiftCode } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper } from '../../../test/shopper.ts'
import { listUnpaid } from './unpaid-since.queries.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

test('an unpaid order is listed until its buyer has the course another way', async () => {
  const shopper = await buildShopper(one)
  const { orderId, course } = await shopper.buyOne()
  const listed = async () => {
    const now = one.ctx.now()
    const orders = await listUnpaid(one.db, { from: new Date(now.getTime() - DAY_MS), to: now, now })
    return orders.map(({ order_id }) => order_id)
  }
  expect(await listed()).toEqual([orderId])
  const { code } = await buildGiftCode(one.db, { course_id: course.course_id })
  await shopper.student.gifts.redeem({ code })
  expect(await listed()).toEqual([])
})
