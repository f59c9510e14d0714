import { type Scope, scopeNames } from 'contract/api-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { type Route, routes } from '../http/route-table.ts'

/** Every call of the console × every scope × a right, ended, mistyped, revoked key and one in the address. The contract is the list of calls. */

/** The calls of each scope again, by hand: this reveals a scope with an extra call. */
const opens: Record<Scope, RegExp> = {
  'orders:read':
    /^orders\.admin(List|Get)$|^partners\.(list|payouts)$|^(users|students)\.orders$|^pastOrders\.list$|^documents\.(list|get)$|^exports\.(orders|documents|pastOrders)$|^books\.(receipts|refunds|tally|zoho|einvoice|einvoiceMissing)$/,
  'students:read':
    /^users\.(list|get|coins)$|^students\.(get|notes)$|^segments\.list$|^courses\.(students|stuck)$|^certificates\.list$|^live\.joined$|^questions\.admin(List|Get)$|^tickets\.(list|get)$|^assignments\.admin(List|Read)$|^exports\.(users|learning|members)$|^workshops\.people$/,
  'students:write': /^enrolments\.(courses|plan|give|extend|take)$/,
  'courses:read':
    /^courses\.(admin(List|Get)|placement|schedule|versions|version|learning)$|^learning\.adminGetContent$|^(quizzes|assignments|live)\.adminGet$|^media\.(list|all|folders)$|^reviews\.list$|^exports\.courses$|^workshops\.adminList$/,
  'courses:write':
    /^courses\.(create|update|duplicate|setPlacement|checkLinks)$|^learning\.addContent$|^(quizzes|assignments|live)\.save$/,
  'letters:write': /^letters\.(list|get|create|update|preview)$/,
  'numbers:read':
    /^overview\.(get|todo|health)$|^memberships\.list$|^sources\.list$|^courses\.(sales|numbers)$|^settlements\.(next|lines|month)$|^exports\.(settlements|gstr1)$|^books\.(month|gstSummary|payoutLines)$/,
  'webhooks:write': /^(webhooks\.(?!newSecret)|hooks\.)/,
}

/** Refunds, prices, payment settings, admins, keys, views as a student, erasure, sending, and the settings of the shop. */
const NEVER =
  /refund|grant|price|schedule$|^gateway|^admins|^secondFactor|^apiKeys\.(list|create|revoke)|beginView|^users\.(delete|update|addCoins|subtractCoins)|\.delete|(?<!^webhooks)\.remove|^settings|^promocodes|^offers|^letters\.(send|test)$|^moveOut|^backups|^auth/i

const HARMLESS = new Set(['courses.schedule', 'webhooks.remove', 'books.refunds'])

const closed = routes.filter(({ access }) => access === 'admin')

let server: TestServer
const keys = new Map<string, Record<'right' | 'ended' | 'revoked' | 'mistyped', string>>()
beforeAll(async () => {
  server = await startTestServer({ work: false })
  for (const scope of scopeNames) {
    const made = async (more: { expires_on?: string } = {}) => {
      // At most twenty at once: sixteen live beside those that are revoked.
      const owner = server.api(await server.adminToken())
      return owner.apiKeys.create({ name: `Key for ${scope}`, scopes: [scope], ...more })
    }
    const [right, ended, gone] = [await made(), await made(), await made()]
    await server.db('api_keys').where({ key_id: ended.key_id }).update({ expires_on: '2020-01-31' })
    await server.api(await server.adminToken()).apiKeys.revoke({ params: { key_id: gone.key_id } })
    const last = right.key.endsWith('A') ? 'B' : 'A'
    keys.set(scope, { right: right.key, ended: ended.key, revoked: gone.key, mistyped: right.key.slice(0, -1) + last })
  }
})
afterAll(() => server.stop())

async function send(route: Route, key: string, inAddress = false) {
  const path = route.path.replace(/\{[^}]+\}/g, 'x')
  const answer = await server.request(`/api${path}${inAddress ? `?key=${key}` : ''}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', ...(inAddress ? {} : { authorization: `Bearer ${key}` }) },
    ...(['GET', 'HEAD', 'DELETE'].includes(route.method) ? {} : { body: '{}' }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const body: { code?: string; needs?: string | null } = isJson ? await answer.json() : {}
  return { status: answer.status, code: body.code, needs: body.needs }
}

const scopeByHand = (key: string) => scopeNames.find((scope) => opens[scope].test(key)) ?? null

test.each(scopeNames)('a key of %s makes its own calls and no others', async (scope) => {
  const { right } = keys.get(scope) ?? { right: '' }
  const deviations: unknown[] = []
  for (const route of closed) {
    const { status, code, needs } = await send(route, right)
    const expected = route.key === 'apiKeys.me' ? scope : scopeByHand(route.key)
    const isOpen = status !== 401 && status !== 403 && status < 500
    const isRefused = status === 403 && code === 'scope_missing' && needs === expected
    if (expected === scope ? !isOpen : !isRefused) deviations.push([route.key, status, code, needs])
  }
  expect(deviations).toEqual([])
})

test.each(scopeNames)(
  'an ended, mistyped, revoked key of %s and one in the address are 401 on every call',
  async (scope) => {
    const { right, ended, revoked, mistyped } = keys.get(scope) ?? { right: '', ended: '', revoked: '', mistyped: '' }
    const deviations: unknown[] = []
    // A key is judged before its scope: in a plain run each call meets the keys of one scope.
    const at = scopeNames.indexOf(scope)
    for (const route of closed.filter((_, index) => !isPlainRun || index % scopeNames.length === at)) {
      const answers = [
        [await send(route, ended), 'key_ended'],
        [await send(route, mistyped), 'authentication_expired'],
        [await send(route, revoked), 'authentication_expired'],
        [await send(route, right, true), 'authentication_required'],
      ] as const
      for (const [{ status, code }, expected] of answers)
        if (status !== 401 || code !== expected) deviations.push([route.key, status, code, expected])
    }
    expect(deviations).toEqual([])
  },
)

test('no scope opens what moves money, sets prices or rights, erases or sends', () => {
  // The plan of a sale and the list of refunds may be read, and a program may end its own webhooks.
  const open = closed.filter(({ key, scope }) => scope !== undefined && !HARMLESS.has(key))
  expect(open.filter(({ key }) => NEVER.test(key)).map(({ key }) => key)).toEqual([])
  expect(open.length).toBeGreaterThan(50)
})

test('a scope opens calls of the console alone', () => {
  expect(routes.filter(({ scope }) => scope !== undefined).every(({ access }) => access === 'admin')).toBe(true)
})
