import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEnrolment, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { findOwned, theCourse } from './enrolments.queries.ts'
import { revokeOwnSeat } from './grants.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('the query finds one student’s rows of a large course by an index, revoked ones included', async () => {
  const { db } = server
  const { order_id: orderId, course_id: courseId } = await buildEnrolment(db)
  const plans = await db.transaction(async (trx) => {
    // Foreign keys are beside the point.
    await trx.raw('set local session_replication_role = replica')
    await trx.raw(
      `insert into enrolments (user_id, course_id, order_id, granted_at, continued)
       select 1000000 + n, ?, 'ord_' || n, now(), n % 2 = 0 from generate_series(1, 5000) n`,
      [courseId],
    )
    await trx.raw('analyze enrolments')
    const requested: { sql: string; bindings: string[] }[] = []
    // Facts that other features store are beside the point, too.
    const listen = (query: (typeof requested)[number]) => query.sql.includes('webhook') || requested.push(query)
    trx.on('query', listen)
    expect(await revokeOwnSeat(trx, { orderId, courseId, now: new Date().toISOString() })).toBe(1)
    trx.removeListener('query', listen)
    const rows = []
    for (const { sql, bindings } of requested)
      rows.push((await trx.raw(`explain ${sql.replaceAll(/\$\d+/g, '?')}`, bindings)).rows)
    return rows.map((plan) => JSON.stringify(plan))
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|enrolments_course/)
})

test('a course owned for good stays owned while the money of a later grant is on its way back', async () => {
  const { db, ctx } = server
  const { user_id, course_id, order_id } = await buildEnrolment(db)
  const debit = await buildPaidOrder(db, { user_id, course_id })
  const now = ctx.now()
  const payment_id = `pay_${debit.order_id.slice(4)}`
  await db('orders').where({ order_id: debit.order_id }).update({ payment_id, captured_paise: 49_900 })
  await db('enrolments').where({ order_id }).update({ continued: true })
  const until = new Date(now.getTime() + 90 * 86_400_000)
  await db('enrolments').insert({ user_id, course_id, order_id: debit.order_id, granted_at: now, given_until: until })
  const owned = () => findOwned(db, user_id, [theCourse({ course_id, name: 'Ledger' })], now)
  expect(await owned()).toEqual([course_id])
  await db('refunds').insert({
    refund_id: `rf_${debit.order_id.slice(4)}`,
    order_id: debit.order_id,
    payment_id,
    amount_paise: 49_900,
    status: 'requested',
    origin: 'admin',
    created_at: now,
    updated_at: now,
  })
  expect(await owned()).toEqual([course_id])
  await db('enrolments').where({ order_id }).update({ revoked_at: now })
  expect(await owned()).toEqual([])
})
