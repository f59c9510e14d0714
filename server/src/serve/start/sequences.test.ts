import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper } from '../../../test/shopper.ts'
import { createDb, PATIENT } from '../../platform/db/knex.ts'
import { findLagging, moveStatement } from '../../platform/db/sequences.queries.ts'
import { oneServer } from '../commands/doctor/machine-checks.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

const ready = async () => (await (await one.request('/api/ready')).json()) as { status: string; reason?: string }

test('a database whose sequences are behind is not ready, and each statement of doctor moves one', async () => {
  await (await buildShopper(one)).buyOne()
  // Logical replication brings the rows, and no sequence.
  for (const name of ['users_id_seq', 'order_numbers']) await one.db.raw(`alter sequence ${name} restart`)
  const lagging = await findLagging(one.db)
  expect(lagging.map(({ sequence }) => sequence)).toEqual(['order_numbers', 'users_id_seq'])
  expect(await ready()).toMatchObject({ status: 'degraded', reason: expect.stringContaining('numbers') })
  for (const of of lagging) await one.db.raw(moveStatement(of))
  expect(await findLagging(one.db)).toEqual([])
  expect(await ready()).toMatchObject({ status: 'ready' })
  expect((await buildUser(one.db)).id).toBeGreaterThan(0)
})

test('a balancer that sends reads to a replica is found', async () => {
  expect(await oneServer(one.db)).toEqual([])
  const replica = new URL(String(one.ctx.config.databaseUrl))
  replica.searchParams.set('options', '-c default_transaction_read_only=on')
  const db = createDb(replica.href, { poolMax: 2, timeouts: PATIENT })
  try {
    expect(await oneServer(db)).toMatchObject([{ level: 'FAIL', says: expect.stringContaining('pgpool-II') }])
  } finally {
    await db.destroy()
  }
})
