import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  paidEvent,
  pay,
  payInSilence,
  payOtherwise,
  type Shopper,
} from '../../../../test/shopper.ts'
import { reconcileOrders } from '../../../serve/jobs/reconcile-orders.jobs.ts'
import { findOrderDocuments } from '../../documents/documents.queries.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

let one: TestServer
let two: TestServer
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer()
  two = await startTestServer({ beside: one, work: false })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

const receipts = async (orderId: string) =>
  (await one.db('pgboss.job').where({ name: 'receipt-mail' }).whereJsonPath('data', '$.order_id', '=', orderId)).length

test('the same webhook 50 times in parallel on two instances: one enrolment, one receipt', async () => {
  const { course, orderId, link } = await shopper.buyOne(3)
  const event = paidEvent(await payInSilence(one, link))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => deliverEvent(index % 2 ? one : two, event, { id: 'evt_same' })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  expect(await one.db('gift_codes').where({ order_id: orderId })).toHaveLength(2)
  expect(await receipts(orderId)).toBe(1)
  expect(await one.db('order_events').where({ order_id: orderId, kind: 'paid' })).toHaveLength(1)
})

test.each([
  ['another amount', { amount_paise: 100 }, '₹1.00 came, ₹499.00 was asked for'],
  ['another currency', { currency: 'USD' }, '499.00 USD came, ₹499.00 was asked for'],
])('%s puts the order in review, says why in its timeline, and grants nothing', async (_name, change, why) => {
  const { course, orderId, link } = await shopper.buyOne()
  expect((await deliverEvent(one, paidEvent(await payOtherwise(one, link, change)))).status).toBe(200)
  expect(await shopper.statusOf(orderId)).toBe('review')
  expect(await one.db('order_events').where({ order_id: orderId, kind: 'review' }).pluck('detail')).toEqual([
    expect.stringContaining(why),
  ])
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  const status = await shopper.student.orders.paymentStatus({
    course_id: course.course_id,
    user_id: shopper.user.user_id,
  })
  expect(status.status).toBe('created')
})

