import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import type { Db } from '../../../context.ts'
import { findUnbilledOrders } from '../../../sales/documents/documents.queries.ts'
import { findDifferences } from './month.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const at = `timestamptz '2025-01-01' + n * interval '1 hour'`
const month = { from: '2025-03-01', until: '2025-04-01', before: '2025-05-01', limit: 20 }

/** The plan of a query as the database makes it, of tables with 5,000 payments and refunds. */
async function planOf(table: string, run: (db: Db) => Promise<unknown>): Promise<string> {
  const { db } = server
  const requested: { sql: string; bindings: string[] }[] = []
  const listen = (query: (typeof requested)[number]) => requested.push(query)
  db.on('query', listen)
  await run(db)
  db.removeListener('query', listen)
  const query = requested.find(({ sql }) => sql.includes(table))
  return db.transaction(async (trx) => {
    // The rows that they refer to do not matter here.
    await trx.raw('set local session_replication_role = replica')
    await trx.raw(`insert into order_payments (payment_id, order_id, amount_paise, currency, status, captured, created_at)
      select 'pay_' || n, 'ord_' || n, 100, 'INR', 'captured', true, ${at} from generate_series(1, 5000) n`)
    await trx.raw(`insert into refunds (refund_id, order_id, payment_id, amount_paise, status, origin, created_at, updated_at)
      select 'rf_' || n, 'ord_' || n, 'pay_' || n, 100, 'processed', 'admin', ${at}, ${at} from generate_series(1, 5000) n`)
    for (const table of ['order_payments', 'refunds']) await trx.raw(`analyze ${table}`)
    const { rows } = await trx.raw(`explain ${query?.sql.replaceAll(/\$\d+/g, '?')}`, query?.bindings as string[])
    await trx.raw('truncate order_payments, refunds cascade')
    return JSON.stringify(rows)
  })
}

test.each<[string, string, (db: Db) => Promise<unknown>]>([
  ['refunds', 'refunds_processed_at', (db) => findUnbilledOrders(db, { since: '2025-07-20', limit: 200 })],
  ['order_payments', 'order_payments_newest', (db) => findDifferences(db, '2025-03', month)],
])('an index serves the requested days of %s', async (table, index, run) => {
  const plan = await planOf(table, run)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}`))
})
