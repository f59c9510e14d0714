import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { patiently } from '../../platform/db/knex.ts'
import { issueDocuments } from '../documents/documents.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('an order is found by each of its ids, its code, its buyer and its course, and the total goes with the search', async () => {
  const { db } = server
  const course = await buildCourse(db, { name: 'Telegram 50% Playbook' })
  const buyer = await buildStudentRow(db, { name: 'Meenal Iyer', email: 'meenal.iyer@example.com' })
  const { order_id } = await buildPaidOrder(db, { user_id: buyer.id, course_id: course.course_id })
  await db('orders').where({ order_id }).update({
    payment_id: 'pay_X1',
    gateway_link_id: 'plink_X1',
    promocode: 'DIWALI',
    billing_name: 'Kaveri Textiles LLP',
  })
  for (let other = 0; other < 3; other++) await buildPaidOrder(db)
  const support = server.api(await server.adminToken('support'))
  const find = async (q: string) => {
    const { orders, total } = await support.orders.adminList({ q, limit: '10' })
    expect(orders).toHaveLength(total)
    return orders.map((order) => order.order_id)
  }
  for (const q of [order_id, 'pay_X1', 'plink_X1', 'diwali', 'MEENAL', 'iyer@', buyer.phone.slice(-6), buyer.user_id]) {
    expect([q, await find(q)]).toEqual([q, [order_id]])
  }
  for (const q of ['telegram', '50% play', course.course_id, 'kaveri', 'TEXTILES llp'])
    expect([q, await find(q)]).toEqual([q, [order_id]])
  for (const q of ['pay_X', '50_ play', '%%', 'nobody']) expect([q, await find(q)]).toEqual([q, []])
})

test('an order is found by what a buyer or the gateway names it by: receipt, gift code, refund', async () => {
  const { db } = server
  const { order_id } = await buildPaidOrder(db)
  await buildPaidOrder(db)
  await issueDocuments(server.ctx, order_id)
  const { serial } = await db('documents').where({ order_id }).first('serial')
  const { course_id } = await db('order_lines').where({ order_id }).first('course_id')
  await db('gift_codes').insert({ code: '7K2MQX9DABCD', order_id, course_id, created_at: new Date() })
  const at = new Date()
  const refund = { refund_id: 'rf_search1', gateway_refund_id: 'rfnd_Search0000001', payment_id: 'pay_search1' }
  const notified = { amount_paise: 100, status: 'processed', created_at: at, updated_at: at }
  await db('refunds').insert({ ...refund, order_id, ...notified })
  const support = server.api(await server.adminToken('support'))
  for (const q of [
    serial,
    serial.toLowerCase(),
    '7k2m-qx9d-abcd',
    '7K2MQX9DABCD',
    'rf_search1',
    'rfnd_Search0000001',
  ]) {
    const { orders } = await support.orders.adminList({ q })
    expect([q, orders.map((order) => order.order_id)]).toEqual([q, [order_id]])
  }
  expect((await support.orders.adminList({ q: serial.slice(0, -1) })).total).toBe(0)
  await db('orders').where({ order_id }).update({ status: 'partially_refunded' })
  const { hits } = await support.overview.search({ q: serial.toLowerCase() })
  expect(hits).toMatchObject([{ id: order_id, detail: expect.stringMatching(/ · ₹[\d,.]+ · Partly refunded$/) }])
})

test('pages of a search say its whole total, also beyond the end, in every order', async () => {
  const { id } = await buildStudentRow(server.db, { name: 'Pager Patel' })
  for (let order = 0; order < 5; order++) await buildPaidOrder(server.db, { user_id: id })
  const support = server.api(await server.adminToken('support'))
  for (const sort of ['newest', 'oldest', 'total', '-total'] as const) {
    const seen: string[] = []
    for (const offset of ['0', '2', '4', '6']) {
      const { orders, total } = await support.orders.adminList({ q: 'Pager', sort, limit: '2', offset })
      expect([sort, offset, total]).toEqual([sort, offset, 5])
      seen.push(...orders.map((order) => order.order_id))
    }
    expect([sort, new Set(seen).size, seen.length]).toEqual([sort, 5, 5])
  }
})

test('a deleted buyer is not found by the name he had', async () => {
  const buyer = await buildStudentRow(server.db, { name: 'Gone Person' })
  const { order_id } = await buildPaidOrder(server.db, { user_id: buyer.id })
  const support = server.api(await server.adminToken('support'))
  await support.users.delete({ params: { id: buyer.user_id } })
  expect((await support.orders.adminList({ q: 'Gone' })).total).toBe(0)
  expect((await support.orders.adminList({ q: order_id })).orders).toMatchObject([{ buyer: null }])
})

test('orders are listed and counted by the group of their status; a search counts none', async () => {
  const { db } = server
  const day = '2031-03-04'
  const statuses = [
    'paid',
    'paid',
    'created',
    'review',
    'refunded',
    'partially_refunded',
    'failed',
    'expired',
    'cancelled',
  ]
  for (const status of statuses) {
    const { order_id } = await buildPaidOrder(db)
    await db('orders')
      .where({ order_id })
      .update({ status, created_at: new Date(`${day}T06:00:00Z`) })
  }
  const { orders } = server.api(await server.adminToken('support'))
  const days = { from: day, to: day }
  const { states, total } = await orders.adminList(days)
  expect({ states, total }).toEqual({ states: { paid: 2, waiting: 2, refunded: 2, not_paid: 3 }, total: 9 })
  for (const state of ['paid', 'waiting', 'refunded', 'not_paid'] as const) {
    const listed = await orders.adminList({ ...days, state })
    expect([state, listed.total, listed.states]).toEqual([state, states?.[state], states])
  }
  expect((await orders.adminList({ q: 'nobody' })).states).toBeNull()
})

test('a search whose words all mean every buyer ends in time in a large shop', async () => {
  await patiently(server.db, (trx) =>
    trx.raw(`
      alter table users disable trigger user;
      alter table orders disable trigger user;
      insert into users (user_id, name, email, phone, phone_key, referral_code, created_at)
        select 'usr_many' || n, 'Many Buyers ' || n, 'many.' || n || '@bulk.example', '7' || lpad(n::text, 9, '0'),
          '7' || lpad(n::text, 9, '0'), 'MANY' || n, now()
        from generate_series(1, 15000) n;
      insert into orders (order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise,
          created_at, expires_at)
        select 'ord_many' || id, id, 'expired', 'many ' || id, 49900, 0, 49900, now(), now()
        from users where user_id like 'usr_many%';
      alter table users enable trigger user;
      alter table orders enable trigger user;
      analyze users;
      analyze orders
    `),
  )
  const support = server.api(await server.adminToken('support'))
  const find = async (q: string) => (await support.orders.adminList({ q, limit: '10' })).total
  expect(await find('bulk buyers')).toBe(15_000)
  expect(await find('many 7 bulk e a buyers . example')).toBe(15_000)
  expect(await find('bulk buyers many.12@')).toBe(1)
})
