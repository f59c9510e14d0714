import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAdmin, buildUser, PASSWORD } from '../test/people-factories.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let behindProxy: TestServer
let bare: TestServer
beforeAll(async () => {
  behindProxy = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  bare = await startTestServer({ beside: behindProxy, env: { RATE_LIMITS: 'on' } })
})
afterAll(async () => {
  await bare.stop()
  await behindProxy.stop()
})

const post = (server: TestServer, path: string, body: object, client: string) =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  })

const count = async (responses: Promise<Response>[]) => {
  const statuses = (await Promise.all(responses)).map((response) => response.status)
  return (status: number) => statuses.filter((one) => one === status).length
}

test('K3: wrong passwords are limited per account and client, and nobody is locked out by them', async () => {
  const user = await buildUser(behindProxy.db)
  const login = (password: string, client: string) =>
    post(behindProxy, '/api/login', { email: user.email, phone: '', password }, client)
  // All at once, so that none is let through because it was counted late.
  const attack = await count(Array.from({ length: 30 }, () => login('Wrong-Pass-11', '203.0.113.5')))
  expect([attack(401), attack(429)]).toEqual([10, 20])
  const refused = await login(PASSWORD, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(800)
  expect(retryAfter).toBeLessThanOrEqual(900)
  expect((await login(PASSWORD, '203.0.113.6')).status).toBe(200)
})

test('right passwords do not count, and forgive the wrong ones before them', async () => {
  const user = await buildUser(behindProxy.db)
  const login = (password: string) =>
    post(behindProxy, '/api/login', { email: user.email, phone: '', password }, '203.0.113.7')
  for (let round = 0; round < 12; round++) {
    expect((await login(PASSWORD)).status).toBe(200)
    for (let wrong = 0; round < 3 && wrong < 6; wrong++) expect((await login('Wrong-Pass-11')).status).toBe(401)
  }
})

test('a client that tries many accounts is stopped at 50', async () => {
  const tries = Array.from({ length: 55 }, (_, index) =>
    post(behindProxy, '/api/login', { email: `a${index}@example.com`, phone: '', password: 'x' }, '203.0.113.8'),
  )
  const attack = await count(tries)
  expect([attack(401), attack(429)]).toEqual([50, 5])
})

test('K4: without a proxy its header is worth nothing, and mapped addresses are the same client', async () => {
  const { email } = await buildUser(bare.db)
  const tries = Array.from({ length: 14 }, (_, index) =>
    post(bare, '/api/login', { email, phone: '', password: 'Wrong-Pass-11' }, `198.51.100.${index}`),
  )
  const attack = await count(tries)
  expect([attack(401), attack(429)]).toEqual([10, 4])

  const mapped = await count(
    Array.from({ length: 14 }, (_, index) =>
      post(
        behindProxy,
        '/api/login',
        { email, phone: '', password: 'Wrong-Pass-11' },
        index % 2 ? '203.0.113.9' : '::ffff:203.0.113.9',
      ),
    ),
  )
  expect([mapped(401), mapped(429)]).toEqual([10, 4])
})

test('admin logins stop at 5, registrations at 10, forgotten passwords at 5 an account and 20 a client', async () => {
  const admin = await buildAdmin(behindProxy.db)
  const adminTries = await count(
    Array.from({ length: 8 }, () =>
      post(behindProxy, '/api/admin/login', { email: admin.email, password: 'Wrong-Pass-11' }, '203.0.113.10'),
    ),
  )
  expect([adminTries(401), adminTries(429)]).toEqual([5, 3])

  const registrations = await count(
    Array.from({ length: 13 }, (_, index) =>
      post(
        behindProxy,
        '/api/register',
        { email: `many${index}@example.com`, phone: `98765550${10 + index}`, password: PASSWORD },
        '203.0.113.11',
      ),
    ),
  )
  expect([registrations(201), registrations(429)]).toEqual([10, 3])

  const forgot = (email: string, client: string) =>
    post(behindProxy, '/api/forget-password', { email, phone: '' }, client)
  const oneAccount = await count(
    Array.from({ length: 7 }, (_, index) => forgot('nobody@example.com', `203.0.113.${20 + index}`)),
  )
  expect([oneAccount(200), oneAccount(429)]).toEqual([5, 2])
  const oneClient = await count(
    Array.from({ length: 23 }, (_, index) => forgot(`n${index}@example.com`, '203.0.113.40')),
  )
  expect([oneClient(200), oneClient(429)]).toEqual([20, 3])
})

test('whom a limit counts is in no row of it', async () => {
  const rows = await behindProxy.db('rate_limits').select('key')
  expect(rows.length).toBeGreaterThan(5)
  expect(JSON.stringify(rows)).not.toMatch(/@|203\.0/)
})
