import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../src/serve/http/route-table.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'
import { schemaOf } from './walk-reads.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
  await buildUser(one.db)
})
afterAll(() => one.stop())

/** Sends the address byte for byte: `fetch` and `URL` would normalize it. */
function sendAsItIs(method: string, path: string, token?: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(one.url)
  return new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const sent = request({ hostname, port, method, path, headers }, async (res) => {
      const body = Buffer.concat(await res.toArray()).toString()
      resolve({ status: res.statusCode ?? 0, body })
    })
    sent.on('error', reject).end()
  })
}

/** Spellings of "one level up" that `URL` resolves. */
const UP = ['\\..', '\\%2e%2e', '\\.%2E']

test('no spelling of an address bypasses the permissions of its call', async () => {
  const targets = routes.filter(({ method, access }) => method === 'GET' && access !== 'public')
  expect(targets.length).toBeGreaterThan(30)
  for (const { path } of targets) {
    const target = path.replaceAll(/\{[^}]+\}/g, 'x').replaceAll('/', '\\')
    for (const up of UP) {
      const { status, body } = await sendAsItIs('GET', `/api/go/courses/x${up.repeat(3)}${target}`)
      expect([status, body]).toEqual([404, expect.stringContaining('"not_found"')])
    }
  }
})

test('no call reads a proof in its address, where logs would have it, but one that names nobody', () => {
  const reads = routes.filter(({ method }) => method === 'GET' || method === 'DELETE')
  const proofs = /"(t|token|proof|password|secret|\w*_(token|signature|secret))":/
  const named = reads.filter((route) => proofs.test(schemaOf(route))).map(({ key }) => key)
  // A cart of a reminder is courses alone.
  expect(named).toEqual(['sequences.cart'])
})

test('an editor of courses cannot read orders through a course', async () => {
  const editor = await one.adminToken('editor')
  for (const path of [
    '/api/admin/courses/get_course/x\\..\\..\\..\\orders',
    '/api/admin/courses/get_course/x\\..\\..\\..\\settings',
  ]) {
    expect(await sendAsItIs('GET', path, editor)).toMatchObject({ status: 404 })
  }
})

test.each([
  '/api/admin/users/../orders',
  '/api/admin/users/%2e%2e/orders',
  '/api/admin/users/.%2E/orders',
  '/api/admin/users/./orders',
  '/api/admin/users\\x/orders',
  '/api/admin/users/x#/orders',
  '/api/go/courses/.',
  '/api/go/courses/%2e',
])('%s is no valid address', async (path) => {
  expect(await sendAsItIs('GET', path, await one.adminToken())).toMatchObject({ status: 404 })
})

test.each([
  '/api/go/courses?q=&sort=&limit=&offset=',
  '/api/go/courses?q&sort&limit&offset',
  '/api/admin/courses/get_all_courses?q=&sort=&limit=&offset=&fields=',
  '/api/admin/promocodes/get_all_promocodes?q=&limit=&offset=',
  '/api/admin/users?q=&sort=&limit=&offset=',
  '/api/admin/orders?status=&q=&from=&to=&sort=&limit=&offset=',
  '/api/admin/overview?from=&to=',
  '/api/admin/activity?limit=&offset=',
  '/api/admin/media?q=&kind=&limit=&offset=',
])('%s: an empty parameter counts as absent', async (path) => {
  expect(await sendAsItIs('GET', path, await one.adminToken())).toMatchObject({ status: 200 })
})

test.each(['/api/health', '/api/ready/', '/api/openapi.json', '/metrics'])('%s accepts only reads', async (path) => {
  const answer = await one.request(path, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
})

test.each(['/api/admin/users?q=?%00', '/api/admin/orders?q=a?%00', '/api/admin/users?limit=1&q=?&q=b'])(
  '%s: a parameter after a second question mark is validated too',
  async (path) => {
    expect(await sendAsItIs('GET', path, await one.adminToken())).toMatchObject({ status: 422 })
  },
)
