import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { insertBackup } from '../../backup-log/backup-log.queries.ts'
import { reconcileOrdersJob } from '../../jobs/reconcile-orders.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('the owner sees webhook, reconciler, waiting orders, database, disk and version', async () => {
  const { db } = server
  const owner = server.api(await server.adminToken())
  const early = await owner.overview.health({})
  expect(early).toMatchObject({ last_webhook_at: null, last_reconcile_at: null, waiting_orders: 0 })
  expect(early.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(Date.parse(early.started_at)).toBeLessThanOrEqual(Date.now())
  expect(early.database.version).toMatch(/^\d+\.\d+/)
  expect(early.database.bytes).toBeGreaterThan(1_000_000)
  expect(early.database.answer_ms).toBeGreaterThanOrEqual(0)
  expect(early.disk.free).toBeGreaterThan(0)
  expect(early.disk.total).toBeGreaterThanOrEqual(early.disk.free)

  const buyer = await buildStudentRow(db)
  const begun = server.ctx.now().getTime()
  const minutesAgo = (minutes: number) => new Date(begun - minutes * 60_000).toISOString()
  const made: string[] = []
  for (const minutes of [14, 16]) {
    const { order_id } = await buildPaidOrder(db, { user_id: buyer.id })
    await db('orders')
      .where({ order_id })
      .update({ status: 'created', paid_at: null, created_at: minutesAgo(minutes) })
    made.push(order_id)
  }
  for (const [event_id, minutes] of [
    ['evt_1', 9],
    ['evt_2', 2],
  ] as const) {
    await db('gateway_events').insert({ event_id, event: 'order.paid', body: '{}', received_at: minutesAgo(minutes) })
  }
  await reconcileOrdersJob(server.ctx).run({}, 'a-job')
  const later = await owner.overview.health({})
  expect(later.waiting_orders).toBe(1)
  // And the list leads to exactly those.
  const waiting = await owner.orders.adminList({ needs: 'waiting' })
  expect(waiting).toMatchObject({ total: 1, orders: [{ status: 'created', order_id: made[1] }] })
  expect(later.last_webhook_at).toBe(minutesAgo(2))
  expect(Date.parse(later.last_reconcile_at ?? '')).toBeGreaterThan(Date.parse(minutesAgo(1)))
})

test('the health names the last good backup and the outcome of the last one', async () => {
  const { db } = server
  const health = async () => (await server.api(await server.adminToken()).overview.health({})).backup
  expect(await health()).toEqual({ last_at: null, size_bytes: null, ok: null, message: null })
  const at = (minute: number) => `2026-11-20T02:${minute}:00.000Z`
  const good = { started_at: at(30), finished_at: at(31), ok: true, size_bytes: 5_000_000_000, message: 'Backed up' }
  await insertBackup(db, { ...good, place: '/backups' })
  const failed = { started_at: at(40), finished_at: at(41), ok: false, size_bytes: null, message: 'No room' }
  await insertBackup(db, { ...failed, place: '/backups' })
  expect(await health()).toEqual({ last_at: at(31), size_bytes: 5_000_000_000, ok: false, message: 'No room' })
})

test('only the owner sees the health of the shop', async () => {
  for (const role of ['editor', 'support'] as const) {
    const other = server.api(await server.adminToken(role))
    await expect(other.overview.health({})).rejects.toMatchObject({ status: 403 })
  }
})
