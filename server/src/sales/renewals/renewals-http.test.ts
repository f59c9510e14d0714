import { DAY_MS, indianDay } from 'contract/indian-time'
import { renewalWindow } from 'contract/renewals/renewal-window'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payInSilence, payWithEvent, requestAll, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { applyRefund } from '../orders/refunds/refunds.ts'
import { renewalsDueJob } from './renewals.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let courseId: string
let endsAt: Date

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  one.clock.set(new Date('2028-03-01T06:30:00Z'))
  shopper = await buildShopper(one)
  await login()
  courseId = (await buildCourse(one.db, { price: 3000, access_period: 'P90D' })).course_id
  await owner.courses.update({ params: { id: courseId }, body: { renew_price: 1200 } })
  await pay((await shopper.student.orders.buy({ query: { user_id: shopper.user.user_id }, body: [courseId] })).order_id)
  endsAt = await endOf()
})

/** Sessions end while the clock moves. */
async function login() {
  owner = one.api(await one.adminToken())
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
async function toDaysBefore(days: number) {
  one.clock.set(new Date(endsAt.getTime() - days * DAY_MS))
  await login()
}
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))
const renew = async (total?: number) =>
  (await shopper.student.renewals.renew({ course_id: courseId, ...(total ? { expected_total: total } : {}) })).order_id
async function endOf() {
  const [head] = await one
    .db('enrolments')
    .where({ user_id: shopper.user.id, course_id: courseId, revoked_at: null, continued: false })
  return new Date(head.ends_at)
}
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const plus = (days: number) => new Date(endsAt.getTime() + days * DAY_MS)

test('a renewal before the end costs its own price and begins where the old period ends', async () => {
  await toDaysBefore(20)
  expect(await shopper.student.renewals.get({ course_id: courseId })).toMatchObject({
    state: 'open',
    ended: false,
    total: 1200,
    list_total: 3000,
    until: plus(90).toISOString(),
  })
  const order = await renew(1200)
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject({ total: 1200, order_id: order })
  await pay(order)
  expect(await endOf()).toEqual(plus(90))
})

test('a renewal after the end begins on its day: no day that is past is sold', async () => {
  await toDaysBefore(-29)
  const { until } = await shopper.student.renewals.get({ course_id: courseId })
  await pay(await renew())
  const day = plus(90 + 29).getTime()
  // The server's clock runs meanwhile.
  for (const end of [new Date(until), await endOf()]) expect((end.getTime() - day) / DAY_MS).toBeCloseTo(0, 2)
})

describe('a renewal whose first order is refunded', () => {
  test('gives its own period from its own day, and both again if the refund fails', async () => {
    await toDaysBefore(30)
    const order = await renew()
    const { paid_at } = await pay(order).then(() => one.db('orders').where({ order_id: order }).first())
    const first = await one.db('orders').where({ user_id: shopper.user.id }).orderBy('created_at').first()
    const { refund_id } = await owner.orders.refund({
      params: { order_id: first.order_id },
      body: { reason: 'leaves' },
    })
    await requestAll(one)
    expect((await endOf()).getTime()).toBe(new Date(paid_at).getTime() + 90 * DAY_MS)
    const row = await one.db('refunds').where({ refund_id }).first()
    const about = { paymentId: row.payment_id, amountPaise: row.amount_paise, ownId: refund_id, notes: {} }
    const failed = { id: row.gateway_refund_id, status: 'failed' as const, orderId: first.order_id, ...about }
    await applyRefund(one.ctx, first.order_id, failed)
    expect(await endOf()).toEqual(plus(90))
  })
})

test('access from the 31st that is renewed by the month ends on the 31st after a short month', async () => {
  one.clock.set(new Date('2028-01-31T06:30:00Z'))
  await login()
  const monthly = (await buildCourse(one.db, { price: 1200, access_period: 'P1M' })).course_id
  const query = { user_id: shopper.user.user_id }
  await pay((await shopper.student.orders.buy({ query, body: [monthly] })).order_id)
  const ends = async () => {
    const head = { user_id: shopper.user.id, course_id: monthly, revoked_at: null, continued: false }
    return new Date((await one.db('enrolments').where(head).first()).ends_at).toISOString().slice(0, 10)
  }
  expect(await ends()).toBe('2028-02-29')
  for (const [today, end] of [
    ['2028-02-20', '2028-03-31'],
    ['2028-03-20', '2028-04-30'],
    ['2028-04-20', '2028-05-31'],
  ]) {
    one.clock.set(new Date(`${today}T06:30:00Z`))
    await login()
    const { until } = await shopper.student.renewals.get({ course_id: monthly })
    await pay((await shopper.student.renewals.renew({ course_id: monthly })).order_id)
    expect([await ends(), until.slice(0, 10)]).toEqual([end, end])
  }
})

test('a renewal too early or too late is refused, with nothing ordered', async () => {
  await toDaysBefore(31)
  await refused(renew(), 'conflict')
  expect((await shopper.student.renewals.get({ course_id: courseId })).state).toBe('early')
  await toDaysBefore(-31)
  await refused(renew(), 'conflict')
  expect((await shopper.student.renewals.get({ course_id: courseId })).state).toBe('late')
  expect(await one.db('renewals').where({ user_id: shopper.user.id })).toEqual([])
})

