import { isOrderNo } from 'contract/orders/fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { raiseOrderNumber } from './order-numbers.queries.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function buyOne(body?: string[]) {
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  const course = await buildCourse(server.db)
  const answer = await student.orders.buy({ query: { user_id: user.user_id }, body: body ?? [course.course_id] })
  return { ...answer, course_id: course.course_id, user, student }
}

const partsOf = (orderNo: string) => orderNo.split('-') as [string, string, string]

test('numbers grow by one, with the prefix of invoices and the year in India', async () => {
  // 1 January in India, still December in UTC.
  server.clock.set(new Date('2026-12-31T18:30:00Z'))
  const first = await buyOne()
  await server.db('shop_settings').update({ invoice_prefix: 'R/2' })
  const second = await buyOne()
  await server.db('shop_settings').update({ invoice_prefix: 'SH' })
  expect(first.order_no).toMatch(/^SH-2027-\d{5}$/)
  expect(second.order_no).toMatch(/^R-2-2027-\d{5}$/)
  expect(Number(second.order_no.split('-').at(-1)) - Number(partsOf(first.order_no)[2])).toBe(1)
  expect([first.order_no, second.order_no].map(isOrderNo)).toEqual([true, true])
})

test('a number after 99,999 has six digits', async () => {
  await server.db.raw(`select setval('order_numbers', 99999)`)
  const { order_no } = await buyOne()
  expect(partsOf(order_no)[2]).toBe('100000')
  expect(isOrderNo(order_no)).toBe(true)
})

test('a repeat of a purchase answers the same number, and so does every list', async () => {
  const { order_id, order_no, course_id, user, student } = await buyOne()
  const again = await student.orders.buy({ query: { user_id: user.user_id }, body: [course_id] })
  expect(again).toMatchObject({ order_id, order_no })
  expect(await student.orders.paymentStatus({ course_id, user_id: user.user_id })).toMatchObject({ order_no })
  expect(await student.orders.mine({})).toMatchObject([{ order_id, order_no }])
  const admin = server.api(await server.adminToken())
  const found = await admin.orders.adminList({ q: order_no.toLowerCase() })
  expect(found.orders).toMatchObject([{ order_id, order_no }])
})

test('a call takes the number in the place of the id, in any case', async () => {
  const { order_id, order_no, student } = await buyOne()
  const admin = server.api(await server.adminToken())
  expect(await admin.orders.adminGet({ order_id: order_no.toLowerCase() })).toMatchObject({ order_id, order_no })
  expect(await admin.orders.recheck({ params: { order_id: order_no } })).toEqual({ status: 'created' })
  expect(await student.orders.openSheet({ params: { order_id: order_no } })).toMatchObject({ status: 'created' })
  const other = await buyOne()
  await expect(other.student.orders.openSheet({ params: { order_id: order_no } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(admin.orders.adminGet({ order_id: 'SH-2026-99999999' })).rejects.toMatchObject({ status: 404 })
})

test('after a restore the numbers continue above those that may be in emails since', async () => {
  const before = await buyOne()
  await raiseOrderNumber(server.db, { margin: 1_000, step: 1_000 })
  const after = await buyOne()
  const [, , was] = partsOf(before.order_no)
  expect(Number(partsOf(after.order_no)[2])).toBe(Math.ceil((Number(was) + 1_000) / 1_000) * 1_000 + 1)
})
