import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findRefundsAt, pay, refuseRefunds, requestAll, type Shopper } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { lookBack } from '../../../serve/jobs/look-back.jobs.ts'
import { reconcileOrders } from '../../../serve/jobs/reconcile-orders.jobs.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

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

const refundsOf = (paymentId: string) => findRefundsAt(one, paymentId)

test('C14 [X], then [X, Y]: one enrolment of X, its share refunded once', async () => {
  const first = await shopper.buyOne()
  const other = await shopper.buyOne()
  const ids = [first.course.course_id, other.course.course_id]
  const both = await shopper.buy(ids)
  await pay(one, first.link)
  await pay(one, both.link)
  await requestAll(one)
  await requestAll(one)
  await requestAll(one)
  expect(await shopper.enrolments(first.course.course_id)).toMatchObject([{ order_id: first.orderId }])
  expect(await shopper.enrolments(other.course.course_id)).toMatchObject([{ order_id: both.orderId }])
  const [{ payment_id }] = await one.db('orders').where({ order_id: both.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 49_900, status: 'processed' }])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

test('two links for the same: the second is refunded in full; the access stays', async () => {
  const first = await shopper.buyOne()
  const again = await shopper.buy([first.course.course_id], 10)
  await pay(one, first.link)
  await pay(one, again.link)
  await Promise.all([requestAll(one), requestAll(one)])
  expect(await shopper.statusOf(again.orderId)).toBe('refunded')
  expect(await shopper.statusOf(first.orderId)).toBe('paid')
  expect(await shopper.enrolments(first.course.course_id)).toHaveLength(1)
  const [{ payment_id }] = await one.db('orders').where({ order_id: again.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 44_910 }])
})

test('a failed attempt that is captured late beside the one that paid is refunded', async () => {
  const { orderId, link } = await shopper.buyOne()
  const { payment } = (await one.gateway(`control/links/${link.id}/fail`, {})) as { payment: { id: string } }
  await pay(one, link)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  await one.gateway('control/deliver', {})
  await requestAll(one)
  await one.gateway('control/deliver', {})
  expect(await refundsOf(payment.id)).toMatchObject([{ amount: 49_900 }])
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a course that was owned and a second capture for the same link: each goes back, once', async () => {
  const first = await shopper.buyOne()
  const other = await shopper.buyOne()
  const both = await shopper.buy([first.course.course_id, other.course.course_id])
  await pay(one, first.link)
  const { payment } = (await one.gateway(`control/links/${both.link.id}/fail`, {})) as { payment: { id: string } }
  await pay(one, both.link)
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  await owner.orders.recheck({ params: { order_id: both.orderId } })
  await requestAll(one)
  const [{ payment_id }] = await one.db('orders').where({ order_id: both.orderId })
  expect(await refundsOf(payment_id)).toMatchObject([{ amount: 49_900 }])
  expect(await refundsOf(payment.id)).toMatchObject([{ amount: 99_800 }])
  expect(await shopper.statusOf(both.orderId)).toBe('partially_refunded')
})

/** An order with two payments for its one link; the second is known by the next question. */
async function twiceCaptured({ heard = true } = {}) {
  await one.gateway('control/reset-faults', {})
  const { orderId, link, course } = await shopper.buyOne()
  if (!heard) await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  const { payment } = (await one.gateway(`control/links/${link.id}/fail`, {})) as { payment: { id: string } }
  await pay(one, link)
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  const recheck = () => owner.orders.recheck({ params: { order_id: orderId } })
  const needing = async () => (await owner.orders.adminList({ needs: 'attention', q: orderId })).total
  return { orderId, course, second: payment.id, recheck, needing }
}

