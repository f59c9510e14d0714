import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../test/shopper.ts'
import { type EmbeddedServer, startEmbedded } from '../../platform/db/embedded.ts'
import { clusterOf } from '../../platform/db/embedded-cluster.ts'
import { findPlace } from '../../platform/db/embedded-place.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { saveShop } from '../../shop/settings/settings.queries.ts'
import { lookAtDatabaseJob } from './backup-log.jobs.ts'
import { findLastRestore } from './backup-log.queries.ts'

const log = { info: () => {}, warn: () => {} }
let folder: string
let database: EmbeddedServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-returned-'))
  await chmod(folder, 0o755)
  database = await startEmbedded({ dataDir: join(folder, 'data'), log })
}, 120_000)
afterAll(async () => {
  await database.stop()
  for (const path of [folder, copy]) await rm(path, { recursive: true, force: true })
})

/** Runs the shop for a while, as after a start. */
async function during<T>(act: (server: TestServer) => Promise<T>, beside?: TestServer): Promise<T> {
  const server = await startTestServer({ databaseUrl: database.url, work: false, ...(beside && { beside }) })
  try {
    return await act(server)
  } finally {
    await server.stop()
  }
}

/** Sells a course; returns the number of its receipt. */
async function sell(server: TestServer): Promise<number> {
  await saveShop(server.db, {}, server.ctx.now())
  const shopper = await buildShopper(server)
  const { orderId, link, course } = await shopper.buyOne()
  await payInSilence(server, link)
  await shopper.student.orders.paymentStatus({ user_id: shopper.user.user_id, course_id: course.course_id })
  const [document] = await issueDocuments(server.ctx, orderId)
  return Number(document?.serial.split('/').at(-1))
}

/** Stops the database, has something done to its folder, and starts it again. */
async function changed(change: (cluster: string) => Promise<void>): Promise<void> {
  const place = await findPlace(join(folder, 'data'))
  await database.stop()
  await change(clusterOf(place))
  database = await startEmbedded({ dataDir: join(folder, 'data'), log })
}

const copy = join(tmpdir(), `skillhaat-copy-${process.pid}`)
/** With its owner: PostgreSQL runs as another account than root. */
const copyTo = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])
const keep = async (cluster: string) => void (await copyTo(cluster, copy))

test('a restore to a point in time repeats no number, and the owner is told', async () => {
  const first = await during(sell)
  await changed(keep)
  expect(await during(sell)).toBe(first + 1)
  await changed(async (cluster) => {
    await rm(cluster, { recursive: true })
    await copyTo(copy, cluster)
    // What restores to a point in time: PostgreSQL reads the log of its archive, and begins another timeline.
    await appendFile(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n")
    await writeFile(join(cluster, 'recovery.signal'), '')
  })
  const returned = await during(async (server) => {
    const number = await sell(server)
    expect(number).toBeGreaterThan(1_000)
    expect(await findLastRestore(server.db)).toMatchObject({ message: expect.stringContaining('RC/') })
    expect(await server.db('pgboss.job').where({ name: 'look-back', state: 'created' })).not.toEqual([])
    const alerts: { alert_key: string }[] = await server
      .db('pgboss.job')
      .where({ name: 'owner-alert-mail' })
      .pluck('data')
    expect(alerts.filter(({ alert_key }) => alert_key.startsWith('database_returned'))).toHaveLength(1)
    return number
  })
  expect(await during(sell)).toBe(returned + 1)
}, 300_000)

test('a disk that came back from a snapshot repeats no number', async () => {
  // The machine keeps what it saw, as one whose database has a disk of its own.
  const machine = await startTestServer({ databaseUrl: database.url, work: false })
  const first = await sell(machine)
  await machine.ctx.db.destroy()
  await rm(copy, { recursive: true, force: true })
  await changed(keep)
  const second = await during(async (server) => {
    const number = await sell(server)
    // A minute later.
    await lookAtDatabaseJob(server.ctx).run({}, 'test')
    return number
  }, machine)
  expect(second).toBe(first + 1)
  await changed(async (cluster) => {
    await rm(cluster, { recursive: true })
    await copyTo(copy, cluster)
  })
  expect(await during(sell, machine)).toBeGreaterThan(second + 900)
  await rm(machine.dataDir, { recursive: true, force: true })
}, 300_000)