test('two tabs and a double press make one order, and its money counts once', async () => {
  await toDaysBefore(10)
  const orders = await Promise.all([renew(), renew(), renew()])
  expect(new Set(orders).size).toBe(1)
  await pay(orders[0] ?? '')
  await requestAll(one)
  expect(await endOf()).toEqual(plus(90))
})

test('a refunded renewal leaves the old end, and a refunded course cannot be renewed', async () => {
  await toDaysBefore(10)
  const order = await renew()
  await pay(order)
  await owner.orders.refund({ params: { order_id: order }, body: { reason: 'changed their mind' } })
  await requestAll(one)
  expect(await endOf()).toEqual(endsAt)
  const first = await one.db('orders').where({ user_id: shopper.user.id }).orderBy('created_at').first()
  await owner.orders.refund({ params: { order_id: first.order_id }, body: { reason: 'leaves' } })
  await requestAll(one)
  await refused(renew(), 'not_found')
})

test('a course that left the shop, a free one and one without a period cannot be renewed', async () => {
  await toDaysBefore(10)
  const set = (columns: object) => one.db('courses').where({ course_id: courseId }).update(columns)
  await set({ access_period: null })
  await refused(renew(), 'not_found')
  await set({ access_period: 'P90D', state: 'archived' })
  await refused(renew(), 'not_found')
  await refused(shopper.student.renewals.get({ course_id: 'no-such-course' }), 'not_found')
})

test('without a price of its own a renewal costs the list price', async () => {
  await owner.courses.update({ params: { id: courseId }, body: { renew_price: null } })
  await toDaysBefore(10)
  const order = await renew(3000)
  await pay(order)
  expect(await endOf()).toEqual(plus(90))
})

test('a changed price is shown before anybody pays', async () => {
  await toDaysBefore(10)
  await refused(renew(999), 'price_changed')
})

test('the retried payment of a lost renewal pays the same renewal', async () => {
  await toDaysBefore(10)
  const order = await renew()
  const link = await findLink(one, order)
  await one.gateway(`control/links/${link.id}/expire`, {})
  await requestAll(one)
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject({ buy_again: `/dashboard?renew=${courseId}` })
  const { proofOf } = await import('../orders/checkout/pay-address.ts')
  const proof = Object.fromEntries(proofOf(one.ctx.config, order)) as { order_id: string; t: string }
  await shopper.student.orders.payAgain({ proof })
  const [again] = await one.db('orders').where({ user_id: shopper.user.id, status: 'created' })
  expect(again).toMatchObject({ total_paise: 120_000 })
  await pay(again.order_id)
  expect(await endOf()).toEqual(plus(90))
  // The first one's money arrives, too: it goes back.
  await payInSilence(one, link).catch(() => undefined)
  await requestAll(one)
  expect(await endOf()).toEqual(plus(90))
})

test('letters go out 14 and 3 days before the end, and none once it is renewed', async () => {
  const run = async () => {
    await renewalsDueJob(one.ctx).run({}, 'test')
    await one.answerWaiting('renewal-mail')
    return (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) => mail.includes('renew=')).length
  }
  await toDaysBefore(15)
  expect(await run()).toBe(0)
  await toDaysBefore(14)
  expect(await run()).toBe(1)
  expect(await run()).toBe(1)
  await toDaysBefore(3)
  expect(await run()).toBe(2)
  const [head] = await one.db('enrolments').where({ user_id: shopper.user.id, continued: false })
  expect(head.end_told_at).not.toBeNull()
  await pay(await renew())
  await toDaysBefore(2)
  expect(await run()).toBe(2)
})

test('a renewal costs at most what a letter named, whatever became of price and tax', async () => {
  await toDaysBefore(14)
  await renewalsDueJob(one.ctx).run({}, 'test')
  await one.answerWaiting('renewal-mail')
  await owner.courses.update({ params: { id: courseId }, body: { renew_price: 1500 } })
  await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), prices: 'exclusive' }))
  try {
    expect(await shopper.student.renewals.get({ course_id: courseId })).toMatchObject({ total: 1200, list_total: 3540 })
    const named = { course_id: courseId, expected_total: 1200, billing_state: '29' }
    const { order_id, amount } = await shopper.student.renewals.renew(named as never)
    expect(amount).toBe(1200)
    await pay(order_id)
    const [invoice] = await issueDocuments(one.ctx, order_id)
    expect(invoice?.facts).toMatchObject({ igst_paise: 18_305, total_paise: 120_000 })
    expect((await shopper.student.renewals.get({ course_id: courseId })).total).toBe(1770)
  } finally {
    await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), enabled: false }))
  }
})

test('the time to renew is 30 days before the end and 30 after it, however short the period', () => {
  const end = new Date('2028-03-01T06:30:00Z')
  const { from, to } = renewalWindow(end)
  expect([from, to].map((moment) => (moment.getTime() - end.getTime()) / DAY_MS)).toEqual([-30, 30])
})
