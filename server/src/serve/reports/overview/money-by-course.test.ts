import { addDays, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../../test/shopper.ts'

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

/** Every figure by course of a day: the overview's, the sources', and those since the shop began. */
async function figuresOf(course_id: string, from: string, to = from) {
  const overview = await owner.overview.get({ from, to })
  const sources = await owner.sources.list({ from, to, by: 'course' })
  const top = overview.top_courses.find((one) => one.course_id === course_id)
  const source = sources.rows.find((one) => one.key === course_id)
  const { courses } = await owner.courses.sales({ ids: course_id })
  const { sales, revenue } = await owner.courses.numbers({ id: course_id })
  expect(courses).toEqual([{ course_id, sales, revenue }])
  return {
    top: [top?.orders ?? 0, top?.revenue ?? 0],
    source: [source?.orders ?? 0, source?.revenue ?? 0, source?.refunds ?? 0, source?.refunded ?? 0],
    ever: [sales, revenue],
    overview,
    total: sources.total,
  }
}

test('a course of a bundle that went back alone counts nowhere, and a refund counts on its own day', async () => {
  const { db, clock } = server
  const first = (await buildCourse(db, { price: 600 })).course_id
  const second = (await buildCourse(db, { price: 300 })).course_id
  const bundle = (await buildCourse(db, { kind: 'bundle', price: 750, bundle_courses: [first, second] })).course_id
  const [one, other] = [await buildShopper(server), await buildShopper(server)]
  const whole = await one.buy([bundle])
  await payWithEvent(server, whole.link)
  await payWithEvent(server, (await other.buy([first])).link)
  const paidOn = indianDay(server.ctx.now())
  const before = await figuresOf(first, paidOn)
  expect(before).toMatchObject({ top: [2, 1100], source: [2, 1100, 0, 0], ever: [2, 1100] })
  expect(before.total).toMatchObject({ orders: 2, revenue: 1350 })
  expect((await figuresOf(bundle, paidOn)).ever).toEqual([1, 750])
  clock.advance(40 * 86_400_000)
  owner = server.api(await server.adminToken())
  const refundedOn = indianDay(server.ctx.now())
  const body = { seats: [{ course_id: first, seat: 0 }], reason: 'Asked for' }
  await owner.orders.refund({ params: { order_id: whole.orderId }, body })
  // The day of the payment is as it was printed, but for the orders of it that were refunded since.
  const after = await figuresOf(first, paidOn)
  expect(after).toMatchObject({ top: [2, 1100], source: [2, 1100, 0, 1], ever: [1, 600] })
  expect(after.overview.totals).toEqual(before.overview.totals)
  expect(after.overview.funnel).toMatchObject({ refunded: 1, refunded_in_part: 1 })
  const back = await figuresOf(first, refundedOn)
  expect(back).toMatchObject({ top: [0, 0], source: [0, -500, 500, 0] })
  expect(back.overview.totals).toMatchObject({ orders: 0, revenue: -500, refunds: 500 })
  expect(back.overview.today.now).toMatchObject({ revenue: -500, refunds: 500 })
  expect((await figuresOf(second, paidOn, refundedOn)).top).toEqual([1, 250])
  const span = await figuresOf(first, paidOn, refundedOn)
  expect(span).toMatchObject({ top: [1, 600], source: [2, 600, 500, 1] })
  // The rest of the bundle goes back: the order is a whole refund now.
  await owner.orders.refund({ params: { order_id: whole.orderId }, body: { reason: 'All of it' } })
  expect((await figuresOf(bundle, paidOn)).ever).toEqual([0, 0])
  expect((await owner.overview.get({ from: paidOn, to: paidOn })).funnel).toMatchObject({
    refunded: 1,
    refunded_in_part: 0,
  })
})

test('every day’s courses sum to its money, payments and refunds alike', async () => {
  const from = addDays(indianDay(server.ctx.now()), -60)
  const { rows, total } = await owner.sources.list({ from, by: 'course' })
  const overview = await owner.overview.get({ from })
  const sum = (of: 'revenue' | 'refunds') => Math.round(rows.reduce((all, row) => all + row[of] * 100, 0)) / 100
  expect([sum('revenue'), sum('refunds')]).toEqual([overview.totals.revenue, overview.totals.refunds])
  expect(total).toMatchObject({ orders: overview.totals.orders, refunded: overview.funnel.refunded })
})
