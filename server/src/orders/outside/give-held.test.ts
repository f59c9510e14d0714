import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { waitingCoursesJob } from '../../jobs/waiting-courses.ts'

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken('owner'))
})
afterAll(() => server.stop())

let references = 0
const unproven = () => buildUser(server.db, { email_proven_at: null })

async function book({ user_id }: { user_id: string }) {
  const { course_id, name } = await buildCourse(server.db, { price: 499 })
  references += 1
  const payment = { amount: 499, method: 'upi' as const, reference: `HELD-${references}`, received_on: '2026-01-02' }
  const { order_id } = await owner.orders.bookOutside({ body: { user_id, course_ids: [course_id], ...payment } })
  return { order_id, course_id, name }
}

async function prove(user: { id: number; user_id: string }, change: object = {}) {
  await server
    .db('users')
    .where({ id: user.id })
    .update({ email_proven_at: new Date(), ...change })
  await waitingCoursesJob(server.ctx).run({ user_id: user.user_id }, 'one')
}
const has = async ({ user_id }: { user_id: string }) => {
  const { courses, waiting } = await owner.students.get({ id: user_id })
  return { has: courses.map(({ course_id }) => course_id), waits: waiting }
}
const refund = (order_id: string) =>
  owner.orders.refund({
    params: { order_id },
    body: { reason: null, bank: { reference: `BACK-${order_id}`, sent_on: indianDay(new Date()) } },
  })

test('what was paid outside for an address that nobody has proven waits for its holder, and is paid at once', async () => {
  const user = await unproven()
  const { order_id, course_id, name } = await book(user)
  expect((await owner.orders.adminGet({ order_id })).status).toBe('paid')
  expect(await has(user)).toEqual({ has: [], waits: [name] })
  const mails = await server
    .db('pgboss.job')
    .where({ name: 'enrolled-mail' })
    .whereRaw(`data->>'user_id' = ?`, [user.user_id])
  expect(mails.map(({ data }) => data)).toMatchObject([{ course_ids: [course_id], account: 'unproven' }])
  // A payment that was booked says nothing of who registered.
  const second = await book(user)
  expect((await has(user)).waits).toHaveLength(2)
  await refund(second.order_id)
  expect((await has(user)).waits).toEqual([name])

  await prove(user)
  expect(await has(user)).toEqual({ has: [course_id], waits: [] })
  await prove(user)
  expect((await owner.orders.adminGet({ order_id })).status).toBe('paid')
  await refund(order_id)
  expect((await has(user)).has).toEqual([])
})

test('who has proven the address or paid through the shop has it at once', async () => {
  const [proven, buyer] = [await buildUser(server.db), await unproven()]
  await buildPaidOrder(server.db, { user_id: buyer.id })
  for (const user of [proven, buyer]) {
    const { course_id } = await book(user)
    expect(await has(user)).toEqual({ has: [course_id], waits: [] })
  }
})

test('it is not for the account with another address, and follows one that an admin corrects', async () => {
  const leaver = await unproven()
  await book(leaver)
  await prove(leaver, { email: `away.${leaver.email}` })
  expect(await has(leaver)).toEqual({ has: [], waits: [] })

  const user = await unproven()
  const { course_id } = await book(user)
  await owner.users.update({ params: { id: user.user_id }, body: { email: `right.${user.email}` } })
  await prove(user)
  expect(await has(user)).toEqual({ has: [course_id], waits: [] })
})
