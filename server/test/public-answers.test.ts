import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'
import { openShopWithPages, type ShopWithPages } from './shop-with-pages.ts'

let server: TestServer
let shop: ShopWithPages

beforeAll(async () => {
  server = await startTestServer({ work: false, env: { RATE_LIMITS: 'on', PAY_PAGE: 'on' } })
  shop = await openShopWithPages(server)
})
afterAll(async () => {
  await shop.close()
  await server.stop()
})

/**
 * The limit of a public answer: `stored` bytes with an ETag, a `limit` per client, a `turn` among others of its kind,
 * `one look` shared by concurrent requests, or `no look` at database and disk. `closed` needs a token or this machine;
 * a `mount` has its own rows, or needs an admin.
 */
type Bound = 'stored' | 'turn' | 'one look' | 'no look' | 'closed' | 'mount' | 'limit'

/** Every route in the program's source, with an address that it answers. */
const ROUTES: Record<string, { at: string; bound: Bound }> = {
  "app.ts '/api/go/courses'": { at: '/api/go/courses', bound: 'stored' },
  "app.ts '/api/health'": { at: '/api/health', bound: 'no look' },
  "app.ts '/api/ready'": { at: '/api/ready', bound: 'one look' },
  "app.ts '/api/openapi.json'": { at: '/api/openapi.json', bound: 'stored' },
  "app.ts '/.well-known/security.txt'": { at: '/.well-known/security.txt', bound: 'limit' },
  "app.ts '/metrics'": { at: '/metrics', bound: 'closed' },
  "app.ts ['/api/health', '/api/ready', '/api/openapi.json', '/metrics']": { at: '/metrics', bound: 'mount' },
  'app.ts CSP_REPORTS_PATH': { at: '/api/csp-reports', bound: 'mount' },
  'app.ts UPLOADS_PATH': { at: '/api/admin/uploads/0', bound: 'mount' },
  'app.ts WORK_UPLOADS_PATH': { at: '/api/user/uploads/0', bound: 'mount' },
  "app.ts '/api'": { at: '/api/go/settings', bound: 'turn' },
  "app.ts '/media'": { at: '/media', bound: 'mount' },
  "app.ts '/sandbox'": { at: '/sandbox', bound: 'mount' },
  "app.ts '/pay'": { at: '/pay', bound: 'mount' },
  "app.ts '/c'": { at: '/c', bound: 'mount' },
  "media/serve.ts '/:id/:name'": { at: '/media/0123456789abcdef/a.png', bound: 'one look' },
  'pages/app-icons.ts `/${name}`': { at: '/favicon.ico', bound: 'stored' },
  "pages/app-icons.ts '/manifest.webmanifest'": { at: '/manifest.webmanifest', bound: 'stored' },
  "pages/check-page/check-page.ts '/page.css'": { at: '/c/page.css', bound: 'stored' },
  "pages/check-page/check-page.ts '/:code'": { at: '/c/0000', bound: 'limit' },
  "pages/check-page/credential-documents.ts '/.well-known/did.json'": { at: '/.well-known/did.json', bound: 'limit' },
  'pages/check-page/credential-documents.ts /^\\/certificates\\/status\\/([1-9]\\d{0,5})$/': {
    at: '/certificates/status/1',
    bound: 'limit',
  },
  'pages/pages.ts /^\\/sitemap(?:-([1-9]\\d{0,5}))?\\.xml$/': { at: '/sitemap.xml', bound: 'stored' },
  "pages/pages.ts '/robots.txt'": { at: '/robots.txt', bound: 'stored' },
  'pages/pay-page/pay-page.ts path': { at: '/pay/page.js', bound: 'stored' },
  "pages/pay-page/pay-page.ts '/:order'": { at: '/pay/ord_000000000000000000000000', bound: 'limit' },
  'pages/store-pages.ts ADDRESS': { at: '/service-worker.js', bound: 'stored' },
  "pages/share-pictures.ts '/og/:name'": { at: '/og/a.jpg', bound: 'turn' },
  'pages/share-pictures.ts SHOP_SHARE_PATH': { at: '/og.jpg', bound: 'stored' },
}

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const ROUTE =
  /\b(?:app|router|Router\(\))\.(?:get|use|all)\(\s*(\[[^\]]*\]|\/\^\S+\/|'[^']*'|`[^`]*`|[A-Z_]{4,}|path)\s*,/g

