import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function student() {
  const user = await buildUser(server.db)
  const api = server.api(await server.userToken(user))
  return { user, api }
}

test('a cart is the account’s own, and another device finds it', async () => {
  const [one, two] = [await buildCourse(server.db), await buildCourse(server.db)]
  const { user, api } = await student()
  expect(await api.carts.get()).toEqual([])
  const lines = [
    { course_id: two.course_id, quantity: 3 },
    { course_id: one.course_id, quantity: 1 },
  ]
  expect(await api.carts.put(lines)).toEqual(lines)
  const phone = server.api(await server.userToken(user))
  expect(await phone.carts.get()).toEqual(lines)
  expect(await (await student()).api.carts.get()).toEqual([])
  expect(await phone.carts.put([])).toEqual([])
  expect(await api.carts.get()).toEqual([])
})

test('a cart leaves out what is owned, gone or unknown, and counts a course once', async () => {
  const [owned, gone, good] = [await buildCourse(server.db), await buildCourse(server.db), await buildCourse(server.db)]
  const { user, api } = await student()
  const of = (course_id: string, quantity = 1) => ({ course_id, quantity })
  const lines = [of(owned.course_id), of(gone.course_id), of('nowhere'), of(good.course_id), of(good.course_id, 4)]
  expect(await api.carts.put(lines)).toEqual([of(owned.course_id), of(gone.course_id), of(good.course_id, 4)])
  await buildEnrolment(server.db, { user_id: user.id, course_id: owned.course_id })
  await server.db('courses').where({ course_id: gone.course_id }).update({ state: 'draft' })
  expect(await api.carts.get()).toEqual([of(good.course_id, 4)])
})

test('a cart of more than 50 courses, or with no whole quantity, is refused', async () => {
  const { api } = await student()
  const many = Array.from({ length: 51 }, (_, at) => ({ course_id: `course-${at}`, quantity: 1 }))
  for (const lines of [many, [{ course_id: 'a', quantity: 0 }], [{ course_id: 'a', quantity: 1.5 }]])
    await expect(api.carts.put(lines)).rejects.toMatchObject({ status: 422 })
  await expect(server.api().carts.get()).rejects.toMatchObject({ status: 401 })
})

test('a paid order empties the cart', async () => {
  const { course_id } = await buildCourse(server.db)
  const other = await buildCourse(server.db)
  const { promocode } = await server
    .api(await server.adminToken())
    .promocodes.add({ query: { promocode: 'CARTFREE', discount: '100', expiry_date: '2999-12-31' } as never })
  const { user, api } = await student()
  await api.carts.put([
    { course_id, quantity: 1 },
    { course_id: other.course_id, quantity: 2 },
  ])
  await api.orders.buy({
    query: { user_id: user.user_id, promocode: promocode.promocode },
    headers: {},
    body: [course_id],
  })
  expect(await api.carts.get()).toEqual([])
  expect(await server.db('user_carts').where({ user_id: user.id })).toEqual([])
})

test('an account that is deleted takes its cart along', async () => {
  const { course_id } = await buildCourse(server.db)
  const { user, api } = await student()
  await api.carts.put([{ course_id, quantity: 1 }])
  expect(JSON.stringify(await api.account.ownData())).toContain(course_id)
  await server.api(await server.adminToken()).users.delete({ params: { id: user.user_id } } as never)
  expect(await server.db('user_carts').where({ user_id: user.id })).toEqual([])
})
