import { DAY_MS } from 'contract/indian-time'
import { type RetentionReason, taxEnd } from 'contract/retention'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../test/shopper.ts'
import { declaredTables, deleteExpired } from '../../platform/features/features.ts'
import { tablesOfStudents } from '../account/tables-of-students.ts'
import { listRetention } from './retention.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const expiresByItself = (table: string) => {
  const { expires } = declaredTables.get(table) ?? {}
  return expires !== undefined && 'days' in expires
}

/** Tables with the id of a student or of an order. */
async function tablesWithIds() {
  const { rows } = await server.db.raw<{ rows: { table: string; column: string }[] }>(
    `select table_name as table, min(column_name) as column from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'order_id', 'paid_order_id', 'redeemed_by', 'referred_id')
    group by 1 order by 1`,
  )
  return rows
}

test('every table that names a purchase or stays after an erasure declares why it stays, or expires', async () => {
  const gone = new Set((await tablesOfStudents(server.db)).map(({ table }) => table))
  const ids = new Set((await tablesWithIds()).map(({ table }) => table))
  // The rows of these tables go with the order or the move, or are deleted by the statement of the table.
  const deleted = [...declaredTables].flatMap(([table, { person }]) =>
    person?.statement && /^\s*(with gone as \()?delete from/.test(person.statement) ? [table] : [],
  )
  const silent = [...declaredTables].flatMap(([table, { person, stays }]) => {
    const remains = (person?.kept !== undefined || ids.has(table)) && !gone.has(table) && !deleted.includes(table)
    return remains && !stays && !expiresByItself(table) ? [table] : []
  })
  expect(silent, 'has neither `stays` nor `expires` in its feature.ts').toEqual([])
})

test('the tax law ends 72 months after the annual return of the financial year', () => {
  expect(['2026-04-01', '2026-11-28', '2027-03-31', '2027-04-01'].map(taxEnd)).toEqual([
    '2033-12-31',
    '2033-12-31',
    '2033-12-31',
    '2034-12-31',
  ])
})

test('rows that remain after an erasure are in tables with a reason and an end', async () => {
  const { db } = server
  const shopper = await buildShopper(server)
  const { orderId, link } = await shopper.buyOne()
  await payInSilence(server, link)
  const owner = server.api(await server.adminToken('owner'))
  await owner.orders.recheck({ params: { order_id: orderId } })
  await owner.orders.refund({ params: { order_id: orderId }, body: { amount: 1, reason: 'Asked for it' } })
  await server.answerWaiting()

  await owner.users.delete({ params: { id: shopper.user.user_id } })
  const remaining: [string, RetentionReason | 'expires' | undefined][] = []
  for (const { table } of await tablesWithIds()) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      'select 1 from :table: t where to_jsonb(t)::text ~ :ids limit 1',
      {
        table,
        ids: `"user_id": ${shopper.user.id}[,}]|${shopper.user.user_id}|${orderId}`,
      },
    )
    if (rows.length > 0) remaining.push([table, declaredTables.get(table)?.stays])
  }
  expect(remaining).toEqual([
    ['documents', 'money'],
    ['enrolments', 'money'],
    ['order_events', 'money'],
    ['order_lines', 'money'],
    ['order_payments', 'money'],
    ['orders', 'money'],
    ['refunds', 'money'],
    ['users', 'money'],
  ])
  const reasons = (await listRetention(server.db)).flatMap(({ tables, why, ends }) =>
    tables.map((table) => [table, why !== '' && ends !== ''] as const),
  )
  for (const [table] of remaining) expect(new Map(reasons).get(table), table).toBe(true)
})

test('events of the gateway, which hold email and phone, are deleted after a year', async () => {
  const { db } = server
  const now = server.ctx.now()
  const event = (event_id: string, days: number) => ({
    event_id,
    event: 'payment.captured',
    body: '{}',
    received_at: new Date(now.getTime() - days * DAY_MS),
  })
  await db('gateway_events').insert([event('evt_old', 367), event('evt_new', 365)])
  await deleteExpired(db, now)
  const left: string[] = await db('gateway_events').where('event_id', 'like', 'evt\\_%').pluck('event_id')
  expect(left).toContain('evt_new')
  expect(left).not.toContain('evt_old')
})

test('the register of what is stored names each table once', async () => {
  const rows = await listRetention(server.db)
  const tables = rows.flatMap(({ tables: some }) => some)
  expect(tables.length).toBe(new Set(tables).size)
  expect(rows[0]).toMatchObject({ reason: 'money', ends: '72 months after the annual GST return of their year' })
  expect(rows.find(({ reason }) => reason === 'account')?.tables).toContain('lesson_notes')
  expect(rows.find(({ tables: [table] }) => table === 'gateway_events')).toMatchObject({ reason: 'expires' })
})
