import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  findRefundsAt,
  type Link,
  payWithEvent,
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

type Bought = { orderId: string; link: Link }

const pay = ({ link }: Bought) => payWithEvent(one, link)

type Body = NonNullable<Parameters<ApiClient['orders']['refund']>[0]['body']>

/** A refund that the gateway has taken and not ended yet. */
async function refundOnItsWay({ orderId }: Bought, body: Body = {}) {
  await one.gateway('control/faults/refunds', { fault: 'hold', count: 1 })
  await owner.orders.refund({ params: { order_id: orderId }, body })
  const { payment_id } = await one.db('orders').where({ order_id: orderId }).first()
  const [held] = await findRefundsAt(one, payment_id)
  if (held?.status !== 'pending') throw new Error('no refund is on its way')
  return held.id
}

async function end(refundId: string, how: 'process' | 'fail') {
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 10 })
  await one.gateway(`control/refunds/${refundId}/${how}`, {})
  await requestTwice()
}

/** Asks about every order, and sends what that finds to be sent. */
async function requestTwice() {
  await requestAll(one)
  await requestAll(one)
}

const has = async (who: Shopper, courseId: string) => {
  const { orders } = await who.student.account.dashboard()
  return orders.some(({ course_id }) => course_id === courseId)
}
const isRefunded = async ({ orderId }: Bought) =>
  (await owner.orders.adminGet({ order_id: orderId })).refunds.filter(({ status }) => status === 'processed').length

describe.each(['process', 'fail'] as const)('while the refund of a course is on its way, which ends with %s', (how) => {
  test('the course can be bought again, and who pays has it', async () => {
    const { course, ...first } = await shopper.buyOne()
    await pay(first)
    const refundId = await refundOnItsWay(first)
    const again = await shopper.buy([course.course_id])
    await pay(again)
    await end(refundId, how)
    expect(await has(shopper, course.course_id)).toBe(true)
    expect(await shopper.statusOf(again.orderId)).toBe('paid')
    expect(await isRefunded(again)).toBe(0)
  })

  test('a buyer who pays a second, older open order with another course has both', async () => {
    const { course, ...first } = await shopper.buyOne()
    const other = await shopper.buyOne()
    const both = await shopper.buy([course.course_id, other.course.course_id, other.course.course_id])
    await pay(first)
    const refundId = await refundOnItsWay(first)
    await pay(both)
    await end(refundId, how)
    for (const { course_id } of [course, other.course]) expect(await has(shopper, course_id)).toBe(true)
    expect(await shopper.statusOf(both.orderId)).toBe('paid')
    expect(await isRefunded(both)).toBe(0)
  })

  test('the course can be bought again for one seat of an order of several', async () => {
    const { course, ...first } = await shopper.buyOne(2)
    await pay(first)
    const refundId = await refundOnItsWay(first, { seats: [{ course_id: course.course_id, seat: 0 }] })
    const again = await shopper.buy([course.course_id])
    await pay(again)
    await end(refundId, how)
    expect(await has(shopper, course.course_id)).toBe(true)
    expect(await isRefunded(again)).toBe(0)
  })

  test('a redeemer of a seat can buy the course, and has it', async () => {
    const { course, ...first } = await shopper.buyOne(2)
    await pay(first)
    const friend = await buildShopper(one)
    const gift = await one.db('gift_codes').where({ order_id: first.orderId }).first()
    await friend.student.gifts.redeem({ code: gift.code })
    const refundId = await refundOnItsWay(first, { redeemed: 'take' })
    const own = await friend.buy([course.course_id])
    await pay(own)
    await end(refundId, how)
    expect(await has(friend, course.course_id)).toBe(true)
    expect(await has(shopper, course.course_id)).toBe(how === 'fail')
    expect(await isRefunded(own)).toBe(0)
  })
})

test('a course that nobody is giving back is still not bought twice', async () => {
  const { course, ...first } = await shopper.buyOne()
  const second = await shopper.buy([course.course_id, (await shopper.buyOne()).course.course_id])
  await pay(first)
  await one.gateway('control/faults/refunds', { fault: 'hold', count: 1 })
  await owner.orders.refund({ params: { order_id: first.orderId }, body: { amount: 100 } })
  await expect(shopper.buy([course.course_id])).rejects.toMatchObject({ code: 'already_purchased' })
  await pay(second)
  await requestTwice()
  expect(await isRefunded(second)).toBe(1)
  expect(await has(shopper, course.course_id)).toBe(true)
})

describe('for a buyer who bought twice,', () => {
  const statusOf = (course_id: string) =>
    shopper.student.orders.paymentStatus({ course_id, user_id: shopper.user.user_id })

  test('a second order wins while the first is on refund', async () => {
    const { course, ...first } = await shopper.buyOne()
    const both = await shopper.buy([course.course_id, (await shopper.buyOne()).course.course_id])
    await pay(first)
    await refundOnItsWay(first)
    expect(await statusOf(course.course_id)).toMatchObject({ status: 'created', order_id: both.orderId })
  })

  test('an extending order wins over an access that ends soon', async () => {
    const { course, ...first } = await shopper.buyOne(1, {}, { access_period: 'P12M' })
    await pay(first)
    expect(await statusOf(course.course_id)).toMatchObject({ status: 'paid', order_id: first.orderId })
    const ends_at = new Date(one.ctx.now().getTime() + 5 * 24 * 60 * 60_000)
    await one.db('enrolments').where({ order_id: first.orderId }).update({ ends_at })
    const { orderId } = await shopper.buy([course.course_id])
    expect(await statusOf(course.course_id)).toMatchObject({ status: 'created', order_id: orderId })
    // An expired order does not affect a paid one.
    await one.db('orders').where({ order_id: orderId }).update({ status: 'expired' })
    expect(await statusOf(course.course_id)).toMatchObject({ status: 'paid', order_id: first.orderId })
  })

  test('the paid one of two open orders wins', async () => {
    const { course, ...first } = await shopper.buyOne()
    await shopper.buy([course.course_id, (await shopper.buyOne()).course.course_id])
    await pay(first)
    expect(await statusOf(course.course_id)).toMatchObject({ status: 'paid', order_id: first.orderId })
  })
})
