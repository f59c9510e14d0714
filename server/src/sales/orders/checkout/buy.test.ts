import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { ledgerOf } from '../../../../test/shopper.ts'

let server: TestServer
let student: ApiClient
let user: { id: number; user_id: string }

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  user = await buildUser(server.db)
  student = server.api(await server.userToken(user))
  await server.gateway('control/reset-faults', {})
})

type Extra = { promocode?: string; expected_total?: string; key?: string }

function buy(ids: string[], { key, ...query }: Extra = {}) {
  return student.orders.buy({
    query: { user_id: user.user_id, ...query },
    headers: key ? { 'idempotency-key': key } : {},
    body: ids,
  } as Parameters<ApiClient['orders']['buy']>[0])
}

const linksOf = async (orderId: string) =>
  (await ledgerOf(server)).links.filter((link) => link.reference_id === orderId)
const order = (orderId: string) => server.db('orders').where({ order_id: orderId }).first()
/** Counts the gateway requests of a purchase; a schedule checks older orders meanwhile. */
const calls = async () => {
  const { 'payment_links.fetch': _, ...asked } = (await server.gateway('control/calls')) as Record<string, number>
  return asked
}

test('the order is frozen with our prices, and the link asks for exactly that', async () => {
  const a = await buildCourse(server.db, { price: 499 })
  const b = await buildCourse(server.db, { price: 249.5 })
  const code = await buildPromocode(server.db, { discount: 15 })
  const answer = await buy([a.course_id, b.course_id, b.course_id], { promocode: ` ${code.promocode.toLowerCase()} ` })
  // (499 + 2 × 249.50) − 15 % = 848.30
  expect(answer).toMatchObject({ amount: 848.3, currency: 'INR' })
  expect(await linksOf(answer.order_id)).toMatchObject([{ amount: 84_830, status: 'created' }])
  const lines = await server.db('order_lines').where({ order_id: answer.order_id }).orderBy('position')
  expect(lines).toMatchObject([
    { course_id: a.course_id, price_paise: 49_900, quantity: 1, total_paise: 42_415 },
    { course_id: b.course_id, price_paise: 24_950, quantity: 2, total_paise: 42_415 },
  ])
  await server.db('courses').where({ course_id: a.course_id }).update({ price_paise: 99_900 })
  expect((await order(answer.order_id)).total_paise).toBe(84_830)
})

test('20 parallel identical buys: one open order, one link', async () => {
  const course = await buildCourse(server.db)
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy([course.course_id])))
  expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.payment_link)).size).toBe(1)
  const rows = await server.db('orders').where({ user_id: user.id })
  expect(rows).toHaveLength(1)
  expect(await linksOf(rows[0].order_id)).toHaveLength(1)
})

describe('with an idempotency key,', () => {
  test('the same key answers the same, with another body it is a conflict', async () => {
    const course = await buildCourse(server.db)
    const other = await buildCourse(server.db)
    const first = await buy([course.course_id], { key: 'key-1' })
    await server.db('courses').where({ course_id: course.course_id }).update({ price_paise: 10_000 })
    expect(await buy([course.course_id], { key: 'key-1' })).toEqual(first)
    await expect(buy([other.course_id], { key: 'key-1' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
      status: 409,
    })
  })
})

test.each([
  [[], {}, 422, 'invalid', 'Your cart is empty'],
  [['nowhere'], {}, 404, 'not_found', 'Course not found'],
  [undefined, { promocode: 'NOSUCH' }, 422, 'promocode_invalid', 'Invalid promocode'],
  [undefined, { promocode: 'OLD' }, 422, 'promocode_expired', 'Promocode has expired'],
  [undefined, { promocode: 'TIED' }, 422, 'promocode_invalid', 'Invalid promocode'],
  [undefined, { expected_total: '1.00' }, 409, 'price_changed', 'The price has changed. Please check the new total.'],
])('%j with %j is %d %s, and the gateway hears nothing', async (ids, extra, status, code, message) => {
  const course = await buildCourse(server.db)
  const elsewhere = await buildCourse(server.db)
  await server.db('promocodes').delete()
  await buildPromocode(server.db, { promocode: 'OLD', expiry_date: '2020-01-01' })
  await buildPromocode(server.db, { promocode: 'TIED', course_id: elsewhere.course_id })
  const before = await calls()
  await expect(buy(ids ?? [course.course_id], extra)).rejects.toMatchObject({ status, code, message })
  expect(await calls()).toEqual(before)
  expect(await server.db('orders').where({ user_id: user.id })).toEqual([])
})

test('a changed price comes with the new total', async () => {
  const course = await buildCourse(server.db, { price: 499 })
  await expect(buy([course.course_id], { expected_total: '450' })).rejects.toMatchObject({ data: { total: 499 } })
})

test('another student cannot be bought for', async () => {
  const course = await buildCourse(server.db)
  const other = await buildUser(server.db)
  const before = await calls()
  await expect(
    student.orders.buy({ query: { user_id: other.user_id }, body: [course.course_id] }),
  ).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await calls()).toEqual(before)
})