test("a buyer's convenience fee is no part of the total, nor of a refund", async () => {
  const { course, orderId, link } = await shopper.buyOne()
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/links/${link.id}/pay-with-fee`, { fee: 1_180 })
  const owner = one.api(await one.adminToken())
  await owner.orders.recheck({ params: { order_id: orderId } })
  expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
    status: 'paid',
    attention: null,
    refundable: 499,
    gateway: { captured: 499 },
  })
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  await expect(
    owner.orders.refund({ params: { order_id: orderId }, body: { amount: 510.8, reason: 'All of it' } }),
  ).rejects.toMatchObject({ code: 'not_refundable' })
  expect(await owner.orders.refund({ params: { order_id: orderId }, body: {} })).toMatchObject({ amount: 499 })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
})

describe('before the gateway reports a convenience fee,', () => {
  const untold = async () => {
    const bought = await shopper.buyOne()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway(`control/links/${bought.link.id}/pay-with-fee`, { fee: 1_180 })
    const show = (fee_told: boolean) =>
      one.db('sandbox.payments').where({ link_id: bought.link.id }).update({ fee_told })
    await show(false)
    return { ...bought, say: show }
  }
  const owner = async () => one.api(await one.adminToken())

  test('the unknown fee is checked until it arrives, and the order settles without an email to the owner', async () => {
    const { course, orderId, say } = await untold()
    const requested = { course_id: course.course_id, user_id: shopper.user.user_id }
    expect(await shopper.student.orders.paymentStatus(requested)).toMatchObject({ status: 'created' })
    one.clock.advance(61_000)
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe('created')
    await say(true)
    one.clock.advance(4 * 60_000)
    await reconcileOrders(one.ctx)
    expect(await (await owner()).orders.adminGet({ order_id: orderId })).toMatchObject({
      status: 'paid',
      refundable: 499,
      gateway: { captured: 499 },
    })
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
    expect(await one.db('owner_alerts').where({ order_id: orderId })).toEqual([])
  })

  test('a fee unknown for a day leaves the order to the owner, who settles it once it arrives', async () => {
    const { course, orderId, say } = await untold()
    one.clock.advance(25 * 3_600_000)
    const { orders } = await owner()
    await orders.recheck({ params: { order_id: orderId } })
    expect(await orders.adminGet({ order_id: orderId })).toMatchObject({
      status: 'review',
      gateway: { captured: 510.8 },
    })
    await say(true)
    await orders.recheck({ params: { order_id: orderId } })
    expect(await orders.adminGet({ order_id: orderId })).toMatchObject({
      status: 'paid',
      attention: null,
      refundable: 499,
      gateway: { captured: 499 },
    })
    expect(await one.db('order_payments').where({ order_id: orderId }).pluck('amount_paise')).toEqual([49_900])
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  })
})

test('a payment whose events were lost counts on the day of the gateway, whenever the shop finds it', async () => {
  const { orderId, link } = await shopper.buyOne()
  await payInSilence(one, link)
  const captured = new Date(one.ctx.now().getTime() - 3 * 86_400_000)
  captured.setMilliseconds(0)
  await one.db('sandbox.payments').where({ link_id: link.id }).update({ created_at: captured })
  one.clock.advance(3 * 60_000)
  await reconcileOrders(one.ctx)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect((await one.db('orders').where({ order_id: orderId }).first()).received_at).toEqual(captured.toISOString())
  // The job may have issued it first.
  await issueDocuments(one.ctx, orderId)
  const [receipt] = await findOrderDocuments(one.db, orderId)
  expect(receipt?.facts).toMatchObject({ paid_at: captured.toISOString() })
  const owner = one.api(await one.adminToken())
  const day = indianDay(captured)
  expect((await owner.overview.get({ from: day, to: day })).totals).toMatchObject({ orders: 1 })
  const shown = await owner.orders.adminGet({ order_id: orderId })
  expect(shown.gateway).toMatchObject({ payment_link: null, paid_at: captured.toISOString() })
  expect(Date.parse(shown.paid_at ?? '')).toBeGreaterThan(captured.getTime() + 2 * 86_400_000)
})

test('every webhook lost: the status call asks the gateway', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  await payInSilence(one, link)
  expect(await shopper.statusOf(orderId)).toBe('created')
  const answer = await shopper.student.orders.paymentStatus({
    course_id: course.course_id,
    user_id: shopper.user.user_id,
  })
  expect(answer).toMatchObject({ status: 'paid', order_id: orderId })
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('every webhook lost and the tab closed: the reconciler grants within 5 minutes', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  await payInSilence(one, link)
  await reconcileOrders(one.ctx)
  expect(await shopper.statusOf(orderId)).toBe('created')
  one.clock.advance(3 * 60_000)
  await reconcileOrders(one.ctx)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('made-up parameters on the status call prove nothing', async () => {
  const { course, link } = await shopper.buyOne()
  const token = await one.userToken(shopper.user)
  const query = new URLSearchParams({
    course_id: course.course_id,
    user_id: shopper.user.user_id,
    razorpay_payment_id: 'pay_forged',
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'f'.repeat(64),
  })
  const answer = await one.request(`/api/user/payment_status?${query}`, {
    headers: { authorization: `bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ status: 'created' })
})

test('the link of another order cannot pay this one', async () => {
  const cheap = await shopper.buyOne()
  const dear = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, cheap.link), { reference_id: dear.orderId })
  expect((await deliverEvent(one, paid)).status).toBe(200)
  expect(await shopper.statusOf(dear.orderId)).toBe('created')
  expect(await shopper.enrolments(dear.course.course_id)).toHaveLength(0)
})

test('a failed payment leaves the order open; a later capture pays it', async () => {
  const { orderId, link } = await shopper.buyOne()
  await one.gateway(`control/links/${link.id}/fail`, {})
  await one.gateway('control/deliver', {})
  expect(await shopper.statusOf(orderId)).toBe('created')
  await pay(one, link)
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a course deleted while its link was open is granted all the same; a deleted buyer is looked at', async () => {
  const bought = await shopper.buyOne()
  await one.db('courses').where({ course_id: bought.course.course_id }).update({ deleted_at: new Date() })
  await pay(one, bought.link)
  expect(await shopper.statusOf(bought.orderId)).toBe('paid')
  expect(await shopper.enrolments(bought.course.course_id)).toHaveLength(1)

  const gone = await shopper.buyOne()
  const admin = one.api(await one.adminToken())
  // Paid before the account goes, and heard of after: the link of a deleted account is cancelled soon.
  const paid = paidEvent(await payInSilence(one, gone.link))
  await admin.users.delete({ params: { id: shopper.user.user_id } })
  await deliverEvent(one, paid)
  await expect.poll(() => shopper.statusOf(gone.orderId)).toBe('review')
  const { detail } = await one.db('order_events').where({ order_id: gone.orderId, kind: 'review' }).first('detail')
  expect(detail).toContain("₹499.00 came, but the buyer's account is deleted")
  expect(await shopper.enrolments(gone.course.course_id)).toHaveLength(0)
})

