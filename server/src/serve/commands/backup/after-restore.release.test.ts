// Runs before a release: restores a whole shop; backup.test.ts holds the form.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../../test/shopper.ts'
import { readConfig } from '../../../config.ts'
import { findSeries } from '../../../sales/documents/document-series.queries.ts'
import { issueDocuments } from '../../../sales/documents/documents.service.ts'
import { findLastRestore } from '../../backup-log/backup-log.queries.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let folder: string
let empty: TestDatabase
let path: string
let receipt: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-after-'))
  empty = await createTestDatabase({ empty: true })
  receipt = await sell()
  const madeAt = () => new Date('2027-03-30T21:00:00Z')
  const options = { config: server.ctx.config, databaseUrl: String(server.ctx.config.databaseUrl), now: madeAt }
  path = (await makeBackup(options, join(folder, 'shop.tar'))).path
}, 60_000)
afterAll(async () => {
  await server.stop()
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Sells a course; returns the serial of its receipt. */
async function sell(): Promise<string> {
  const shopper = await buildShopper(server)
  const { orderId, link, course } = await shopper.buyOne()
  await payInSilence(server, link)
  await shopper.student.orders.paymentStatus({ user_id: shopper.user.user_id, course_id: course.course_id })
  const [document] = await issueDocuments(server.ctx, orderId)
  return document?.serial ?? ''
}

async function restore(choice: object) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'restored'), DATABASE_URL: empty.url })
  return restoreBackup({ config, databaseUrl: empty.url, log }, path, { replace: true, ...choice })
}

test('every series continues above what may be issued since the backup, also of a year that began since', async () => {
  const series = receipt.split('/').slice(0, 2).join('/')
  const { numbers } = await restore({ now: new Date('2027-04-02T04:00:00Z') })
  const moved = new Map((await findSeries(empty.db)).map((row) => [row.series, row.last_number]))
  expect(moved.get(series)).toBe(2_000)
  // Kinds that the backup has none of, in both years that the time since touches.
  for (const letters of ['SH', 'BS', 'CN', 'DN', 'DR', 'RC', 'RR'])
    for (const year of ['26-27', '27-28']) expect(moved.get(`${letters}/${year}`) ?? 0).toBeGreaterThanOrEqual(1_000)
  expect(numbers).toContain('RR/27-28/0001001')
  expect(await findLastRestore(empty.db)).toMatchObject({ message: numbers, backup_at: '2027-03-30T21:00:00.000Z' })
  expect(await empty.db('pgboss.job').where({ name: 'look-back', state: 'created' })).toHaveLength(1)
})

test('a shop that was stopped before its backup continues without a gap', async () => {
  const { numbers } = await restore({ nothingSince: true })
  expect(numbers).toBeUndefined()
  expect(await findSeries(empty.db)).toEqual(await findSeries(server.db))
  expect(await findLastRestore(empty.db)).toBeUndefined()
})
