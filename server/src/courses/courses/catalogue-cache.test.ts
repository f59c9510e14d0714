import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call } from '@orpc/server'
import express from 'express'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createDb, PATIENT } from '../../platform/db/knex.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { type CatalogueCache, createCatalogueCache } from './catalogue-cache.ts'
import { courseHandlers } from './courses.handlers.ts'
import { publicCatalogue } from './public-catalogue.ts'

let database: TestDatabase
let cache: CatalogueCache
let server: Server
let base: string
const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db('courses').del()
  cache = createCatalogueCache({ db: database.db, databaseUrl: database.url, log })
  await vi.waitUntil(() => cache.hearing())
  const app = express()
  app.use(publicCatalogue(cache), (_, res) => res.status(418).end())
  server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started))
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/go/courses`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await cache.close()
})

const queries = async (work: () => Promise<unknown>) => {
  let count = 0
  const tally = () => (count += 1)
  database.db.on('query', tally)
  await work()
  database.db.off('query', tally)
  return count
}

describe('answers', () => {
  it('carry the router’s bytes and headers, from memory the second time', async () => {
    const { course_id } = await buildCourse(database.db, { name: 'रील ₹', who_is_this_for: ['You'] })
    const requested = callContext({ db: database.db })
    const cases = [
      ['', () => call(courseHandlers.list, {}, { context: requested })],
      [`/${course_id}`, () => call(courseHandlers.get, { id: course_id }, { context: requested })],
    ] as const
    for (const [address, answer] of cases) {
      requested.sent = {}
      const expected = JSON.stringify(await answer())
      const first = await fetch(base + address)
      expect(await first.text()).toBe(expected)
      expect(first.headers.get('content-type')).toBe('application/json')
      expect(Object.keys(requested.sent)).toContain('ETag')
      for (const [name, value] of Object.entries(requested.sent)) expect(first.headers.get(name)).toBe(value)
      expect(await queries(() => fetch(`${base}${address}/`))).toBe(0)
    }
  })

  it('use 304 for a present ETag, weak or strong, and HEAD without a body', async () => {
    await buildCourse(database.db)
    const { headers } = await fetch(base)
    const etag = headers.get('etag') ?? ''
    for (const tag of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await fetch(base, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(etag)
      expect(await again.text()).toBe('')
    }
    expect((await fetch(base, { headers: { 'if-none-match': '"old"' } })).status).toBe(200)
    const head = await fetch(base, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String((await (await fetch(base)).text()).length))
    expect(head.headers.get('x-total-count')).toBe('1')
  })

  it('compress when long and accepted, and only then', async () => {
    for (let n = 0; n < 10; n += 1) await buildCourse(database.db)
    const packed = await fetch(base, { headers: { 'accept-encoding': 'br, gzip' } })
    const plain = await fetch(base, { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(await packed.text()).toBe(await plain.text())
  })

  it.each([
    '?limit=0',
    '?limit=x',
    '?sort=name',
    '?q=a&q=b',
    '?q[a]=b',
    '?q=%00',
    '?q=%zz',
    '/unknown',
    '/%00',
    '/a/b',
    `/${'x'.repeat(101)}`,
  ])('pass %s to the router', async (rest) => {
    await buildCourse(database.db, { course_id: 'x'.repeat(101) })
    expect((await fetch(base + rest)).status).toBe(418)
  })

  it('pass other methods to the router', async () => {
    expect((await fetch(base, { method: 'POST' })).status).toBe(418)
  })

  it('share one database query for equal simultaneous questions', async () => {
    await buildCourse(database.db)
    expect(await queries(() => Promise.all(Array.from({ length: 20 }, () => fetch(`${base}?limit=24`))))).toBe(2)
  })
})

describe('a catalogue change', () => {
  const total = async () => Number((await fetch(base)).headers.get('x-total-count'))

  it('shows an own write at once', async () => {
    const version = cache.version()
    for (let count = 1; count <= 5; count += 1) {
      await writeCatalogue(database.db, async (trx) => void (await buildCourse(trx)))
      expect(await total()).toBe(count)
    }
    expect(cache.version()).not.toBe(version)
  })

  it('arrives from another instance', async () => {
    const other = createDb(database.url, { poolMax: 1, timeouts: PATIENT })
    expect(await total()).toBe(0)
    const version = cache.version()
    await writeCatalogue(other, async (trx) => void (await buildCourse(trx)))
    await vi.waitUntil(() => cache.version() !== version)
    expect(await total()).toBe(1)
    await other.destroy()
  })

  it('discards answers requested before it', async () => {
    const { db, url } = database
    const other = createDb(url, { poolMax: 2, timeouts: PATIENT })
    await buildCourse(db)
    // A catalogue that reads its rows, then waits for the lock before it answers.
    await db.raw(`
      create function wait_here() returns integer language plpgsql volatile as
        $$ begin perform pg_advisory_xact_lock_shared(1); return 1; end $$;
      alter table courses rename to courses_behind;
      create view courses as select c.* from (select wait_here() offset 0) w cross join courses_behind c`)
    try {
      const lock = await other.transaction()
      await lock.raw('select pg_advisory_xact_lock(1)')
      const early = total()
      await vi.waitUntil(async () => {
        const { rows } = await other.raw("select 1 from pg_stat_activity where wait_event = 'advisory'")
        return rows.length === 2
      })
      const version = cache.version()
      await writeCatalogue(other, async (trx) => void (await trx('courses_behind').del()))
      await vi.waitUntil(() => cache.version() !== version)
      await lock.commit()
      expect(await early).toBe(1)
      expect(await total()).toBe(0)
    } finally {
      await db.raw('drop view courses; alter table courses_behind rename to courses; drop function wait_here')
      await other.destroy()
    }
  })

  it('empties the cache while notices are lost; listening resumes by itself', async () => {
    expect(await total()).toBe(0)
    const admin = createDb(inject('testDatabase').serverUrl, { poolMax: 1, timeouts: PATIENT })
    const name = new URL(database.url).pathname.slice(1)
    await admin.raw('alter database ?? allow_connections false', [name])
    await admin.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'skillhaat-catalogue' and datname = ?",
      [name],
    )
    await vi.waitUntil(() => !cache.hearing(), { interval: 1 })
    expect(cache.version()).not.toBe(cache.version())
    // Writes without a notice are visible all the same.
    for (let count = 1; count <= 3; count += 1) {
      await buildCourse(database.db)
      expect(await total()).toBe(count)
    }
    await admin.raw('alter database ?? allow_connections true', [name])
    await admin.destroy()
    await vi.waitUntil(() => cache.hearing(), { timeout: 10_000 })
    const version = cache.version()
    expect(cache.version()).toBe(version)
    expect(await total()).toBe(3)
    expect(await queries(total)).toBe(0)
  })
})

it('the cache drops the least recently used answers beyond its bound', () => {
  const stored = createBoundedCache<string>({ maxEntries: 3, maxBytes: 100 })
  for (const key of ['a', 'b', 'c']) stored.set(key, key, 20)
  stored.get('a')
  stored.set('d', 'd', 20)
  expect([stored.get('a'), stored.get('b'), stored.get('c'), stored.get('d')]).toEqual(['a', undefined, 'c', 'd'])
  stored.set('big', 'big', 26)
  expect(stored.get('big')).toBeUndefined()
  for (let n = 0; n < 10; n += 1) stored.set(`n${n}`, 'x', 25)
  expect(['n6', 'n7', 'n8', 'n9'].map((key) => stored.get(key))).toEqual([undefined, 'x', 'x', 'x'])
})
