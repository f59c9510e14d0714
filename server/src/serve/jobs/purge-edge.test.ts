import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { openEdgeStandIn } from '../../../test/edge-stand-in.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createPurger } from '../../platform/edge/purge.ts'
import { courseTag } from '../../platform/net/cache-at-edge.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { createJobs } from './index.ts'

let edge: Awaited<ReturnType<typeof openEdgeStandIn>>
let server: TestServer
beforeAll(async () => {
  edge = await openEdgeStandIn()
  const env = { EDGE: 'fastly', EDGE_ID: 'service1', EDGE_TOKEN: 'secret-key', EDGE_ADDRESSES: edge.url }
  server = await startTestServer({ work: false, env })
  // Its settings are of the catalogue, too.
  await server.answerWaiting('purge-edge')
})
beforeEach(() => {
  edge.asked.length = 0
  edge.answers.status = 200
})
afterAll(async () => {
  await server.stop()
  await edge.close()
})

const waiting = () =>
  server.db('pgboss.job').where({ name: 'purge-edge' }).orderBy('start_after').select('data', 'state')

test('a write of the catalogue leaves its purge in the same transaction, and another for what was on its way', async () => {
  await expect(
    writeCatalogue(server.db, async () => {
      throw new Error('the work fails')
    }),
  ).rejects.toThrow('the work fails')
  expect(await waiting()).toEqual([])
  await writeCatalogue(server.db, async () => {}, [courseTag('reels')])
  expect(await waiting()).toMatchObject([{ data: { tags: ['course-reels'] } }, { data: { tags: ['course-reels'] } }])
  await server.answerWaiting('purge-edge')
  expect(edge.asked).toHaveLength(2)
})

test('a price that an owner changes goes with everything that the catalogue shows', async () => {
  const { course_id } = await buildCourse(server.db)
  const owner = server.api(await server.adminToken())
  await owner.courses.update({ params: { id: course_id }, body: { price: 1299 } } as never)
  await server.answerWaiting('purge-edge')
  expect(edge.asked[0]?.headers['surrogate-key']).toBe('catalogue')
})

test('many purges that wait at once are one request', async () => {
  const job = createJobs(server.ctx).find(({ name }) => name === 'purge-edge')
  const tags = Array.from({ length: 20 }, (_, at) => courseTag(`c${at}`))
  await Promise.all(tags.map((tag) => job?.run({ tags: [tag] }, 'id')))
  expect(edge.asked).toHaveLength(1)
  expect(edge.asked[0]?.headers['surrogate-key']).toBe(tags.join(' '))
  await Promise.all(Array.from({ length: 100 }, (_, at) => job?.run({ tags: [courseTag(`d${at}`)] }, 'id')))
  expect(edge.asked[1]?.headers['surrogate-key']).toBe('catalogue')
})

test('Fastly gets the request that it documents', async () => {
  await createPurger({ kind: 'fastly', api: edge.url, id: 'service1', token: 'secret-key' }, 'all')(['a', 'b'])
  expect(edge.asked).toMatchObject([
    {
      method: 'POST',
      path: '/service/service1/purge',
      headers: { 'fastly-key': 'secret-key', 'surrogate-key': 'a b' },
    },
  ])
})

test('Cloudflare gets the request that it documents, and its reported failure counts', async () => {
  const purge = createPurger({ kind: 'cloudflare', api: edge.url, id: 'zone1', token: 'token' }, 'all')
  await purge(['a', 'b'])
  expect(edge.asked).toMatchObject([
    { method: 'POST', path: '/zones/zone1/purge_cache', headers: { authorization: 'Bearer token' } },
  ])
  expect(JSON.parse(String(edge.asked[0]?.body))).toEqual({ tags: ['a', 'b'] })
  const { body } = edge.answers
  edge.answers.body = '{"success": false, "errors": [{"code": 1107}], "result": null}'
  await expect(purge(['a'])).rejects.toThrow('refused')
  edge.answers.body = body
})

test('every Varnish is called, and all must succeed', async () => {
  const other = await openEdgeStandIn()
  const purge = createPurger({ kind: 'varnish', addresses: [edge.url, other.url] }, 'all')
  await purge(['a', 'b'])
  for (const { asked } of [edge, other])
    expect(asked).toMatchObject([{ method: 'PURGE', headers: { 'xkey-purge': 'a b' } }])
  other.answers.status = 405
  await expect(purge(['a'])).rejects.toThrow('405')
  await other.close()
})

test.skipIf(isPlainRun)(
  'a purge that fails is tried again, for half a minute, and never says its key',
  async () => {
    edge.answers.status = 503
    const { retries = 0 } = createJobs(server.ctx).find(({ name }) => name === 'purge-edge') ?? {}
    expect(retries).toBe(3)
    const worker = await startTestServer({
      beside: server,
      env: { EDGE: 'fastly', EDGE_ID: 'service1', EDGE_TOKEN: 'secret-key', EDGE_ADDRESSES: edge.url },
    })
    const first = edge.next()
    await writeCatalogue(server.db, async () => {})
    await first
    edge.answers.status = 200
    for (;;) {
      const next = edge.next()
      // The loop ends when every job has run or is running.
      if ((await waiting()).every(({ state }) => state === 'active' || state === 'completed')) break
      await next
    }
    await worker.stop()
    expect((await waiting()).map(({ state }) => state)).toEqual(['completed', 'completed'])
    expect(edge.asked.length).toBeGreaterThanOrEqual(2)
    expect(worker.logged.filter((line) => line.includes('secret-key'))).toEqual([])
  },
  40_000,
)
