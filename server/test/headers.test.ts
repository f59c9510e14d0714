import { get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const post = (path: string, body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server.request(path, { method: 'POST', body, headers })

test.each([
  ['GET', '/api/go/courses', 200],
  ['GET', '/api/go/courses/nowhere', 404],
  ['GET', '/api/go/courses?limit=x', 422],
  ['GET', '/api/go/get_promocodes', 200],
  ['GET', '/api/health', 200],
  ['GET', '/api/ready', 200],
  ['GET', '/api/nothing', 404],
  ['DELETE', '/api/login', 405],
  ['POST', '/api/login', 422],
  ['GET', '/api/user/profile', 401],
  ['GET', '/media/nothing/x.png', 404],
  ['GET', '/api/openapi.json', 200],
])('%s %s (%d) has the security headers', async (method, path, status) => {
  const answer = await server.request(path, { method })
  expect(answer.status).toBe(status)
  const { headers } = answer
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBeTruthy()
  expect(headers.get('content-security-policy')).toMatch(/default-src|sandbox/)
  expect(headers.get('cross-origin-opener-policy')).toBeTruthy()
  expect(headers.get('cross-origin-resource-policy')).toBeTruthy()
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{1,64}$/)
})

test('a well-formed request id of the caller is adopted', async () => {
  const query = async (id: string) =>
    (await server.request('/api/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await query('abc_DEF-123')).toBe('abc_DEF-123')
  expect(await query('no spaces please')).not.toContain(' ')
  expect(await query('x'.repeat(65))).toHaveLength(36)
})

describe('among request bodies,', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  test.each([
    ['no JSON', '{"email":', {}, 400, 'bad_request'],
    ['a byte order mark', '\uFEFF{}', {}, 400, 'bad_request'],
    ['deep nesting', deep, {}, 400, 'bad_request'],
    ['a key twice', '{"email":"a@b.co","email":"c@d.co"}', {}, 400, 'bad_request'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 415, 'unsupported_media_type'],
    ['NUL', '{"email":"a\\u0000@b.co","password":"x"}', {}, 422, 'invalid'],
    ['an object for a text', '{"email":{"$ne":""},"password":"x"}', {}, 422, 'invalid'],
    ['65 kB', `"${'x'.repeat(65_537)}"`, {}, 413, 'too_large'],
    ['2 MB', `"${'x'.repeat(2_000_000)}"`, {}, 413, 'too_large'],
  ] as const)('%s', async (_name, body, headers, status, code) => {
    const answer = await post('/api/login', body, { 'content-type': 'application/json', ...headers })
    expect(answer.status).toBe(status)
    const error = await answer.json()
    expect(error.code).toBe(code)
    expect(typeof error.detail).toBe('string')
  })

  test('a body with invalid UTF-8 is 400', async () => {
    expect((await post('/api/login', new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400)
  })

  test('a body of 10 MB in chunks without a length is cut off at the limit', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32)
    let sent = 0
    const stream = new ReadableStream({
      pull(controller) {
        if (sent >= 10 * 1024 * 1024) return controller.close()
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const answer = await server.request('/api/login', init as RequestInit)
    expect(answer.status).toBe(413)
  })

  test('the limit of a body is 64 kB for a student, 1 MB for an admin and the gateway', async () => {
    const [admin, body] = [await server.adminToken(), JSON.stringify({ name: 'x'.repeat(900_000) })]
    const json = { 'content-type': 'application/json' }
    expect((await post('/api/admin/courses/create', body, { ...json, authorization: `bearer ${admin}` })).status).toBe(
      422,
    )
    expect((await post('/api/webhooks/razorpay', body, json)).status).toBe(401)
    const student = await server.userToken(await buildUser(server.db))
    const tooMuch = await post('/api/user/progress', body, { ...json, authorization: `bearer ${student}` })
    expect([tooMuch.status, (await tooMuch.json()).code]).toEqual([413, 'too_large'])
  })

  test('the first invalid field is the message, and all are listed', async () => {
    const answer = await post('/api/register', JSON.stringify({ email: 'no', phone: '1', password: 'short' }))
    expect(await answer.json()).toEqual({
      detail: 'Invalid email address',
      code: 'invalid',
      errors: [
        { path: 'email', message: 'Invalid email address' },
        { path: 'phone', message: 'Phone number must be at least 10 digits' },
        { path: 'password', message: 'Password must be at least 8 characters' },
      ],
    })
  })
})

describe('among addresses,', () => {
  test.each([
    ['/api/go/courses/%zz', 400],
    ['/api/go/courses/%00', 422],
    ['/api/go/courses?limit=1&limit=2', 422],
    ['/api/go/courses?q=%zz', 400],
    [`/api/go/courses/${'x'.repeat(9_000)}`, 414],
    [`/api/go/courses/${'x'.repeat(5_000)}`, 422],
  ])('%s is %d', async (path, status) => {
    expect((await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).slice(0, 12)).toBe(
      `HTTP/1.1 ${status}`,
    )
  })

  test.each(['Host: x', 'Authorization: bearer a'])('%s twice is 400', async (line) => {
    const host = line.startsWith('Host') ? '' : 'Host: x\r\n'
    const answer = await raw(`GET /api/health HTTP/1.1\r\n${host}${line}\r\n${line}y\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_request"/s)
  })

  test('headers of 64 kB are 431 and invalid HTTP is 400, both in the contract’s format', async () => {
    const large = await raw(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(65_536)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 431 .*\r\nX-Request-Id: [\w-]{1,64}\r\n.*"code":"too_large"/s)
    const nonsense = await raw('NONSENSE\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 .*\r\nX-Request-Id: [\w-]{1,64}\r\n.*"code":"bad_request"/s)
  })

  test('HTTP/1.1 without a host is 400 in the contract’s format, HTTP/1.0 is answered', async () => {
    const query = (version: string) => raw(`GET /api/health HTTP/${version}\r\nConnection: close\r\n\r\n`)
    expect(await query('1.1')).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_request"/s)
    expect(await query('1.0')).toMatch(/^HTTP\/1\.1 200 /)
  })

  function raw(request: string): Promise<string> {
    const { hostname, port } = new URL(server.url)
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.write(request))
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
    })
  }
})

test('private responses are never cached', async () => {
  for (const path of ['/api/user/profile', '/api/admin/users', '/api/admin/paymment_gateway/get_razorpay']) {
    expect((await server.request(path)).headers.get('cache-control')).toBe('no-store')
  }
})

test('errors reveal nothing internal', async () => {
  const answers = await Promise.all(
    ['/api/go/courses/%zz', '/api/nothing', '/api/go/courses?limit=-1', '/media/..%2f..%2fetc/passwd'].map((path) =>
      server.request(path).then((answer) => answer.text()),
    ),
  )
  for (const text of answers) expect(text).not.toMatch(/\bat \/|node_modules|select |insert |\.ts\b/i)
})

describe('metrics are for this machine, or for callers with the token', () => {
  const query = (of: TestServer, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(new URL('/metrics', of.url), { headers }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })

  test.each([
    ['who asks here', {}, 200],
    ['what a proxy here passes on', { 'x-forwarded-for': '8.8.8.8' }, 401],
    ['what one passes on that names no visitor', { host: 'shop.example.in' }, 401],
    ['and one that names itself', { via: '1.1 proxy' }, 401],
  ])('%s', async (_, headers, status) => {
    expect(await query(server, headers)).toBe(status)
  })

  test('a configured token is required from everybody', async () => {
    const closed = await startTestServer({ work: false, env: { METRICS_TOKEN: 'a-long-token' } })
    try {
      expect(await query(closed)).toBe(401)
      expect(await query(closed, { authorization: 'Bearer a-long-token', host: 'shop.example.in' })).toBe(200)
    } finally {
      await closed.stop()
    }
  })
})

test('security.txt names the contact, and its expiry', async () => {
  const read = async (from: TestServer) => {
    const answer = await from.request('/.well-known/security.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    return Object.fromEntries(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2)),
    )
  }
  server.clock.set(new Date('2026-11-21T10:00:00Z'))
  expect((await server.request('/.well-known/security.txt')).status, 'nobody is made up').toBe(404)
  await server.db('shop_settings').update({ changes: JSON.stringify({ contact: { email: 'help@shop.example' } }) })
  expect(await read(server)).toMatchObject({
    Contact: 'mailto:help@shop.example',
    Expires: expect.stringMatching(/^2027-05-20T10:0\d:\d\dZ$/),
    Canonical: `${server.ctx.config.storeUrl}/.well-known/security.txt`,
  })
  const other = await startTestServer({
    beside: server,
    work: false,
    env: { SECURITY_CONTACT: 'https://shop.example/security' },
  })
  expect((await read(other)).Contact).toBe('https://shop.example/security')
  await other.stop()
})

describe('under the content security policy,', () => {
  const report = (body: string, type = 'application/csp-report') =>
    post('/api/csp_reports', body, { 'content-type': type })
  const notified = () =>
    server.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('the content security policy'))

  test('reports are requested in the policy, and logged without the visitor', async () => {
    const policy = (await server.request('/')).headers
    expect(policy.get('content-security-policy')).toMatch(/report-uri \/api\/csp_reports(;|$)/)
    const legacy = {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?email=a@b.co',
      'document-uri': 'https://shop.example/course/priya-9876543210?token=secret',
    }
    expect((await report(JSON.stringify({ 'csp-report': legacy }))).status).toBe(204)
    const body = { effectiveDirective: 'img-src', blockedURL: 'inline', documentURL: 'https://shop.example/learn/x' }
    const modern = JSON.stringify([{ type: 'csp-violation', age: 1, url: 'x', body }])
    expect((await report(modern, 'application/reports+json')).status).toBe(204)
    const extension = { 'blocked-uri': 'chrome-extension://abc/x.js', 'effective-directive': 'script-src' }
    expect((await report(JSON.stringify({ 'csp-report': extension }))).status).toBe(204)
    expect(notified()).toMatchObject([
      { level: 40, directive: 'script-src-elem', blocked: 'https://evil.example', page: '/course' },
      { directive: 'img-src', blocked: 'inline', page: '/learn' },
    ])
    expect(JSON.stringify(notified())).not.toMatch(/a@b|9876543210|secret|priya/)
  })

  test('reports are rate-limited, and invalid ones are refused', async () => {
    expect((await report('{"csp-report":')).status).toBe(400)
    expect((await report('[1]')).status).toBe(400)
    expect((await report(JSON.stringify({ 'csp-report': 'x'.repeat(100_000) }))).status).toBe(413)
    expect((await server.request('/api/csp_reports')).status).toBe(405)
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await report('[]')).status))
    expect(new Set(statuses)).toEqual(new Set([204, 429]))
    server.clock.advance(60_000)
    expect((await report('[]')).status).toBe(204)
  })
})

test('health names the version of the running program', async () => {
  expect(await (await server.request('/api/health')).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

test('a header of any shape is cheap to parse', async () => {
  // Each blocked the only thread for over a tenth of a second when a backtracking expression parsed it.
  const authorization = `Bearer a${' '.repeat(15_800)}b`
  const statuses = new Set<number>()
  for (let round = 0; round < 12; round++) {
    const requested = Array.from({ length: 25 }, () =>
      server.request('/api/user/profile', { headers: { authorization } }),
    )
    for (const { status } of await Promise.all(requested)) statuses.add(status)
  }
  expect([...statuses]).toEqual([401])
})