test('a payment that arrives while the same cart is bought again is not charged twice', async () => {
  const course = await buildCourse(server.db)
  const first = await buy([course.course_id])
  const waiting = async () => {
    const { rows } = await server.db.raw(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }
  const again = await server.db.transaction(async (settling) => {
    await settling('orders').where({ order_id: first.order_id }).update({ status: 'paid' })
    const granted = { user_id: user.id, course_id: course.course_id, order_id: first.order_id }
    await settling('enrolments').insert(granted)
    const buying = buy([course.course_id]).catch((error) => error)
    await expect.poll(() => waiting()).toBe(1)
    return { buying }
  })
  expect(await again.buying).toMatchObject({ status: 409, code: 'already_purchased' })
  const [other] = await server.db('orders').where({ user_id: user.id }).whereNot({ order_id: first.order_id })
  expect(other).toMatchObject({ status: 'cancelled' })
  expect(await linksOf(other.order_id)).toMatchObject([{ status: 'cancelled' }])
})

test('a total of 0 is paid at once, without the gateway, once', async () => {
  const course = await buildCourse(server.db)
  const code = await buildPromocode(server.db, { discount: 100 })
  const before = await calls()
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => buy([course.course_id], { promocode: code.promocode })),
  )
  expect(await calls()).toEqual(before)
  const paid = await server.db('orders').where({ user_id: user.id })
  expect(paid).toMatchObject([{ status: 'paid', total_paise: 0, payment_id: null }])
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'already_purchased' })
    else {
      const link = new URL(attempt.value.payment_link)
      expect(link.origin).toBe(new URL(server.ctx.config.storeUrl).origin)
      expect(link.pathname).toBe('/payment_status')
    }
  }
  const content = await student.learning.getContent({ courseId: course.course_id })
  expect(content.course_id).toBe(course.course_id)
})

test('1 to 99 paise are charged as one rupee', async () => {
  const course = await buildCourse(server.db, { price: 0.5 })
  const answer = await buy([course.course_id])
  expect(answer.amount).toBe(1)
  expect(await linksOf(answer.order_id)).toMatchObject([{ amount: 100 }])
})

describe('the gateway fails', () => {
  test.each(['error', 'html', 'drop'] as const)(
    '%s: 502, the order is stored and retried under its reference',
    async (kind) => {
      const course = await buildCourse(server.db)
      const fault = {
        error: { fault: 'answer', status: 503 },
        html: { fault: 'answer', status: 200, html: true },
        drop: { fault: 'drop' },
      }[kind]
      await server.gateway('control/faults/api', { ...fault, match: 'payment_links', count: 20 })
      const failure = await buy([course.course_id]).then(
        () => undefined,
        (error) => error,
      )
      expect(failure).toMatchObject({ status: 502, code: 'gateway_error' })
      expect(failure.message).not.toMatch(/token|authentication/i)
      const [stored] = await server.db('orders').where({ user_id: user.id })
      expect(stored).toMatchObject({ status: 'created', payment_link: null })
      await server.gateway('control/reset-faults', {})
      const answer = await buy([course.course_id])
      expect(answer.order_id).toBe(stored.order_id)
      expect(await linksOf(stored.order_id)).toHaveLength(1)
    },
  )
})

test('a purchase names the owned course and does not sell it again', async () => {
  const course = await buildCourse(server.db, { name: 'Thumbnail Lab' })
  const bought = await buy([course.course_id])
  const [link] = await linksOf(bought.order_id)
  await server.gateway(`control/links/${link?.id}/pay`, {})
  await student.orders.paymentStatus({ course_id: course.course_id, user_id: user.user_id })
  await expect(buy([course.course_id])).rejects.toMatchObject({
    status: 409,
    code: 'already_purchased',
    message: 'You already own Thumbnail Lab',
  })
})

test('an open order whose link is about to end makes room for a new one', async () => {
  const course = await buildCourse(server.db)
  const first = await buy([course.course_id])
  server.clock.advance(24 * 3_600_000 - 60_000)
  const second = await buy([course.course_id])
  expect(second.order_id).not.toBe(first.order_id)
  expect(['expired', 'cancelled']).toContain((await order(first.order_id)).status)
  expect(await linksOf(first.order_id)).not.toMatchObject([{ status: 'created' }])
})

test('an order has at most 50 seats', async () => {
  const course = await buildCourse(server.db)
  await expect(buy(Array.from({ length: 51 }, () => course.course_id))).rejects.toMatchObject({ status: 422 })
})