test('a second payment whose refund failed still needs attention until it is back; a recheck gives it back', async () => {
  const { orderId, course, second, recheck, needing } = await twiceCaptured()
  await refuseRefunds(one, recheck)
  expect(await needing()).toBe(1)
  expect(await one.db('owner_alerts').where({ order_id: orderId })).toHaveLength(1)
  // A part of the order's own money that goes back is another matter.
  await owner.orders.refund({ params: { order_id: orderId }, body: { amount: 100 } } as never)
  expect(await needing()).toBe(1)
  // An automatic check does not retry; the owner does.
  await one.db('orders').where({ order_id: orderId }).update({ poll_after: one.ctx.now() })
  await reconcileOrders(one.ctx)
  await requestAll(one)
  expect(await refundsOf(second)).toEqual([])
  await recheck()
  await recheck()
  await requestAll(one)
  expect(await refundsOf(second)).toMatchObject([{ amount: 49_900, status: 'processed' }])
  expect(await needing()).toBe(0)
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('a duplicate refunded by hand is not refunded again, and needs no more attention', async () => {
  const { orderId, second, recheck, needing } = await twiceCaptured()
  await refuseRefunds(one, recheck)
  expect(await needing()).toBe(1)
  await one.gateway(`control/payments/${second}/refund`, {})
  await lookBack(one.ctx)
  await one.answerWaiting()
  expect(await needing()).toBe(0)
  await recheck()
  await requestAll(one)
  expect(await one.db('refunds').where({ order_id: orderId, status: 'failed' })).toHaveLength(1)

  // An event that is older than the stored state has the same effect.
  for (const received of [true, false]) {
    const other = await twiceCaptured({ heard: received })
    await one.gateway(`control/payments/${other.second}/refund`, {})
    await other.recheck()
    await requestAll(one)
    expect(await other.needing()).toBe(0)
    expect(await one.db('refunds').where({ order_id: other.orderId, origin: 'duplicate_payment' })).toEqual([])
    expect(await shopper.statusOf(other.orderId)).toBe('paid')
    expect(await shopper.enrolments(other.course.course_id)).toHaveLength(1)
  }
})

test('a duplicate that the owner refunded by bank transfer is recorded once, and refunded no more', async () => {
  const { orderId, course, second, recheck, needing } = await twiceCaptured()
  await refuseRefunds(one, recheck)
  const params = { order_id: orderId }
  expect((await owner.orders.adminGet(params)).duplicates).toEqual([{ payment_id: second, amount: 499 }])
  const bank = { reference: 'UTR 5', sent_on: indianDay(one.ctx.now()), payment_id: second }
  const book = (body: object) => owner.orders.refund({ params, body: { reason: 'Paid twice', bank, ...body } })
  for (const [body, shows] of [
    [{ amount: 499.01 }, 'At most ₹499.00 of this payment can be refunded'],
    [{ seats: [{ course_id: course.course_id, seat: 0 }] }, 'Nothing was bought with a second payment'],
    [{ bank: { ...bank, payment_id: 'pay_nobodys' } }, 'This order has no such payment'],
  ] as const)
    await expect(book(body)).rejects.toMatchObject({ code: 'not_refundable', message: shows })
  expect(await book({})).toMatchObject({ status: 'processed', amount: 499 })
  await expect(book({ bank: { ...bank, reference: 'UTR 6' } })).rejects.toMatchObject({ code: 'not_refundable' })
  await one.gateway('control/reset-faults', {})
  await recheck()
  await requestAll(one)
  expect(await refundsOf(second)).toEqual([])
  expect(await needing()).toBe(0)
  expect(await owner.orders.adminGet(params)).toMatchObject({
    status: 'paid',
    refundable: 499,
    duplicates: [],
    refunds: [{ status: 'failed' }, { payment_id: second, channel: 'bank', reference: 'UTR 5', status: 'processed' }],
  })
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('the rest of a duplicate is refunded automatically after a part by hand', async () => {
  const { orderId, second, recheck, needing } = await twiceCaptured()
  await one.gateway('control/faults/api', { fault: 'drop', act: false, match: 'payments.refund', count: 50 })
  await recheck()
  await one.gateway('control/reset-faults', {})
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/payments/${second}/refund`, { amount: 10_000 })
  await requestAll(one)
  await requestAll(one)
  expect((await refundsOf(second)).map(({ amount }) => amount).sort()).toEqual([10_000, 39_900])
  expect(await needing()).toBe(0)
  expect(await one.db('refunds').where({ payment_id: second, status: 'processed' })).toHaveLength(2)
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('a refund by an admin that the dashboard was quicker with is no failure to look at', async () => {
  const bought = await shopper.buyOne()
  await pay(one, bought.link)
  const { payment_id } = await one.db('orders').where({ order_id: bought.orderId }).first()
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway('control/faults/api', { fault: 'drop', act: false, match: 'payments.refund', count: 50 })
  await owner.orders.refund({ params: { order_id: bought.orderId }, body: {} } as never)
  await one.gateway('control/reset-faults', {})
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/payments/${payment_id}/refund`, {})
  await requestAll(one)
  expect(await shopper.statusOf(bought.orderId)).toBe('refunded')
  expect((await owner.orders.adminList({ needs: 'attention', q: bought.orderId })).total).toBe(0)
  expect(await one.db('owner_alerts').where({ order_id: bought.orderId })).toEqual([])
})

// The last one here: from now on there is tax.
test('the share of a course that was owned goes back with the tax that was added to its price', async () => {
  await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), prices: 'exclusive' }))
  const first = await shopper.buyOne(1, { billing_state: '29' })
  const other = await shopper.buyOne(1, { billing_state: '29' })
  const ids = [first.course.course_id, first.course.course_id, other.course.course_id]
  const both = await shopper.buy(ids, undefined, { billing_state: '29' })
  await pay(one, first.link)
  await pay(one, both.link)
  await requestAll(one)
  const order = await one.db('orders').where({ order_id: both.orderId }).first()
  expect(order).toMatchObject({ total_paise: 176_646, tax_paise: 26_946 })
  // One of three seats at 499 rupees and 18 %.
  expect(await refundsOf(order.payment_id)).toMatchObject([{ amount: 58_882 }])
})
