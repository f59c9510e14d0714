import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEnrolment } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
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
