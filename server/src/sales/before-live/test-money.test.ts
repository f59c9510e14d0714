import { indianDay } from 'contract/indian-time'
import { afterAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { startDocumentedGateway } from '../../../test/documented-gateway.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildShopper } from '../../../test/shopper.ts'
import { issueDocuments } from '../documents/documents.service.ts'

/** A shop as `npm start` opens it: without keys, at its sandbox. The address of the real gateway is a stand-in of its documentation. */
const gateway = await startDocumentedGateway()
const server = await startTestServer({ inTest: true, work: false, env: { RAZORPAY_BASE_URL: gateway.url } })
afterAll(async () => {
  await server.stop()
  await gateway.close()
})
const owner = async () => server.api(await server.adminToken())
const today = () => indianDay(server.ctx.now())
const month = () => today().slice(0, 7)

/** A purchase in test, and its papers as the job issues them. */
async function boughtInTest() {
  const shopper = await buildShopper(server)
  const { orderId, link, course } = await shopper.buyOne(1, {}, { price: 499 })
  await server.gateway(`control/links/${link.id}/pay`, {})
  await server.gateway('control/deliver', {})
  await issueDocuments(server.ctx, orderId)
  return { ...shopper, orderId, course }
}

/** Money that somebody received by hand: real in every shop. */
async function bookedByHand(amount = 300) {
  const user = await buildUser(server.db)
  const { course_id } = await buildCourse(server.db, { price: 300 })
  const body = {
    user_id: user.user_id,
    course_ids: [course_id],
    amount,
    method: 'cash',
    reference: user.user_id,
    received_on: today(),
  }
  const { order_id } = await (await owner()).orders.bookOutside({ body: body as never })
  await issueDocuments(server.ctx, order_id)
  return order_id
}

const serialsOf = (order_id: string): Promise<string[]> => server.db('documents').where({ order_id }).pluck('serial')

/** What the console, the accountant and the files say of money. */
async function figures() {
  const api = await owner()
  const [{ totals }, { came_in }, { documents }, { orders }, tally] = await Promise.all([
    api.overview.get({ from: today(), to: today() }),
    api.books.month({ month: month() }),
    api.documents.list({}),
    api.orders.adminList({}),
    server.request(`/api/admin/export/tally.xml?month=${month()}`, {
      headers: { authorization: `bearer ${await server.adminToken()}` },
    }),
  ])
  return {
    revenue: totals.revenue,
    came_in: came_in.total,
    serials: documents.map(({ serial }) => serial),
    orders: orders.map(({ order_id }) => order_id),
    tally: await tally.text(),
  }
}

test('a shop without live keys says so on pages, in emails and on papers, which have a series of their own', async () => {
  expect((await server.api().settings.public()).payments).toEqual({ test: true })
  const { orderId } = await boughtInTest()
  expect(await serialsOf(orderId)).toEqual([expect.stringMatching(/^TEST\/\d\d-\d\d\/00001$/)])
  const { document_id } = await server.db('documents').where({ order_id: orderId }).first()
  const headers = { authorization: `bearer ${await server.adminToken()}` }
  const paper = await server.request(`/api/admin/documents/${document_id}`, { headers })
  expect(await textOfPdf(Buffer.from(await paper.arrayBuffer()))).toContain('TEST: no money was paid')
  expect(await (await server.request('/privacy/notice')).text()).toContain('Test shop: no payment here is real')
  // An owner cannot type it away.
  await (await owner()).settings.update({ body: { payments: { test: false }, brand: { name: 'Mela' } } as never })
  expect((await server.api().settings.public()).payments).toEqual({ test: true })
  // Money that came by hand is real, and has its number.
  expect(await serialsOf(await bookedByHand())).toEqual([expect.stringMatching(/^RC\/\d\d-\d\d\/0000001$/)])
})

test('live keys take the test orders away, and only real money is left in every figure', async () => {
  const { orderId, course, user, student } = await boughtInTest()
  const before = await figures()
  expect(before.orders).toContain(orderId)
  const api = await owner()
  expect((await api.overview.todo()).test_orders).toBeGreaterThan(0)
  const byHand = await bookedByHand()

  await api.gateway.add({ body: { api_key: 'rzp_live_1', api_secret: 'very-secret-1234' } })
  // Saved keys are in force here once they are tested.
  expect((await server.api().settings.public()).payments).toEqual({ test: true })
  expect(await api.gateway.test()).toMatchObject({ verified: true })
  expect((await server.api().settings.public()).payments).toEqual({ test: false })

  const after = await figures()
  const real: { order_id: string; total_paise: string }[] = await server
    .db('outside_payments as x')
    .join('orders as o', 'o.order_id', 'x.order_id')
    .select('o.order_id', 'o.total_paise')
  const sum = real.reduce((all, { total_paise }) => all + Number(total_paise) / 100, 0)
  expect(after).toMatchObject({ revenue: sum, came_in: sum })
  expect(after.orders.toSorted()).toEqual(real.map(({ order_id }) => order_id).toSorted())
  expect(after.orders).toContain(byHand)
  expect(after.serials.filter((serial) => !serial.startsWith('RC/'))).toEqual([])
  expect(before.tally).toContain('TEST/')
  expect(after.tally).not.toContain('TEST/')
  expect(await server.db('orders').where({ test: true })).toEqual([])
  // Nobody learns for practice money.
  expect(await server.db('enrolments').where({ user_id: user.id, course_id: course.course_id })).toEqual([])
  expect((await api.overview.todo()).test_orders).toBe(0)

  const { order_id } = await student.orders.buy({ query: { user_id: user.user_id }, body: [course.course_id] })
  expect(await server.db('orders').where({ order_id }).first()).toMatchObject({
    test: false,
    gateway_key_id: 'rzp_live_1',
  })
})

test('a shop that goes back to test keys is in test again, and keeps its real orders', async () => {
  const api = await owner()
  await api.gateway.add({ body: { api_key: 'rzp_test_2', api_secret: 'very-secret-1234' } })
  await api.gateway.test()
  expect((await server.api().settings.public()).payments).toEqual({ test: true })
  const real: string[] = await server.db('orders').pluck('order_id')
  const shopper = await buildShopper(server)
  const course = await buildCourse(server.db)
  const query = { user_id: shopper.user.user_id }
  const { order_id } = await shopper.student.orders.buy({ query, body: [course.course_id] })
  expect(await server.db('orders').where({ order_id }).first()).toMatchObject({ test: true })

  // The next start finds live keys in its environment.
  const env = { RAZORPAY_BASE_URL: gateway.url, RAZORPAY_KEY_ID: 'rzp_live_3', RAZORPAY_KEY_SECRET: 'very-secret-1234' }
  const live = await startTestServer({ beside: server, work: false, env })
  expect((await live.api().settings.public()).payments).toEqual({ test: false })
  expect((await server.db('orders').pluck('order_id')).toSorted()).toEqual(real.toSorted())
  await live.stop()
})
