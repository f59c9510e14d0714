import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function buyer() {
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  const buy = async (...ids: string[]) =>
    (await student.orders.buy({ query: { user_id: user.user_id }, headers: {}, body: ids })).order_id
  return { student, buy }
}

test('an order keeps the disclaimer that its buyer saw, whatever the page says later', async () => {
  const owner = server.api(await server.adminToken())
  const { course_id } = await buildCourse(server.db, { legal_disclaimer: 'No promise of income.' })
  const one = await buyer()
  const first = await one.buy(course_id)
  expect(await one.buy(course_id)).toBe(first)
  await owner.courses.update({ params: { id: course_id }, headers: {}, body: { legal_disclaimer: 'Results vary.' } })
  // A buyer who sees another text gets another order.
  const second = await one.buy(course_id)
  expect(second).not.toBe(first)
  const third = await (await buyer()).buy(course_id)
  const seen = await Promise.all([first, second, third].map((order_id) => owner.orders.adminGet({ order_id })))
  const [before, after, other] = seen.map(({ disclaimer }) => disclaimer)
  expect(before).toEqual({ version: expect.any(Number), text: 'No promise of income.' })
  expect(after).toEqual({ version: expect.any(Number), text: 'Results vary.' })
  expect(other).toEqual(after)
  expect(after?.version).not.toBe(before?.version)
  const mine = await one.student.orders.mine({})
  expect(mine.find(({ order_id }) => order_id === first)?.disclaimer).toEqual(before)
  expect(await server.db('disclaimers')).toHaveLength(2)
})

test('an order of several courses has each of their texts, and one without a text has none', async () => {
  const owner = server.api(await server.adminToken())
  const shown = { legal_disclaimer: 'Results vary.' }
  const [one, two] = [await buildCourse(server.db, shown), await buildCourse(server.db, shown)]
  const other = await buildCourse(server.db, { name: 'Canva basics', legal_disclaimer: 'No refunds of income.' })
  const silent = await buildCourse(server.db)
  const { student, buy } = await buyer()
  const disclaimer = async (...ids: string[]) =>
    (await owner.orders.adminGet({ order_id: await buy(...ids) })).disclaimer?.text ?? null
  expect(await disclaimer(one.course_id, two.course_id, silent.course_id)).toBe('Results vary.')
  expect(await disclaimer(one.course_id, other.course_id)).toBe(
    `${one.name}\nResults vary.\n\nCanva basics\nNo refunds of income.`,
  )
  expect(await disclaimer(silent.course_id)).toBeNull()
  expect((await student.orders.mine({})).some((order) => !('disclaimer' in order))).toBe(true)
})

test('a text that many buyers see at once is stored once', async () => {
  const { course_id } = await buildCourse(server.db, { legal_disclaimer: 'Seen by many buyers.' })
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyer()))
  const orders = await Promise.all(buyers.map(({ buy }) => buy(course_id)))
  const ids = await server.db('orders').whereIn('order_id', orders).pluck('disclaimer_id')
  expect(new Set(ids).size).toBe(1)
  expect(ids).not.toContain(null)
})
