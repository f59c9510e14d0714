import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCourse } from './catalogue-factories.ts'
import { freePort } from './free-port.ts'
import { buildUser } from './people-factories.ts'
import { lengthOf } from './scope.ts'
import { startTestServer, type TestServer } from './server.ts'
import { openShopWithPages, type ShopWithPages } from './shop-with-pages.ts'
import { startVarnish, type Varnish, varnishMissing } from './varnish.ts'

/** Tests the shop behind a real Varnish with `deploy/varnish.vcl`. */

const REQUESTS = lengthOf('REQUESTS', { full: 10_000, usual: 4_000, plain: 2_000 })
const AT_ONCE = 20

const missing = varnishMissing()
if (missing) console.log(missing)

describe.skipIf(missing)('behind Varnish', () => {
  let server: TestServer
  let shop: ShopWithPages
  let varnish: Varnish
  const courses = Array.from({ length: 2 }, (_, at) => `course-${at}`)
  const publicAddresses = [
    '/',
    '/courses',
    '/about',
    '/terms',
    '/sitemap.xml',
    ...courses.map((id) => `/course/${id}`),
    '/api/go/courses',
    '/api/go/courses?limit=2',
    '/api/go/course_filters',
    '/api/go/settings',
    '/api/go/tax',
    ...courses.map((id) => `/api/go/courses/${id}`),
  ]

  beforeAll(async () => {
    const port = await freePort()
    server = await startTestServer({ env: { EDGE: 'varnish', EDGE_ADDRESSES: `http://127.0.0.1:${port}` } })
    for (const course_id of courses) await buildCourse(server.db, { course_id, name: `Name ${course_id}`, price: 499 })
    shop = await openShopWithPages(server)
    varnish = await startVarnish(port, shop.port)
  })
  afterAll(async () => {
    await varnish?.close()
    await shop?.close()
    await server?.stop()
  })

  const request = (path: string, init: RequestInit = {}) => fetch(varnish.url + path, { redirect: 'manual', ...init })
  /** Counts the requests that have reached the shop through this server. */
  const reached = () => server.logged.filter((line) => line.includes('"msg":"request"')).length

  /** Runs `work` for each number below `REQUESTS`, some at once. */
  async function many(work: (at: number) => Promise<void>): Promise<void> {
    let next = 0
    const worker = async () => {
      for (let at = next++; at < REQUESTS; at = next++) await work(at)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  test('99 % of public reads never reach the shop, whoever sends them', async () => {
    const before = reached()
    await many(async (at) => {
      const path = publicAddresses[at % publicAddresses.length] ?? '/'
      const query = path === '/' && at % 2 ? '?utm_source=letter&gclid=x' : ''
      const answer = await request(path + query, { headers: at % 3 ? { cookie: `theme=dark; id=${at}` } : {} })
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
    })
    expect(reached() - before).toBeLessThanOrEqual(REQUESTS / 100)
    expect(reached() - before).toBeGreaterThan(0)
  }, 120_000)

  test('browsers have to revalidate, get a 304 from the edge, and see neither its tags nor another visitor', async () => {
    const first = await request('/course/course-1', { headers: { 'x-request-id': 'somebody' } })
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, must-revalidate')
    for (const name of ['xkey', 'surrogate-control', 'set-cookie', 'x-request-id'])
      expect(first.headers.get(name)).toBeNull()
    const again = await request('/course/course-1', { headers: { 'if-none-match': String(first.headers.get('etag')) } })
    expect(again.status).toBe(304)
    // Varnish adds the number of the request that stored the answer. The shop's log could hold an earlier request late.
    expect(again.headers.get('x-varnish')).toMatch(/^\d+ \d+$/)
  })

  test('a changed price shows on every page and in every call', async () => {
    const owner = server.api(await server.adminToken())
    const showing = ['/', '/courses', '/course/course-1', '/api/go/courses', '/api/go/courses/course-1']
    for (const price of [1299, 777, 1501]) {
      for (const path of showing) await (await request(path)).text()
      await owner.courses.update({ params: { id: 'course-1' }, body: { price } } as never)
      for (const path of showing) {
        let text = ''
        while (!text.includes(String(price))) text = await (await request(path)).text()
      }
    }
  })

  test('only the shop can purge, and the edge itself answers metrics and views', async () => {
    expect((await request('/', { method: 'PURGE' })).status).toBe(400)
    expect((await request('/metrics')).status).toBe(404)
    expect((await request('/view', { method: 'POST' })).status).toBe(204)
  })

  test('mixed requests never get a byte of another, and private responses are not stored', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const user = await buildUser(server.db, { name: `Private Person ${at}x`, email: `private-${at}x@example.com` })
        return { ...user, token: await server.userToken(user) }
      }),
    )
    const admin = await server.adminToken()
    const stored = new Map<string, string>()
    for (const path of publicAddresses) stored.set(path, await (await request(path)).text())
    const secret = /Private Person \d+x|private-\d+x@/g

    await many(async (at) => {
      const person = people[at % people.length]
      const path = publicAddresses[at % publicAddresses.length] ?? '/'
      const signed = { authorization: `bearer ${person?.token}` }
      const kind = (at * 7) % 10
      if (kind < 4) {
        // Public, logged in or not: the same bytes for everybody.
        const answer = await request(path, { headers: kind < 2 && path.startsWith('/api/') ? signed : {} })
        expect(await answer.text()).toBe(stored.get(path))
      } else if (kind < 7) {
        const answer = await request('/api/user/profile', { headers: signed })
        expect(new Set((await answer.text()).match(secret))).toEqual(new Set([person?.name, `private-${at % 6}x@`]))
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
      } else if (kind === 7) {
        const answer = await request('/api/user/profile')
        expect([answer.status, secret.test(await answer.text())]).toEqual([401, false])
      } else if (kind === 8) {
        const answer = await request('/api/admin/users', { headers: { authorization: `bearer ${admin}` } })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
        const refused = await request('/api/admin/users', { headers: signed })
        expect([refused.status, secret.test(await refused.text())]).toEqual([401, false])
      } else {
        const answer = await request('/dashboard', { headers: { cookie: `session=${person?.token}` } })
        expect(answer.headers.get('age') ?? '0').toBe('0')
        expect(secret.test(await answer.text())).toBe(false)
      }
    })
    for (const path of ['/api/user/profile', '/api/admin/users', '/dashboard', ...publicAddresses])
      expect(secret.test(await (await request(path)).text())).toBe(false)
  }, 120_000)

  test('a 404 is requested from the shop each time', async () => {
    // A request is logged once it closes, so one of the test before may be logged in this one.
    const requested = () => server.logged.filter((line) => line.includes('"path":"/course/nowhere"')).length
    for (let time = 0; time < 3; time++) expect((await request('/course/nowhere')).status).toBe(404)
    await expect.poll(requested).toBe(3)
  })
})