test('every route of the program has a row here', () => {
  const routes = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .flatMap((name) =>
      Array.from(
        readFileSync(join(SRC, name), 'utf8').matchAll(ROUTE),
        ([, what]) => `${name.replace(/^\w+\/(?=.*\/)/, '')} ${what}`,
      ),
    )
  expect(routes.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

/** Pages of a test have no icons, worker or drawings; the server has them. */
const BESIDE = /icon|manifest|worker|^\/og/

test.each(Object.values(ROUTES).filter(({ bound }) => bound === 'stored'))(
  '$at is stored: it has a tag, and a client that knows it gets no byte again',
  async ({ at }) => {
    const whole = (BESIDE.test(at) ? server.url : shop.url) + at
    const first = await fetch(whole)
    const tag = String(first.headers.get('etag'))
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^(W\/)?"/)])
    const length = (await first.arrayBuffer()).byteLength
    expect((await fetch(whole, { headers: { 'If-None-Match': tag } })).status).toBe(304)
    if (length < 10_000 || !/text|json|xml/.test(String(first.headers.get('content-type')))) return
    expect(['br', 'gzip']).toContain(first.headers.get('content-encoding'))
  },
)

test.each(Object.values(ROUTES).filter(({ bound }) => bound === 'limit'))(
  '$at is counted for its client',
  async ({ at }) => {
    await server.db('rate_limits').delete()
    await fetch(shop.url + at)
    expect(await server.db('rate_limits').pluck('points')).toEqual([1])
  },
)

test('the signature of a pay page is checked before its order is looked up', async () => {
  const statements: string[] = []
  const listen = ({ sql }: { sql: string }) => statements.push(sql)
  server.db.on('query', listen)
  expect((await fetch(`${shop.url}/pay/ord_111111111111111111111111?t=AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404)
  server.db.removeListener('query', listen)
  expect(statements.filter((sql) => /\borders\b/.test(sql))).toEqual([])
})

const PARTS = ['%00', 'x%00', '%00.jpg', '%ED%A0%80', '%FF', '%', '..%2f%00', '%E0%A4%A', '%C0%80']

/** Sends the address byte for byte. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: shop.port, path }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode ?? 0))
    })
    sent.on('error', reject).end()
  })
}

test('a path that no database can store is a client error on every route', async () => {
  const bases = new Set(Object.values(ROUTES).map(({ at }) => at.replace(/\/[^/]*$/, '')))
  const more = [
    '/course',
    '/hi/course',
    '/courses',
    '/learn',
    '/admin',
    '/pay',
    '/c',
    '/og',
    '/sandbox/razorpay/pay',
    '/assets',
    '/blog',
  ]
  for (const base of [...bases, ...more]) {
    for (const part of PARTS) {
      const found = [base, part, await statusOf(`${base}/${part}`)] as const
      expect(found).toEqual([base, part, expect.toSatisfy((status: number) => status < 500)])
      if (part.includes('%00')) expect(found).toEqual([base, part, base.startsWith('/api') ? 422 : 404])
    }
  }
  const faults = server.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  expect(faults).toEqual([])
})

test('a query that no database can store is a client error too', async () => {
  for (const path of ['/courses?q=%00', '/course/x?code=%00', '/pay/x?t=%00', '/c/x?lang=%00', '/courses?q=%ED%A0%80'])
    expect([path, await statusOf(path)]).toEqual([path, expect.toSatisfy((status: number) => status < 500)])
})
