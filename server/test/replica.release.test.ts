// Runs before a release: starts a second database that follows the first.

import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import { startReplicated } from './replicated.ts'
import { isFullRun } from './scope.ts'
import { type ApiClient, startTestServer, type TestServer } from './server.ts'
import { openShopWithPages, type ShopWithPages } from './shop-with-pages.ts'

/** Tests two instances on a primary and a real streaming replica: a write on one is followed by a read on the other. */

const PAIRS = isFullRun ? 10_000 : 1_000
/** Pairs of full calls. */
const CALLS = isFullRun ? 400 : 80

let pair: Awaited<ReturnType<typeof startReplicated>>
let one: TestServer
let other: TestServer
let pages: ShopWithPages
let owner: ApiClient
let ownerThere: ApiClient
/** The pools used by both instances, newest last. */
const readAt: ('primary' | 'replica')[] = []

beforeAll(async () => {
  pair = await startReplicated()
  const env = { DATABASE_REPLICA_URL: pair.replica.url }
  one = await startTestServer({ databaseUrl: pair.primary.url, work: false, env })
  other = await startTestServer({ beside: one, work: false, env })
  for (const { ctx } of [one, other]) {
    const { read } = ctx
    ctx.read = (work) =>
      read((db: Knex) => {
        readAt.push(db === ctx.db ? 'primary' : 'replica')
        return work(db)
      })
  }
  pages = await openShopWithPages(other)
  const token = await one.adminToken()
  owner = one.api(token)
  ownerThere = other.api(token)
  await buildCourse(one.db, { course_id: 'reels' })
}, 90_000)
afterAll(async () => {
  await pages?.close()
  await other?.stop()
  await one?.stop()
  await pair?.close()
})
beforeEach(async () => {
  await backInUse()
})

/** Waits until the replica answers a read. */
async function backInUse(): Promise<void> {
  do {
    readAt.length = 0
    await ownerThere.courses.filters()
  } while (readAt.at(-1) !== 'replica')
}

const page = async (path: string) => (await fetch(pages.url + path)).text()
const csvOf = async (file: unknown) => (typeof file === 'string' ? file : await (file as Blob).text())

/** Writes on one instance, and reads on the other in each way that a read may take. */
async function pairAt(at: number): Promise<void> {
  const price = 100 + at
  await owner.courses.update({ params: { id: 'reels' }, body: { price } } as never)
  const here = (await one.api().courses.get({ id: 'reels' })).price
  expect(here).toBe(price)
  if (at % 4 === 0) {
    const rows = await csvOf(await ownerThere.exports.courses({} as never))
    expect(rows).toContain(`,${price},`)
  } else if (at % 4 === 1) {
    const name = `Student ${at} of the replica`
    await buildUser(one.db, { name })
    expect(await csvOf(await ownerThere.exports.users({} as never))).toContain(name)
  } else if (at % 4 === 2) {
    const { hits } = await ownerThere.overview.search({ q: 'reels' })
    expect(JSON.stringify(hits)).toContain('reels')
    const [entry] = (await ownerThere.activity.list({ limit: 1 } as never)).activity
    expect(JSON.stringify(entry)).toContain(String(price))
  } else {
    expect(await one.api().courses.list({ q: 'reels' })).toMatchObject([{ price }])
  }
}

async function pairs(count: number, from: number): Promise<void> {
  for (let at = from; at < from + count; at++) await pairAt(at)
}

/** Repeats bare pairs: a write on one instance, and at once a read on the other. */
async function barePairs(count: number): Promise<void> {
  for (let at = 1; at <= count; at++) {
    await one.db('courses').where({ course_id: 'reels' }).update({ price_paise: at })
    const found = await other.ctx.read((db) => db('courses').where({ course_id: 'reels' }).first('price_paise'))
    if (found?.price_paise !== at) expect([at, found]).toEqual([at, { price_paise: at }])
  }
}

