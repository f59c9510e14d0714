import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  findLink,
  findRefundsAt,
  type Link,
  pay,
  payInSilence,
  type Shopper,
} from '../../../../test/shopper.ts'

let one: TestServer
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

const closeLinks = () => one.answerWaiting('close-links')
const linkAt = async (link: Link) => (await findLink(one, link.reference_id)).status
/** [X], then [X, Y] and [Z], all open. */
async function threeOrders() {
  const x = await shopper.buyOne()
  const z = await shopper.buyOne()
  const y = await shopper.buyOne()
  const both = await shopper.buy([x.course.course_id, y.course.course_id])
  return { x, y, z, both }
}

test('once X is paid, the open order that holds X is cancelled, and no other', async () => {
  const { x, y, z, both } = await threeOrders()
  await pay(one, x.link)
  await closeLinks()
  expect(await linkAt(both.link)).toBe('cancelled')
  expect(await shopper.statusOf(both.orderId)).toBe('cancelled')
  for (const { link, orderId } of [y, z]) {
    expect(await linkAt(link)).toBe('created')
    expect(await shopper.statusOf(orderId)).toBe('created')
  }
  // Nothing is left to do, and doing it again changes nothing.
  await one.db.transaction((trx) => one.ctx.queue.send(trx, 'close-links', { order_id: x.orderId }))
  await closeLinks()
  expect(await shopper.statusOf(both.orderId)).toBe('cancelled')
})

test('another buyer’s order of the same course stays open', async () => {
  const { course, link } = await shopper.buyOne()
  const other = await buildShopper(one)
  const theirs = await other.buy([course.course_id])
  await pay(one, link)
  await closeLinks()
  expect(await linkAt(theirs.link)).toBe('created')
})

test('a link that is paid meanwhile is settled: the share of what was owned goes back', async () => {
  const { x, both } = await threeOrders()
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/links/${both.link.id}/pay`, {})
  await one.gateway('control/reset-faults', {})
  await pay(one, x.link)
  await closeLinks()
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
  const [{ payment_id }] = await one.db('orders').where({ order_id: both.orderId })
  expect(await findRefundsAt(one, payment_id)).toMatchObject([{ amount: 49_900 }])
})

test('paid between the question and the cancelling: the gateway refuses to cancel, and what it says is settled', async () => {
  const { x, both } = await threeOrders()
  await pay(one, x.link)
  const { cancelLink } = one.ctx.payments
  one.ctx.payments.cancelLink = async (linkId) => {
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway(`control/links/${linkId}/pay`, {})
    return cancelLink(linkId)
  }
  await closeLinks()
  one.ctx.payments.cancelLink = cancelLink
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('the own link of what was paid on the pay page, unknown under new keys, keeps no other from being closed', async () => {
  const { x, both } = await threeOrders()
  await pay(one, x.link)
  const unknown = { page_order_id: 'order_AAAAAAAAAAAAAA', gateway_link_id: 'plink_AAAAAAAAAAAAAA' }
  await one.db('orders').where({ order_id: x.orderId }).update(unknown)
  await closeLinks()
  expect(await shopper.statusOf(both.orderId)).toBe('cancelled')
})

test('an order that was never given a link is closed as well', async () => {
  const { x, both } = await threeOrders()
  await one.db('orders').where({ order_id: both.orderId }).update({ gateway_link_id: null, payment_link: null })
  await one.db('sandbox.links').where({ link_id: both.link.id }).update({ reference_id: null })
  await pay(one, x.link)
  await closeLinks()
  expect(await shopper.statusOf(both.orderId)).toBe('expired')
})

test('an order of which something is owned says so, until and after it is closed', async () => {
  const { x, y, z, both } = await threeOrders()
  await pay(one, x.link)
  const marked = async () => {
    const mine = await shopper.student.orders.mine({})
    return mine.filter((order) => order.owned).map((order) => order.order_id)
  }
  expect(await marked()).toEqual([both.orderId])
  await closeLinks()
  expect(await marked()).toEqual([both.orderId])
  expect(await marked()).not.toContain(y.orderId)
  // The order with X is the newest of Y: its page gives the reason of its closing; an order of nothing owned has none.
  const status = (course_id: string) =>
    shopper.student.orders.paymentStatus({ course_id, user_id: shopper.user.user_id })
  expect(await status(y.course.course_id)).toMatchObject({ status: 'cancelled', order_id: both.orderId, owned: true })
  await one.gateway(`control/links/${z.link.id}/cancel`, {})
  one.clock.advance(10_000)
  expect(await status(z.course.course_id)).toEqual({ status: 'cancelled', order_id: z.orderId, order_no: z.orderNo })
})

test('a purchase that overlaps with nothing sends no job', async () => {
  const { link } = await shopper.buyOne()
  await shopper.buyOne()
  await one.db('pgboss.job').where({ name: 'close-links' }).delete()
  await pay(one, link)
  expect(await one.db('pgboss.job').where({ name: 'close-links' })).toEqual([])
})

test('a buyer who is deleted leaves no link that can be paid; one that was paid before it was closed is looked at', async () => {
  const [open, paid] = [await shopper.buyOne(), await shopper.buyOne()]
  await shopper.student.account.deleteOwn({ current_password: shopper.user.password })
  await payInSilence(one, paid.link)
  await closeLinks()
  expect(await linkAt(open.link)).toBe('cancelled')
  expect(await shopper.statusOf(open.orderId)).toBe('cancelled')
  expect(await shopper.statusOf(paid.orderId)).toBe('review')
})
