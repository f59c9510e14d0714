import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { takeBackPastOrders } from './past-orders.queries.ts'
import { bringPastOrders } from './past-orders.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(() => server.db('past_orders').delete())

type Brought = Parameters<typeof bringPastOrders>[1][number]
const order = (changes: Partial<Brought> = {}): Brought => ({
  source: 'graphy',
  ref: 'G-1',
  ordered_at: new Date('2025-12-03T00:00:00Z'),
  email: 'asha@example.com',
  name: 'Asha Rao',
  course: 'Reels (Hindi)',
  course_id: null,
  amount_paise: 49_900,
  currency: 'INR',
  refunded_paise: null,
  status: 'paid',
  coupon: null,
  ...changes,
})
const bring = (rows: readonly Brought[], moveId = 'mov_1') =>
  server.db.transaction((trx) => bringPastOrders(trx, rows, { now: server.ctx.now(), moveId }))
const stored = () => server.db('past_orders').orderBy('past_order_id')

test('the same rows again change nothing, and a refund since is taken over', async () => {
  const rows = [
    order(),
    order({ course: 'Sound' }),
    order({ ref: 'g-1', course: ' reels  (hindi)' }),
    order({ source: 'teachable' }),
    order({ ref: null, amount_paise: null }),
    order({ ref: null, amount_paise: null, ordered_at: new Date('2025-12-03T09:00:00Z') }),
    order({ ref: null, amount_paise: null, ordered_at: null, email: null, name: 'Ravi' }),
  ]
  expect(await bring(rows)).toEqual(['new', 'new', 'same', 'new', 'new', 'same', 'new'])
  const before = await stored()
  expect(before).toHaveLength(5)
  expect(await bring(rows, 'mov_2')).toEqual(rows.map(() => 'same'))
  expect(await stored()).toEqual(before)
  const refunded = { refunded_paise: 49_900, status: 'refunded' } as const
  expect(await bring([order(refunded), order({ ref: 'G-2' })], 'mov_2')).toEqual(['changed', 'new'])
  const first = { order_ref: 'G-1', source: 'graphy', course: 'Reels (Hindi)' }
  expect(await server.db('past_orders').where(first).first()).toMatchObject({
    ...refunded,
    move_id: 'mov_1',
    amount_paise: 49_900,
  })
  // The first file again knows less, and takes the refund back no more.
  expect(await bring([order()], 'mov_3')).toEqual(['same'])
  expect(await server.db.transaction((trx) => takeBackPastOrders(trx, 'mov_2'))).toBe(1)
  expect(await server.db.transaction((trx) => takeBackPastOrders(trx, 'mov_1'))).toBe(5)
})

test('the list has sums of all that match, every word in any order, pages and days of India', async () => {
  const at = (text: string) => new Date(text)
  await bring([
    order({ ref: 'A', ordered_at: at('2025-12-31T20:00:00Z') }),
    order({
      ref: 'B',
      ordered_at: at('2025-11-03T10:00:00Z'),
      name: 'राहुल पाटील',
      email: 'rahul@example.com',
      coupon: 'DIWALI50',
    }),
    order({
      ref: 'C',
      ordered_at: null,
      amount_paise: 2900,
      currency: 'USD',
      refunded_paise: 900,
      status: 'partially_refunded',
    }),
  ])
  const support = server.api(await server.adminToken('support'))
  const refs = async (query: Parameters<typeof support.pastOrders.list>[0]) =>
    (await support.pastOrders.list(query)).orders.map(({ order_ref }) => order_ref)
  expect(await support.pastOrders.list({})).toMatchObject({
    total: 3,
    orders: [{ order_ref: 'A', amount: 499, refunded: null, user_id: null }, { order_ref: 'B' }, { order_ref: 'C' }],
    sums: [
      { currency: 'INR', orders: 2, amount: 998, refunded: 0 },
      { currency: 'USD', orders: 1, amount: 29, refunded: 9 },
    ],
    months: [
      { month: '2026-01', currency: 'INR', orders: 1, amount: 499 },
      { month: '2025-11', currency: 'INR', orders: 1, amount: 499 },
    ],
    courses: [
      { course: 'Reels (Hindi)', currency: 'INR', orders: 2, amount: 998 },
      { course: 'Reels (Hindi)', currency: 'USD', orders: 1, amount: 29 },
    ],
  })
  expect(await refs({ q: 'reels rao' })).toEqual(['A', 'C'])
  expect(await refs({ q: ' पाटील  राहुल ' })).toEqual(['B'])
  expect(await refs({ q: 'diwali50 asha' })).toEqual([])
  expect(await refs({ from: '2026-01-01', to: '2026-01-01' })).toEqual(['A'])
  expect(await refs({ limit: '1', offset: '1' })).toEqual(['B'])
  const headers = { authorization: `Bearer ${await server.adminToken('finance')}` }
  const csv = await server.request('/api/admin/export/past_orders.csv?q=rao', { headers })
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines[1]).toContain('Graphy,A,2026-01-01T01:30:00+05:30,paid,Asha Rao,asha@example.com')
  expect(lines).toHaveLength(3)
})

test('orders belong to the account of a proven address, whenever it is made', async () => {
  const early = await buildUser(server.db, { email: 'early@example.com' })
  const unproven = await buildUser(server.db, { email: 'unproven@example.com', email_proven_at: null })
  const one = (email: string) => order({ ref: email, email })
  await bring([one('early@example.com'), one('unproven@example.com'), one('late@example.com')], 'mov_3')
  const late = await buildUser(server.db, { email: 'late@example.com' })
  const support = server.api(await server.adminToken('support'))
  const total = async ({ user_id }: { user_id: string }) => (await support.pastOrders.list({ user_id })).total
  expect(await Promise.all([early, unproven, late].map(total))).toEqual([1, 0, 1])
  await server.db('users').where({ id: early.id }).update({ email: 'moved@example.com' })
  expect(await total(early)).toBe(1)
})

test('nothing of it is revenue, a document, or in our exports', async () => {
  const owner = server.api(await server.adminToken())
  const { user } = { user: await buildUser(server.db, { email: 'rich@example.com' }) }
  await bring([order({ email: 'rich@example.com', ref: 'RICH', ordered_at: server.ctx.now() })])
  expect(await owner.orders.adminList({ q: 'rich@example.com' })).toMatchObject({ orders: [] })
  expect(await owner.students.get({ id: user.user_id })).toMatchObject({ paid: 0 })
  for (const table of ['orders', 'documents', 'coin_ledger', 'day_figures']) expect(await server.db(table)).toEqual([])
})