test('catalogue, public pages, reports and exports read from the replica, and include the latest writes', async () => {
  const places: Record<string, () => Promise<unknown>> = {
    course: async () => {
      await owner.courses.update({ params: { id: 'reels' }, body: { price: 51 } } as never)
      // This instance learns of the write by a notification.
      let text = ''
      while (!text.includes('"price":51,')) text = await page('/api/go/courses/reels')
    },
    filters: () => ownerThere.courses.filters(),
    settings: () => ownerThere.settings.public(),
    tax: () => ownerThere.documents.tax(),
    page: () => page('/course/reels'),
    overview: () => ownerThere.overview.get({} as never),
    numbers: () => ownerThere.courses.numbers({ id: 'reels' } as never),
    activity: () => ownerThere.activity.list({} as never),
    exports: async () => csvOf(await ownerThere.exports.orders({} as never)),
    settlements: () => ownerThere.settlements.month({ month: '2026-10' }),
  }
  for (const [name, read] of Object.entries(places)) {
    readAt.length = 0
    await read()
    expect([name, new Set(readAt)]).toEqual([name, new Set(['replica'])])
  }
  await pairs(20, 5_000)
  expect(readAt.filter((place) => place === 'replica').length).toBeGreaterThan(20)
})

test('with replay paused no read is stale: the primary answers until the replica catches up', async () => {
  await pair.replica.run('select pg_wal_replay_pause()')
  readAt.length = 0
  await barePairs(PAIRS)
  await pairs(CALLS, 10_000)
  expect(readAt).not.toContain('replica')
  expect(readAt.length).toBeGreaterThanOrEqual(PAIRS)
  await pair.replica.run('select pg_wal_replay_resume()')
  await backInUse()
  await pairs(4, 30_000)
  expect(readAt).toContain('replica')
}, 900_000)

test('with replay toggling no read is stale', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<'over'>()
  // Replay toggles once the reads have noticed the previous state; the last one resumes replay.
  const swinging = (async () => {
    for (let met: unknown; met !== 'over'; ) {
      const left = other.hears('the replica is not used')
      await pair.replica.run('select pg_wal_replay_pause()')
      await Promise.race([left, over])
      const used = other.hears('the replica is used')
      await pair.replica.run('select pg_wal_replay_resume()')
      met = await Promise.race([used, over])
    }
  })()
  await barePairs(PAIRS)
  await pairs(CALLS / 4, 40_000)
  end('over')
  await swinging
  expect(new Set(readAt)).toEqual(new Set(['primary', 'replica']))
}, 900_000)

test('a killed replica is not missed, and is used again when it returns', async () => {
  const requesting = (async () => {
    for (let at = 0; at < 60; at++) await pairAt(60_000 + at)
  })()
  await pair.replica.kill()
  await requesting
  readAt.length = 0
  await pairs(8, 61_000)
  expect(readAt).not.toContain('replica')
  await pair.replica.start()
  await backInUse()
  const notified = one.logged.filter((line) => line.includes('the replica is not used')).length
  expect(notified).toBeGreaterThanOrEqual(1)
  expect(notified).toBeLessThan(20)
}, 120_000)

describe('when a server is no copy of the database,', () => {
  test('such a server is never read, and the log says so', async () => {
    const alone = await startTestServer({ work: false, env: { DATABASE_REPLICA_URL: pair.replica.url } })
    await buildCourse(alone.db, { course_id: 'alone' })
    expect(await alone.api().courses.list({})).toMatchObject([{ course_id: 'alone' }])
    expect(alone.logged.some((line) => line.includes('is no copy of DATABASE_URL'))).toBe(true)
    await alone.stop()
  })

  test('a primary is never read as a replica', async () => {
    const alone = await startTestServer({ beside: one, work: false, env: { DATABASE_REPLICA_URL: pair.primary.url } })
    expect(await alone.api().courses.list({})).toHaveLength(1)
    expect(alone.logged.some((line) => line.includes('the replica is not used'))).toBe(true)
    await alone.stop()
  })
})
