import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from './public-routes.ts'
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

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const ROUTE =
  /\b(?:app|\w*[rR]outer|Router\(\))\.(?:get|use|all)\(\s*(\[[^\]]*\]|\/\^\S+\/|'[^']*'|`[^`]*`|[A-Z_]{4,}|path)\s*,/g

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
