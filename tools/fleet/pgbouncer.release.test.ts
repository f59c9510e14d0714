// Runs before a release: starts a PostgreSQL, a PgBouncer and two shops for each mode.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlace } from '../../server/src/platform/db/embedded-place.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import { findFreePort } from '../../server/test/program.ts'
import { startReplicated } from '../../server/test/replicated.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { buildShopper, pay } from '../../server/test/shopper.ts'
import { type Daemon, missingPrograms } from './daemon.ts'
import { type PoolerLines, pgbouncer, pooledUrl } from './pgbouncer.ts'

/** The connections that docs/scaling.md counts for an instance in session mode. */
const OF_ONE = 11

const modes: { mode: string; lines: PoolerLines; second: boolean }[] = [
  { mode: 'transaction', lines: {}, second: true },
  { mode: 'session', lines: { pool_mode: 'session', default_pool_size: 2 * OF_ONE + 1 }, second: false },
]
const isMissing = missingPrograms(['pgbouncer']).length > 0
if (isMissing) console.log('install pgbouncer to try the shop behind it')

describe.skipIf(isMissing).each(modes)('behind PgBouncer in $mode mode', ({ lines, second }) => {
  let folder: string
  let pair: Awaited<ReturnType<typeof startReplicated>>
  let pooler: Daemon
  let one: TestServer
  let other: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skillhaat-pooler-'))
    pair = await startReplicated()
    const port = await findFreePort()
    pooler = await pgbouncer(folder, port, pair.primary, (await findPlace(folder)).runAs, lines)
    await pooler.start()
    const env: Record<string, string> = second ? { DATABASE_DIRECT_URL: pair.primary.url } : {}
    one = await startTestServer({ databaseUrl: pooledUrl(pair.primary.url, port), env })
    other = await startTestServer({ beside: one, env })
  }, 90_000)
  afterAll(async () => {
    await other?.stop()
    await one?.stop()
    await pooler?.kill()
    await pair?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const sell = async () => {
    const shopper = await buildShopper(one)
    const { course, orderId, link } = await shopper.buyOne()
    await pay(one, link)
    await expect.poll(() => shopper.statusOf(orderId)).toBe('paid')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  }
  /** Changes a price on one instance, and waits until the other, which is notified, shows it. */
  const reprice = async (id: string, price: number) => {
    await one.api(await one.adminToken('owner')).courses.update({ params: { id }, body: { price } } as never)
    await expect.poll(async () => (await other.api().courses.get({ id })).price).toBe(price)
  }
  const areReady = () =>
    expect
      .poll(async () =>
        Promise.all([one, other].map(async (shop) => (await (await shop.request('/api/ready')).json()).status)),
      )
      .toEqual(['ready', 'ready'])

  test('the shop sells and notifies its other instance, also after a restart of the pooler', async () => {
    const { course_id } = await buildCourse(one.db, { price: 400 })
    await areReady()
    await sell()
    await reprice(course_id, 450)
    await pooler.kill()
    await expect.poll(async () => (await one.request('/api/ready')).text()).not.toContain('"ready"')
    await pooler.start()
    await areReady()
    await sell()
    await reprice(course_id, 500)
  })

  test('a rush of both instances stays within the connections of the pooler', async () => {
    const answers = await Promise.all(
      [one, other].flatMap((shop) => Array.from({ length: 100 }, () => shop.request('/api/go/courses?q=nothing'))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [row] = await pair.primary.run(
      `select count(*)::int as held from pg_stat_activity where usename = 'shop' and application_name not like '%replica%'`,
    )
    expect(row?.held).toBeLessThanOrEqual(2 * OF_ONE)
  })
})
