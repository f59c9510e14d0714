import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { indianDay } from '../../contract/indian-time.ts'
import type { ApiClient } from '../../test/server.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { buildShopper, type Link, type Shopper } from '../../test/shopper.ts'
import { taxSettings } from '../../test/tax-settings.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { createJobs } from '../jobs/index.ts'
import { reconcileRefunds } from '../jobs/reconcile-refunds.ts'

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

type Sandbox = { refunds: { id: string; payment_id: string; amount: number; status: string }[] }
const refundsOf = async (paymentId: string) =>
  ((await one.gateway('control/ledger')) as Sandbox).refunds.filter((refund) => refund.payment_id === paymentId)

const pay = async (link: Link) => {
  await one.gateway(`control/links/${link.id}/pay`, {})
  await one.gateway('control/deliver', {})
}
const runRefunds = async () => {
  const job = createJobs(one.ctx).find(({ name }) => name === 'send-refund')
  for (const { data } of await one.db('pgboss.job').where({ name: 'send-refund' })) await job?.run(data, 'a-job')
}

test('C14 [X], then [X, Y]: one enrolment of X, its share given back once', async () => {
  const first = await shopper.buyOne()
  const other = await shopper.buyOne()
  const ids = [first.course.course_id, other.course.course_id]
  const both = await shopper.buy(ids)
  await pay(first.link)
  await pay(both.link)
  await runRefunds()
  await runRefunds()
  await reconcileRefunds(one.ctx)
  expect(await shopper.enrolments(first.course.course_id)).toMatchObject([{ order_id: first.orderId }])
  expect(await shopper.enrolments(other.course.course_id)).toMatchObject([{ order_id: both.orderId }])
  const [{ payment_id }] = await one.db('orders').where({ order_id: both.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 49_900, status: 'processed' }])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('two links for the same: the second is given back in full; the access stays', async () => {
  const first = await shopper.buyOne()
  const again = await shopper.buy([first.course.course_id], 10)
  await pay(first.link)
  await pay(again.link)
  await Promise.all([runRefunds(), runRefunds()])
  expect(await shopper.statusOf(again.orderId)).toBe('refunded')
  expect(await shopper.statusOf(first.orderId)).toBe('paid')
  expect(await shopper.enrolments(first.course.course_id)).toHaveLength(1)
  const [{ payment_id }] = await one.db('orders').where({ order_id: again.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 44_910 }])
})

test('a failed attempt that is captured late beside the one that paid is given back', async () => {
  const { orderId, link } = await shopper.buyOne()
  const { payment } = (await one.gateway(`control/links/${link.id}/fail`, {})) as { payment: { id: string } }
  await pay(link)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  await one.gateway('control/deliver', {})
  for (const { data } of await one.db('pgboss.job').where({ name: 'ask-gateway' }))
    await createJobs(one.ctx)
      .find(({ name }) => name === 'ask-gateway')
      ?.run(data, 'a-job')
  await runRefunds()
  await one.gateway('control/deliver', {})
  expect(await refundsOf(payment.id)).toMatchObject([{ amount: 49_900 }])
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a course that was owned and a second capture for the same link: each goes back, once', async () => {
  const first = await shopper.buyOne()
  const other = await shopper.buyOne()
  const both = await shopper.buy([first.course.course_id, other.course.course_id])
  await pay(first.link)
  const { payment } = (await one.gateway(`control/links/${both.link.id}/fail`, {})) as { payment: { id: string } }
  await pay(both.link)
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  await owner.orders.recheck({ params: { order_id: both.orderId } })
  await runRefunds()
  const [{ payment_id }] = await one.db('orders').where({ order_id: both.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 49_900 }])
  expect(await refundsOf(payment.id)).toMatchObject([{ amount: 99_800 }])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('the share of a course that was owned goes back with the tax that was added to its price', async () => {
  await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), prices: 'exclusive' }))
  const first = await shopper.buyOne(1, { billing_state: '29' })
  const other = await shopper.buyOne(1, { billing_state: '29' })
  const ids = [first.course.course_id, first.course.course_id, other.course.course_id]
  const both = await shopper.buy(ids, undefined, { billing_state: '29' })
  await pay(first.link)
  await pay(both.link)
  await runRefunds()
  const order = await one.db('orders').where({ order_id: both.orderId }).first()
  expect(order).toMatchObject({ total_paise: 176_646, tax_paise: 26_946 })
  // One of three seats at 499 rupees and 18 %.
  expect(await refundsOf(order.payment_id)).toMatchObject([{ amount: 58_882 }])
})