test('an attempt that failed before the order was paid is still checked: it may be captured', async () => {
  const { orderId, link } = await shopper.buyOne()
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  const { payment } = (await one.gateway(`control/links/${link.id}/fail`, {})) as { payment: { id: string } }
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  expect(await shopper.statusOf(orderId)).toBe('paid')
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  const refunds = () => one.db('refunds').where({ order_id: orderId })
  // A worker may have taken the round, or the gateway may have been too slow for it: the next round is the same.
  const oneRound = async () => {
    one.clock.advance(3 * 60_000)
    await reconcileOrders(one.ctx)
    expect(await refunds()).toHaveLength(1)
  }
  await vi.waitFor(oneRound, { timeout: 45_000, interval: 1_000 })
  expect(await refunds()).toMatchObject([{ payment_id: payment.id, amount_paise: 49_900, origin: 'duplicate_payment' }])
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a payment that the gateway sent back without taking it pays nothing', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  const event = paidEvent(await payInSilence(one, link))
  await one.db('sandbox.payments').where({ link_id: link.id }).update({ status: 'refunded', captured: false })
  await deliverEvent(one, event)
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  expect(await shopper.statusOf(orderId)).toBe('created')
})

test('a link that is paid in part decides nothing until its payment is captured; then the order can be granted or refunded', async () => {
  const { orderId, link } = await shopper.buyOne()
  const paid = await payOtherwise(one, link, { amount_paise: 100 })
  const payments = () => one.db('sandbox.payments').where({ link_id: link.id })
  await one.db('sandbox.links').where({ link_id: link.id }).update({ status: 'partially_paid', amount_paid_paise: 100 })
  await payments().update({ status: 'authorized', captured: false })
  await deliverEvent(one, paidEvent(paid))
  expect(await shopper.statusOf(orderId)).toBe('created')
  await payments().update({ status: 'captured', captured: true })
  const admin = one.api(await one.adminToken())
  await admin.orders.recheck({ params: { order_id: orderId } })
  expect(await admin.orders.adminGet({ order_id: orderId })).toMatchObject({
    status: 'review',
    grantable: true,
    refundable: 1,
    payment_id: paid.payments[0]?.payment_id,
  })
})

describe('when the gateway made the refund,', () => {
  test('a full one takes access and open gift codes, once; a partial one keeps them', async () => {
    const full = await shopper.buyOne(2)
    const paid = await payInSilence(one, full.link)
    await one.gateway('control/reset-faults', {})
    await deliverEvent(one, paidEvent(paid))
    const payment = paid.payments[0]?.payment_id
    await one.gateway(`control/payments/${payment}/refund`, { amount: 100 })
    await one.gateway('control/deliver', {})
    expect(await shopper.statusOf(full.orderId)).toBe('partially_refunded')
    expect(await shopper.enrolments(full.course.course_id)).toHaveLength(1)
    await one.gateway(`control/payments/${payment}/refund`, {})
    await one.gateway('control/deliver', {})
    expect(await shopper.statusOf(full.orderId)).toBe('refunded')
    expect(await shopper.enrolments(full.course.course_id)).toHaveLength(0)
    expect(await one.db('gift_codes').where({ order_id: full.orderId }).whereNull('revoked_at')).toHaveLength(0)
    await expect(shopper.student.learning.getContent({ courseId: full.course.course_id })).rejects.toMatchObject({
      status: 403,
    })
  })
})

test('the timeline, the lists and the recheck tell the same', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  await payInSilence(one, link)
  const admin = one.api(await one.adminToken())
  expect(await admin.orders.recheck({ params: { order_id: orderId } })).toEqual({ status: 'paid' })
  const details = await admin.orders.adminGet({ order_id: orderId })
  expect(details).toMatchObject({
    status: 'paid',
    buyer: { user_id: shopper.user.user_id },
    gateway: { payment_link_id: link.id },
  })
  expect(details.events.map((event) => event.kind)).toEqual(['created', 'link_created', 'polled', 'paid'])
  const found = await admin.orders.adminList({ q: orderId, status: 'paid', limit: '10' } as never)
  expect(found).toMatchObject({ total: 1, orders: [{ order_id: orderId, total: 499 }] })
  const [mine] = await shopper.student.orders.mine({})
  expect(mine).toMatchObject({
    order_id: orderId,
    status: 'paid',
    courses: [{ course_id: course.course_id, quantity: 1 }],
  })
  expect(mine).not.toHaveProperty('payment_link')
})
