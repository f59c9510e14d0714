import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  paidEvent,
  payInSilence,
  payOtherwise,
  payWithEvent,
  refuseRefunds,
  requestAll,
  type Shopper,
} from '../../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

const details = (order_id: string) => owner.orders.adminGet({ order_id })
const amounts = async (orderId: string) =>
  (await details(orderId)).refunds.map(({ amount, status }) => [amount, status])

/** Two courses at ₹499 in one order, the first of which its buyer has paid for alone meanwhile. */
async function half() {
  const [mine, other] = [await shopper.buyOne(), await shopper.buyOne()]
  const both = await shopper.buy([mine.course.course_id, other.course.course_id])
  await payWithEvent(one, mine.link)
  return { ...both, mine: mine.course.course_id, other: other.course.course_id }
}

test('a failed refund of an owned share still waits when another seat is refunded, and a recheck makes it', async () => {
  const { orderId, link, mine, other } = await half()
  await refuseRefunds(one, async () => deliverEvent(one, paidEvent(await payInSilence(one, link))))
  const params = { order_id: orderId }
  await owner.orders.refund({ params, body: { seats: [{ course_id: other, seat: 0 }] } })
  expect(await amounts(orderId)).toEqual([
    [499, 'failed'],
    [499, 'processed'],
  ])
  expect((await details(orderId)).attention).toMatchObject({ reason: 'refund_failed' })
  await owner.orders.recheck({ params })
  await requestAll(one)
  expect(await details(orderId)).toMatchObject({ status: 'refunded', attention: null, refundable: 0 })
  expect((await amounts(orderId)).slice(2)).toEqual([[499, 'processed']])
  // The course that the shopper paid for stays.
  expect(await shopper.enrolments(mine)).toHaveLength(1)
  expect(await shopper.enrolments(other)).toHaveLength(0)
})

test('an owned share of an order granted at less refunds its part of the amount received', async () => {
  const { orderId, link, other } = await half()
  await deliverEvent(one, paidEvent(await payOtherwise(one, link, { amount_paise: 60_000 })))
  await one.gateway('control/reset-faults', {})
  await owner.orders.grant({ params: { order_id: orderId }, body: { reason: 'The bank kept some' } })
  await requestAll(one)
  expect(await amounts(orderId)).toEqual([[300, 'processed']])
  expect(await details(orderId)).toMatchObject({ status: 'partially_refunded', refundable: 300 })
  expect(await shopper.enrolments(other)).toHaveLength(1)
})
