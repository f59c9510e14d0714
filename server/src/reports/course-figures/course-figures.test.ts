import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('what a course has sold is what the lines of its paid orders say', async () => {
  const { db } = server
  const [sold, other] = [await buildCourse(db, { price: 499 }), await buildCourse(db)]
  await buildPaidOrder(db, { course_id: sold.course_id })
  await buildPaidOrder(db, { course_id: sold.course_id })
  const waiting = await buildPaidOrder(db, { course_id: sold.course_id })
  await db('orders').where({ order_id: waiting.order_id }).update({ status: 'created', paid_at: null })
  const back = await buildPaidOrder(db, { course_id: sold.course_id })
  await db('orders').where({ order_id: back.order_id }).update({ status: 'refunded' })
  const owner = server.api(await server.adminToken())
  const { courses } = await owner.courses.sales({ ids: `${sold.course_id},${other.course_id}` })
  const { rows } = await db.raw(
    `select l.course_id, count(distinct order_id) as sales, sum(l.total_paise) / 100.0 as revenue
     from order_lines l join orders o using (order_id) where o.status in ('paid', 'partially_refunded') group by 1`,
  )
  expect(courses).toHaveLength(2)
  expect(courses).toContainEqual({ course_id: sold.course_id, sales: 2, revenue: Number(rows[0].revenue) })
  expect(courses).toContainEqual({ course_id: other.course_id, sales: 0, revenue: 0 })
  expect(rows).toMatchObject([{ course_id: sold.course_id, sales: 2 }])
})
