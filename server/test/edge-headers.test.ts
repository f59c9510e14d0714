import { screens } from 'contract/screens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { buildCourse } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'
import { openShopWithPages, type ShopWithPages } from './shop-with-pages.ts'
import { uploadMedia } from './upload.ts'
import { picture, video } from './upload-files.ts'

/** Checks every call of the contract and every page from the view of a cache in front of the shop. */

const KEPT = ['courses.filters', 'courses.get', 'courses.list', 'documents.tax', 'settings.public']

let server: TestServer
let shop: ShopWithPages
let student: { id: number }

beforeAll(async () => {
  server = await startTestServer({
    work: false,
    env: { EDGE: 'fastly', EDGE_ID: 'service1', EDGE_TOKEN: 'key', EDGE_ADDRESSES: 'http://127.0.0.1:9' },
  })
  await buildCourse(server.db, { course_id: 'reels', price: 499 })
  shop = await openShopWithPages(server)
  student = await buildUser(server.db)
})
afterAll(async () => {
  await shop?.close()
  await server.stop()
})

const request = (path: string, init: RequestInit = {}) => fetch(shop.url + path, { redirect: 'manual', ...init })

function send({ path, method }: Route, token: string | undefined): Promise<Response> {
  const address = `/api${path.replace('/go/courses/{id}', '/go/courses/reels').replace(/\{[^}]+\}/g, 'x')}`
  return request(address, {
    method,
    headers: {
      cookie: 'session=somebody',
      'content-type': 'application/json',
      'x-request-id': 'somebody-asks',
      ...(token ? { authorization: `bearer ${token}` } : {}),
    },
    ...(['GET', 'HEAD', 'DELETE'].includes(method) ? {} : { body: '{}' }),
  })
}

/** Returns true if any cache may store the response, or the edge may. */
function isCached({ headers }: Response): boolean {
  expect(headers.get('set-cookie')).toBeNull()
  const control = String(headers.get('cache-control'))
  const notified = headers.get('surrogate-control')
  if (/(^|, )private(,|$)/.test(control)) {
    expect(control).toMatch(/^private, no-(store|cache)$/)
    expect([notified, headers.get('surrogate-key')]).toEqual([null, null])
    return false
  }
  expect(control).toBe('public, max-age=0, s-maxage=30, must-revalidate')
  expect(notified).toBe('max-age=30, stale-while-revalidate=20')
  expect(headers.get('x-request-id')).toBeNull()
  return true
}

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is stored by no cache, unless it is public and worked, session or not',
  async (_name, route) => {
    // New tokens each time: one of the calls ends its session.
    for (const token of [undefined, await server.userToken(student), await server.adminToken()]) {
      const answer = await send(route, token)
      const isStored = isCached(answer)
      await answer.arrayBuffer()
      expect(isStored).toBe(KEPT.includes(route.key) && answer.status === 200)
    }
  },
)

