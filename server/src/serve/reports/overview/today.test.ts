import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { createVisitCounter } from '../../../shop/visits/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const people = {
  method: 'GET',
  get: (name: string) => (name === 'user-agent' ? 'Mozilla/5.0 (Android 14)' : undefined),
}

test('today is compared with the same weekday a week ago up to the same time, where that is known', async () => {
  const { db } = server
  const owner = server.api(await server.adminToken())
  const now = new Date('2026-09-16T10:35:00Z')
  server.clock.set(now)
  const weekAgo = (minutes: number) => new Date(now.getTime() - 7 * 86_400_000 + minutes * 60_000)
  const paid = async (at: Date) => {
    const { order_id, user_id } = await buildPaidOrder(db)
    await db('orders').where({ order_id }).update({ created_at: at, paid_at: at })
    await db('users').where({ id: user_id }).update({ created_at: at })
  }
  const count = (at: Date) => {
    const counter = createVisitCounter({ ...server.ctx, now: () => at })
    counter.count(people)
    return counter.close()
  }
  const requested = { from: '2026-09-10', to: '2026-09-16' }
  expect(await owner.overview.get(requested)).toMatchObject({
    visited: false,
    views_since: null,
    today: { week_ago: null },
  })

  await paid(now)
  await count(now)
  server.clock.set(new Date(now.getTime() + 1_000))
  const first = await owner.overview.get(requested)
  expect(first.visited).toBe(true)
  expect(first.today).toMatchObject({ now: { revenue: 499, orders: 1, students: 1, visits: 1 }, week_ago: null })

  // One before this time of day, one after it.
  for (const minutes of [-60, 60]) {
    await paid(weekAgo(minutes))
    await count(weekAgo(minutes))
  }
  const {
    views_since,
    today: { week_ago },
  } = await owner.overview.get(requested)
  expect(views_since).toBe('2026-09-09')
  expect(week_ago).toMatchObject({ revenue: 499, orders: 1, students: 1, visits: 1 })
  // Some views of that day were counted without their time.
  await db('page_views').where({ day: '2026-09-09' }).increment('views', 1)
  expect((await owner.overview.get(requested)).today.week_ago).toMatchObject({ orders: 1, visits: null })
  server.clock.set(new Date())
})

test('the funnel counts the orders that were started and those that were refunded', async () => {
  const { db } = server
  const owner = server.api(await server.adminToken())
  const at = '2026-07-05T06:00:00Z'
  for (const change of [{}, { status: 'partially_refunded' }, { status: 'failed', paid_at: null }]) {
    const { order_id } = await buildPaidOrder(db)
    await db('orders')
      .where({ order_id })
      .update({ created_at: at, paid_at: at, ...change })
  }
  expect((await owner.overview.get({ from: '2026-07-05', to: '2026-07-05' })).funnel).toEqual({
    visits: 0,
    course_views: 0,
    carts: 0,
    checkouts: 0,
    started: 3,
    refunded: 1,
    refunded_in_part: 1,
  })
  expect((await owner.overview.get({ from: '2026-07-06', to: '2026-07-06' })).funnel).toEqual({
    visits: 0,
    course_views: 0,
    carts: 0,
    checkouts: 0,
    started: 0,
    refunded: 0,
    refunded_in_part: 0,
  })
})
