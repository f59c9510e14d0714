import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payAddress } from '../src/sales/orders/checkout/pay-address.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { ROUTES } from './public-routes.ts'
import { startTestServer, type TestServer } from './server.ts'
import { openShopWithPages, type ShopWithPages } from './shop-with-pages.ts'

/** Passes connections on to PostgreSQL until it goes away. */
async function startRelay(databaseUrl: string) {
  const to = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const behind = connect(Number(to.port), to.hostname)
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => [client, behind].map((one) => one.destroy()))
    }
    client.pipe(behind).pipe(client)
  })
  const listen = (port = 0) => new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve))
  await listen()
  const { port } = relay.address() as AddressInfo
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    async goAway() {
      const closed = new Promise((resolve) => relay.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    return: () => listen(port),
  }
}

let database: TestDatabase
let relay: Awaited<ReturnType<typeof startRelay>>
let server: TestServer
let shop: ShopWithPages

beforeAll(async () => {
  database = await createTestDatabase()
  relay = await startRelay(database.url)
  server = await startTestServer({ databaseUrl: relay.url, work: false, env: { RATE_LIMITS: 'on', PAY_PAGE: 'on' } })
  shop = await openShopWithPages(server)
  await fetch(`${shop.url}/`)
  await relay.goAway()
})
afterAll(async () => {
  await relay.return()
  await shop.close()
  await server.stop()
  await database.drop()
})

const readyOf = async () => {
  const answer = await server.request('/api/ready')
  return [answer.status, await answer.json()]
}

/** Pages of a test have no icons, worker or drawings; the server has them. */
const BESIDE = /icon|manifest|worker|^\/og/
/** A browser that opens a page. */
const opens = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const CALLS = /^\/(api|screen|metrics|\.well-known|sandbox|og|media)\b|\.(js|css|ico|webmanifest|xml|txt|jpg|png)$/
const pages = [
  '/',
  '/courses',
  '/courses?q=reels',
  '/course/any',
  '/login',
  '/dashboard',
  '/admin',
  '/no-such-page',
  '/c/CERT-1?lang=hi',
]

test('without its database an instance stays in service: no other one does better', async () => {
  expect(await readyOf()).toEqual([200, { status: 'degraded', reason: 'The database cannot be reached' }])
})

// The sandbox answers below its address alone.
const routes = Object.values(ROUTES).flatMap(({ at }) => (at === '/sandbox' ? [] : [at]))

test.each([...new Set([...routes, ...pages])])('without its database %s gets an answer of the shop', async (path) => {
  const answer = await fetch((BESIDE.test(path) ? server.url : shop.url) + path, { ...opens, redirect: 'manual' })
  const text = await answer.text()
  const type = String(answer.headers.get('content-type'))
  const found = [path, answer.status, type, answer.headers.get('retry-after')]
  if (answer.status >= 500) expect(found).toEqual([path, 503, expect.any(String), expect.stringMatching(/^\d+$/)])
  // The certificate's picture is refused by the page of its certificate.
  if (CALLS.test(path) && !path.startsWith('/c/0000/')) {
    if (answer.status >= 400) expect([...found, JSON.parse(text).code]).toEqual([...found, expect.any(String)])
  } else {
    expect(found).toEqual([path, answer.status, expect.stringContaining('text/html'), found[3]])
    expect([path, text]).toEqual([path, expect.stringMatching(/^<!doctype html>/i)])
  }
  expect(answer.headers.get('x-request-id')).toMatch(/./)
})

test('without its database a signed pay page is a page that tries again, in the browser’s language', async () => {
  const { pathname, search } = new URL(payAddress(server.ctx.config, 'ord_000000000000000000000000'))
  const answer = await fetch(shop.url + pathname + search, { headers: { ...opens.headers, 'accept-language': 'mr' } })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('refresh')]).toEqual([503, '5', '5'])
  expect(await answer.text()).toMatch(/^<!doctype html>\n<html lang="mr/)
})

test('every call is answered in the contract’s form, with the time to try again', async () => {
  const person = { email: 'asha@example.com', phone: '9876543210', password: 'Mango-Kulfi-42' }
  const answers = await Promise.all([
    server.request('/api/user/profile', { headers: { authorization: `bearer ${'x'.repeat(40)}` } }),
    server.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    }),
    server.request('/api/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    }),
    server.request('/api/webhooks/razorpay', {
      method: 'POST',
      body: '{}',
      headers: { 'x-razorpay-signature': 'a'.repeat(64) },
    }),
  ])
  for (const answer of answers) {
    const body = (await answer.json()) as { code: string }
    if (answer.status !== 503) expect([answer.url, answer.status]).toEqual([answer.url, 401])
    else expect([answer.url, body.code, answer.headers.get('retry-after')]).toEqual([answer.url, 'unavailable', '5'])
  }
})