describe('among pages,', () => {
  const rows = Object.entries(screens).map(([name, [address, audience]]) => [name, address, audience] as const)

  test.each(rows)('%s at %s, for the %s', async (_name, address, audience) => {
    const path = address.replace(':courseId', 'reels')
    const texts = new Set<string>()
    const visitors: Record<string, string>[] = [
      {},
      { cookie: 'theme=dark; session=somebody' },
      { 'accept-language': 'hi' },
    ]
    for (const headers of visitors) {
      const answer = await request(path, { headers })
      expect(answer.status).toBe(200)
      expect(isCached(answer)).toBe(audience === 'public')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      texts.add(await answer.text())
    }
    expect(texts.size).toBe(1)
  })

  test.each(['/no-such-page', '/course/nowhere', '/api/nothing', '/metrics', '/api/health', '/api/ready', '/og/x.jpg'])(
    '%s is not cached',
    async (path) => {
      expect(isCached(await request(path))).toBe(false)
    },
  )

  test('the sitemap follows the catalogue, and a file with a hash in its name stays as long as declared', async () => {
    const map = await request('/sitemap.xml')
    expect([isCached(map), map.headers.get('surrogate-key')]).toEqual([true, 'catalogue'])
    const file = await request('/assets/index-1.js')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('pages list their cache tags, also in a 304', async () => {
    const tagsOf = async (path: string, etag = '') => {
      const answer = await request(path, { headers: { 'if-none-match': etag } })
      return [answer.status, answer.headers.get('surrogate-key'), answer.headers.get('etag') ?? ''] as const
    }
    const [, tags, etag] = await tagsOf('/course/reels')
    expect(tags).toBe('catalogue course-reels')
    expect((await tagsOf('/course/reels', etag)).slice(0, 2)).toEqual([304, 'catalogue course-reels'])
    expect((await tagsOf('/courses?page=1'))[1]).toBe('catalogue')
    expect((await tagsOf('/api/go/courses/reels'))[1]).toBe('catalogue course-reels')
  })

  test('a public file stays in browsers permanently, at the edge for seconds, and not at all once it is paid', async () => {
    const admin = await server.adminToken()
    const { url } = await uploadMedia(server, admin, 'image', await picture('png'))
    const there = await request(url)
    expect([there.status, there.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable, s-maxage=30',
    ])
    expect(there.headers.get('surrogate-control')).toBe('max-age=30, stale-while-revalidate=20')
    expect(there.headers.get('surrogate-key')).toBe(`media-${url.split('/')[2]}`)
    expect(isCached(await request(`/media/${'0'.repeat(32)}/a.png`))).toBe(false)
    const film = await uploadMedia(server, admin, 'video', video('mp4', 500))
    const course_id = 'reels'
    const content = [{ title: 'The first lesson', watch_link: film.url }]
    await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
    expect(isCached(await request(film.url))).toBe(false)
  })

  test('pages report each view by script, because the shop sees few requests', async () => {
    expect(await (await request('/')).text()).toContain('<meta name="views" content="told">')
    expect(await (await request('/login')).text()).not.toContain('name="views"')
  })
})

test.each([
  ['cloudflare', { EDGE_ID: 'zone1', EDGE_TOKEN: 'token' }, 'cdn-cache-control', 'cache-tag', 'catalogue,course-reels'],
  ['varnish', { EDGE_ADDRESSES: 'http://127.0.0.1:9' }, 'surrogate-control', 'xkey', 'catalogue course-reels'],
] as const)('%s reads its own headers', async (EDGE, env, lifetime, name, tags) => {
  const other = await startTestServer({ beside: server, work: false, env: { EDGE, ...env } })
  const pages = await openShopWithPages(other)
  const { headers } = await fetch(`${pages.url}/api/go/courses/reels`)
  expect([headers.get(lifetime), headers.get(name)]).toEqual(['max-age=30, stale-while-revalidate=20', tags])
  await pages.close()
  await other.stop()
})

test('a shop without a CDN sends no headers for one, and browsers get the usual ones', async () => {
  const other = await startTestServer({ beside: server, work: false })
  const pages = await openShopWithPages(other)
  const shown = async (path: string) => {
    const { headers } = await fetch(pages.url + path)
    const names = ['surrogate-control', 'surrogate-key', 'cdn-cache-control', 'cache-tag', 'xkey']
    expect(names.filter((name) => headers.has(name))).toEqual([])
    expect(headers.has('x-request-id')).toBe(true)
    return headers.get('cache-control')
  }
  expect(await shown('/')).toBe('no-cache')
  expect(await shown('/login')).toBe('no-cache')
  expect(await shown('/api/go/courses')).toBe('public, max-age=0, must-revalidate')
  expect(await shown('/api/go/course_filters')).toBeNull()
  expect(await shown('/api/user/profile')).toBe('no-store')
  expect(await (await fetch(pages.url)).text()).not.toContain('name="views"')
  await pages.close()
  await other.stop()
})
