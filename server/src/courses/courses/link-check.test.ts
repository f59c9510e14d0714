import type { lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlainRun } from '../../../test/scope.ts'
import { checkLinks, isPublicAddress, type LinkRules, linkRules } from './link-check.ts'

let server: Server
let origin: string
const requested: string[] = []

const pages: Record<string, RequestListener> = {
  '/ok': (_req, res) => res.end('here'),
  '/deny': (_req, res) => res.setHeader('X-Frame-Options', 'DENY').end(),
  '/csp': (_req, res) => res.setHeader('Content-Security-Policy', "default-src *; frame-ancestors 'self'").end(),
  '/open-csp': (_req, res) => res.setHeader('Content-Security-Policy', 'frame-ancestors https:').end(),
  '/gone': (_req, res) => res.writeHead(404).end(),
  '/moved': (_req, res) => res.writeHead(302, { location: '/ok' }).end(),
  '/loop': (_req, res) => res.writeHead(302, { location: '/loop' }).end(),
  '/inside': (_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/flood': (_req, res) => {
    const more = () => res.writable && res.write('x'.repeat(65_536), more)
    more()
  },
}

beforeAll(async () => {
  server = createServer((req, res) => {
    requested.push(req.url ?? '')
    pages[req.url ?? '']?.(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Returns the shop's rules, with this one server allowed. */
const here = (): LinkRules => ({
  ...linkRules([]),
  allows: (url) => url.origin === origin || url.hostname === '169.254.169.254',
  reaches: (ip) => ip === '127.0.0.1',
  frames: () => true,
})

test('answers, refusals and redirects are distinguished; redirects inside the network are not followed', async () => {
  const paths = ['/ok', '/moved', '/gone', '/loop', '/inside', '/flood']
  const results = await checkLinks(
    paths.map((path) => origin + path),
    here(),
  )
  expect(results.map(({ result, status }) => [result, status])).toEqual([
    ['ok', 200],
    ['ok', 200],
    ['unreachable', 404],
    ['unreachable', null],
    ['blocked', null],
    ['ok', 200],
  ])
})

test('the server and the player allow framing', async () => {
  const framed = async (rules: LinkRules) =>
    (
      await checkLinks(
        ['/ok', '/deny', '/csp', '/open-csp'].map((path) => origin + path),
        rules,
      )
    ).map((found) => found.framed)
  expect(await framed(here())).toEqual([true, false, false, true])
  expect(await framed({ ...here(), frames: () => false })).toEqual([false, false, false, false])
  expect(linkRules(['own.example']).frames(new URL('https://own.example/x'))).toBe(true)
  expect(linkRules([]).frames(new URL('https://youtu.be/x'))).toBe(true)
  expect(linkRules([]).frames(new URL('https://notyoutube.com/x'))).toBe(false)
})

test.skipIf(isPlainRun)(
  'silent servers time out in parallel',
  async () => {
    const silent = Array.from({ length: 12 }, (_, index) => `${origin}/silent${index}`)
    requested.length = 0
    let requestedUntil = 0
    server.once('request', (_, response) =>
      response.once('close', () => {
        requestedUntil = requested.length
      }),
    )
    const results = await checkLinks(silent, here())
    // So many waited before the first timed out.
    expect(requestedUntil).toBeGreaterThanOrEqual(10)
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['The link does not answer in time']))
  },
  20_000,
)

test('repeated links are requested once', async () => {
  requested.length = 0
  const results = await checkLinks([`${origin}/ok`, `${origin}/ok`, `${origin}/gone`], here())
  expect(requested.toSorted()).toEqual(['/gone', '/ok'])
  expect(results.map(({ result }) => result)).toEqual(['ok', 'ok', 'unreachable'])
})

test.each([
  'http://example.com/x',
  'https://user:pw@example.com/x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://169.254.169.254/latest',
  'file:///etc/passwd',
  'not an address',
])('%j is blocked without a request', async (link) => {
  expect(await checkLinks([link], linkRules([]))).toMatchObject([{ result: 'blocked', status: null }])
})

test('a public name with a private address is blocked, even with one among several', async () => {
  const names = (...addresses: string[]): LinkRules => ({
    ...linkRules([]),
    resolve: ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup,
  })
  for (const rules of [names('10.0.0.8'), names('93.184.216.34', '127.0.0.1'), names()]) {
    expect(await checkLinks(['https://rebind.example/x'], rules)).toMatchObject([{ result: 'blocked' }])
  }
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.1.1', '172.31.0.1', '192.168.0.1', '198.18.0.1'].map(
    (ip) => [ip, false] as const,
  ),
  ...[
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'no',
  ].map((ip) => [ip, false] as const),
] as const)('%s is public: %s', (ip, expected) => {
  expect(isPublicAddress(ip)).toBe(expected)
})
