import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, pay } from '../../../test/shopper.ts'
import { closeLinks } from './checkout/close-links.ts'
import { findOpenBeyond } from './orders.queries.ts'
import { sweepAttempts } from './sweep-attempts.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)

/** Makes orders, the newest one first: attempts that ended unpaid, or open ones. */
const attempts = (userId: number, count: number, days: number, status = 'expired') =>
  server.db.raw(
    `insert into orders (order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, created_at, expires_at)
     select 'ord_attempt_' || :userId || '_' || :days || '_' || n, :userId::bigint, :status, 'attempt ' || n, 49900, 0, 49900,
       :at::timestamptz - n * interval '1 minute', :at::timestamptz from generate_series(1, :count::int) n`,
    { userId, count, days, status, at: ago(days) },
  )

test('a list of own orders has twenty and their count, the newest first', async () => {
  const { user, student } = await buildShopper(server)
  await attempts(user.id, 130, 1)
  const get = (query: string) =>
    server.request(`/api/user/orders${query}`, { headers: { authorization: `bearer ${token}` } })
  const token = await server.userToken(user)
  const first = await get('')
  expect([first.headers.get('x-total-count'), ((await first.json()) as unknown[]).length]).toEqual(['130', 20])
  const last = (await (await get('?limit=100&offset=100')).json()) as { order_id: string }[]
  expect(last).toHaveLength(30)
  expect(last.at(-1)?.order_id).toMatch(/_130$/)
  expect((await get('?limit=101')).status).toBe(422)
  expect(await student.orders.mine({ limit: '1', offset: '130' } as never)).toEqual([])
})

/** Opens an order through the shop, and as many newer ones as an account may have. */
async function buildOldest() {
  const shopper = await buildShopper(server)
  const { orderId, course } = await shopper.buyOne()
  await server
    .db('orders')
    .where({ order_id: orderId })
    .update({ created_at: ago(2) })
  await attempts(shopper.user.id, 20, 0, 'created')
  return { ...shopper, orderId, course }
}

test('a buyer has twenty open orders, and a purchase closes what is beyond', async () => {
  const { user, orderId, statusOf, buyOne } = await buildOldest()
  expect(await findOpenBeyond(server.db, user.id)).toEqual([orderId])
  await closeLinks(server.ctx, orderId)
  expect(['cancelled', 'expired']).toContain(await statusOf(orderId))
  expect(await findOpenBeyond(server.db, user.id)).toEqual([])
  await buyOne()
  const jobs = await server.db('pgboss.job').where({ name: 'close-links' }).select('data')
  expect(jobs.map(({ data }) => data.order_id)).toContain(`ord_attempt_${user.id}_0_20`)
})

test('an order that is being paid is not closed for newer ones', async () => {
  const { user, orderId, statusOf } = await buildOldest()
  const payment = { payment_id: `pay_${orderId}`, order_id: orderId, amount_paise: 49_900, currency: 'INR' }
  await server.db('order_payments').insert({ ...payment, status: 'authorized', captured: false })
  expect(await findOpenBeyond(server.db, user.id)).toEqual([])
  await closeLinks(server.ctx, orderId)
  expect(await statusOf(orderId)).toBe('created')
})

test('an order beyond the bound that was paid meanwhile is settled', async () => {
  const { orderId, course, statusOf, enrolments } = await buildOldest()
  await pay(server, await findLink(server, orderId))
  await closeLinks(server.ctx, orderId)
  expect(await statusOf(orderId)).toBe('paid')
  expect(await enrolments(course.course_id)).toHaveLength(1)
})

test('old attempts are swept, and those whose money may still arrive stay', async () => {
  const { user, buyOne } = await buildShopper(server)
  const { orderId } = await buyOne()
  await attempts(user.id, 3, 91)
  await attempts(user.id, 105, 9)
  await attempts(user.id, 105, 7)
  await sweepAttempts(server.db, { before: ago(90), late: ago(8), most: 100 })
  const left: { order_id: string }[] = await server.db('orders').where({ user_id: user.id }).select('order_id')
  const of = (days: number) => left.filter(({ order_id }) => order_id.includes(`_${days}_`)).length
  expect([of(91), of(9), of(7)]).toEqual([0, 0, 105])
  expect(left.map(({ order_id }) => order_id)).toContain(orderId)
})
