import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '../../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  findRefundsAt,
  type Link,
  pay,
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

const refund = (order_id: string) =>
  owner.orders.refund({ params: { order_id }, body: { reason: 'The first of two payments' } })

/** [X] is paid, then [X, Y], of which X is to go back by itself, and the gateway does not take that. */
async function paidTwice() {
  const first = await shopper.buyOne()
  const other = await shopper.buyOne()
  const both = await shopper.buy([first.course.course_id, other.course.course_id])
  await pay(one, first.link)
  const payment_id = await payInVain(both)
  return { first, both, payment_id, has: () => shopper.enrolments(first.course.course_id) }
}

/** Pays what is owed back by itself, which the gateway does not take; answers the payment. */
async function payInVain({ orderId, link }: { orderId: string; link: Link }): Promise<string> {
  await refuseRefunds(one, () => pay(one, link))
  expect(await one.db('refunds').where({ order_id: orderId })).toMatchObject([{ status: 'failed' }])
  return (await one.db('orders').where({ order_id: orderId }).first()).payment_id
}

/** A friend redeems a gift code of the buyer's order, and then pays an order of their own for the same course. */
async function paidAfterGift() {
  const friend = await buildShopper(one)
  const { course, ...first } = await shopper.buyOne(2)
  await pay(one, first.link)
  const own = await friend.buy([course.course_id])
  const gift = await one.db('gift_codes').where({ order_id: first.orderId }).first()
  await friend.student.gifts.redeem({ code: gift.code })
  await payInVain(own)
  const has = () => friend.enrolments(course.course_id)
  expect(await has()).toMatchObject([{ gift_code: gift.code }])
  return { friend, first, own, has, seat: { course_id: course.course_id, seat: 1 } }
}

test('a buyer whose duplicate payment stays has the course by it when the first one is refunded', async () => {
  const { first, both, payment_id, has } = await paidTwice()
  expect(await refund(first.orderId)).toMatchObject({ status: 'processed' })
  await one.answerWaiting()
  expect(await has()).toMatchObject([{ order_id: both.orderId }])
  const { events } = await owner.orders.adminGet({ order_id: both.orderId })
  expect(events).toContainEqual(expect.objectContaining({ kind: 'access_restored', detail: first.course.course_id }))
  // The owner gives that money back, too, after all: nobody has a course for nothing.
  await owner.orders.recheck({ params: { order_id: both.orderId } })
  await requestAll(one)
  expect(await findRefundsAt(one, payment_id)).toMatchObject([{ amount: 49_900, status: 'processed' }])
  expect(await has()).toEqual([])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('a buyer has the course by the second payment also when the first is refunded before the refund of the second has failed', async () => {
  const first = await shopper.buyOne()
  const again = await shopper.buy([first.course.course_id], 10)
  await pay(one, first.link)
  await one.gateway('control/faults/api', { fault: 'drop', act: false, match: 'payments.refund', count: 50 })
  await pay(one, again.link)
  await requestAll(one)
  await one.gateway('control/reset-faults', {})
  await refund(first.orderId)
  await refuseRefunds(one, () => one.answerWaiting())
  expect(await shopper.enrolments(first.course.course_id)).toMatchObject([{ order_id: again.orderId }])
})

test('money that the owner gave back as a sum stands in for nothing: nobody has a course for nothing', async () => {
  const { first, both, has } = await paidTwice()
  const back = { params: { order_id: both.orderId }, body: { amount: 499, reason: 'Paid twice' } }
  expect(await owner.orders.refund(back)).toMatchObject({ status: 'processed' })
  await refund(first.orderId)
  await one.answerWaiting()
  expect(await has()).toEqual([])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('access that an admin removed stays removed, and a payment on refund replaces no other', async () => {
  const { first, both, has } = await paidTwice()
  await one
    .db('enrolments')
    .where({ order_id: first.orderId })
    .update({ revoked_at: one.ctx.now(), taken_by_hand: true })
  await refund(first.orderId)
  await one.answerWaiting()
  expect(await has()).toEqual([])
  const gone = await paidTwice()
  await owner.orders.recheck({ params: { order_id: gone.both.orderId } })
  await refund(gone.first.orderId)
  await one.answerWaiting()
  expect(await gone.has()).toEqual([])
  expect(await shopper.statusOf(both.orderId)).toBe('paid')
})

test.each(['everything', 'the gift seat alone'])(
  'a redeemer keeps the course by a payment of their own when %s is refunded',
  async (what) => {
    const { first, own, has, seat } = await paidAfterGift()
    const body = what === 'everything' ? { redeemed: 'take' as const } : { seats: [seat] }
    expect(await owner.orders.refund({ params: { order_id: first.orderId }, body })).toMatchObject({
      status: 'processed',
    })
    await one.answerWaiting()
    expect(await has()).toMatchObject([{ order_id: own.orderId }])
  },
)

test("a deleted account gets nothing, the buyer’s or a redeemer's", async () => {
  const { friend, first, own, has } = await paidAfterGift()
  await friend.student.account.deleteOwn({ current_password: PASSWORD })
  const mine = await paidTwice()
  await shopper.student.account.deleteOwn({ current_password: PASSWORD })
  await owner.orders.refund({ params: { order_id: first.orderId }, body: { redeemed: 'take' } })
  await refund(mine.first.orderId)
  await one.answerWaiting()
  await requestAll(one)
  for (const order_id of [own.orderId, mine.both.orderId]) {
    const { events } = await owner.orders.adminGet({ order_id })
    expect(events).not.toContainEqual(expect.objectContaining({ kind: 'access_restored' }))
  }
  expect([...(await has()), ...(await mine.has())]).toEqual([])
})
