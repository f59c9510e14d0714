import { randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { buildCourse } from './catalogue-factories.ts'
import { featureScenes } from './feature-scenes.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

/**
 * Tests every call of the contract with every kind of caller. The contract itself is the list, so no call is left out.
 */

let server: TestServer
let good: { user: string; admin: string }
let bad: Record<'user' | 'admin', Record<string, string>>

beforeAll(async () => {
  server = await startTestServer({ work: false })
  const student = await buildUser(server.db)
  good = { user: await server.userToken(student), admin: await server.adminToken() }
  const revoked = { user: await server.userToken(student), admin: await server.adminToken() }
  await server.api(revoked.user).auth.logout()
  await server.api(revoked.admin).auth.adminLogout()
  bad = { user: badTokens('user', revoked), admin: badTokens('admin', revoked) }
})
afterAll(() => server.stop())

/** Builds tokens that look valid: each differs from a valid one in one part. */
function badTokens(audience: 'user' | 'admin', revoked: { user: string; admin: string }): Record<string, string> {
  const other = audience === 'user' ? 'admin' : 'user'
  const key = server.ctx.config.sessionKeys[audience]
  const claims = jwt.decode(good[audience]) as jwt.JwtPayload
  const sign = (change: object, options: jwt.SignOptions = {}, secret: jwt.Secret = key) =>
    jwt.sign({ ...claims, ...change }, secret, { algorithm: 'HS256', ...options })
  const raw = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.x`
  const { exp: _exp, ...endless } = claims
  return {
    garbage: 'garbage',
    'three garbage parts': 'a.b.c',
    'the other audience': good[other],
    'the other audience, revoked': revoked[other],
    revoked: revoked[audience],
    expired: sign({ iat: 1, exp: 2 }),
    'not valid yet': sign({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'without end': jwt.sign(endless, key, { algorithm: 'HS256' }),
    'end as text': raw({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: '9999999999' }),
    'wrong audience, right key': sign({ aud: other }),
    'wrong issuer': sign({ iss: 'elsewhere' }),
    'wrong key': sign({}, {}, 'x'.repeat(32)),
    'guessable key': sign({}, {}, 'secret'),
    'another algorithm': sign({}, { algorithm: 'HS512' }),
    'no algorithm': raw({ alg: 'none', typ: 'JWT' }, claims),
    'key id as path': sign({}, { header: { alg: 'HS256', kid: '../../dev/null' } }),
    'unknown session': sign({ jti: randomUUID() }),
    'another subject': sign({ sub: 'usr_somebody' }),
  }
}

const closed = routes.filter((route) => route.access !== 'public')

function send(route: Route, authorization?: string): Promise<Response> {
  const path = route.path.replace(/\{[^}]+\}/g, 'x')
  return server.request(`/api${path}`, {
    method: route.method,
    headers: { ...(authorization ? { authorization } : {}), 'content-type': 'application/json' },
    ...(['GET', 'HEAD', 'DELETE'].includes(route.method) ? {} : { body: '{}' }),
  })
}

async function rowCounts(): Promise<Record<string, number>> {
  const tables: { name: string }[] = await server
    .db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .select('table_name as name')
  const counts = await Promise.all(
    tables.map(async ({ name }) => [name, Number((await server.db(name).count({ rows: '*' }).first())?.rows)]),
  )
  return Object.fromEntries(counts)
}

test('every call of the contract states who may make it', () => {
  expect(routes.length).toBeGreaterThanOrEqual(45)
  for (const route of routes) {
    expect(route.access).toBe(
      route.path.startsWith('/admin/') && !route.path.startsWith('/admin/login') ? 'admin' : route.access,
    )
    if (route.path.startsWith('/user/')) expect(route.access).toBe('user')
  }
  const elsewhere = routes.filter(({ access, path }) => access === 'user' && !path.startsWith('/user/'))
  const advice = "a student's call has a path that begins with /user/: change it in server/contract/<feature>.ts"
  expect(
    elsewhere.map(({ key }) => key),
    advice,
  ).toEqual(['auth.logout'])
})

describe.each(closed.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  const audience = route.access === 'admin' ? 'admin' : 'user'

  test('a missing token is 401', async () => {
    for (const authorization of [undefined, '', 'Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', good[audience]]) {
      const answer = await send(route, authorization)
      const body = await answer.json()
      expect([authorization, answer.status, body.code]).toEqual([authorization, 401, 'authentication_required'])
      if (audience === 'admin') expect(body.detail).toBe('Admin authentication required')
    }
  })

  test('every invalid token is 401', async () => {
    for (const [name, token] of Object.entries(bad[audience])) {
      const answer = await send(route, `bearer ${token}`)
      const body = await answer.json()
      expect([name, answer.status, body.code]).toEqual([name, 401, 'authentication_expired'])
      if (audience === 'admin') expect(body.detail).toBe('Could not validate admin credentials')
    }
  })
})

test('refused calls leave no row anywhere', async () => {
  const before = await rowCounts()
  for (const route of closed) {
    await send(route)
    await send(route, `bearer ${bad[route.access === 'admin' ? 'admin' : 'user'].garbage}`)
  }
  expect(await rowCounts()).toEqual(before)
})

describe.each(closed.filter((route) => route.access === 'admin').map((route) => [route.key, route] as const))(
  'by role: %s',
  (_name, route) => {
    test.each(['owner', 'editor', 'support', 'finance'] as const)('%s', async (role) => {
      const answer = await send(route, `bearer ${await server.adminToken(role)}`)
      const body = answer.status === 204 ? {} : await answer.json().catch(() => ({}))
      const refused = answer.status === 403 && body.detail === 'Your role does not allow this'
      expect([role, refused]).toEqual([role, !mayMake(role, route)])
      if (refused) expect(body.code).toBe('forbidden')
    })
  },
)

/** The permissions of the trunk again, by hand: this reveals a role with an extra call. An optional or new feature has its own in a `*.scenes.ts`. */
const allowed = {
  everyone:
    /^admins\.(me|showAll|changePassword|sessions|endSession|endOtherSessions)$|^secondFactor\.|^auth\.adminLogout$|^overview\.(search|waiting)$/,
  // The revenue and students of courses are for owners.
  editor:
    /^segments\.|^enrolments\.courses$|^reviews\.(list|reply)$|^(courses|promocodes|offers|learning|quizzes|media)\.(?!(sales|numbers|learning|stuck|students)$)|^assignments\.(adminGet|save|remove)$|^exports\.(courses|promocodes)$/,
  // Owners and finance move money; only the owner exports every buyer, or gives access.
  support:
    /^users\.|^segments\.|^students\.|^enrolments\.|^tickets\.|^questions\.|^assignments\.(adminList|adminRead|mark)$|^reviews\.|^orders\.(?!refund$|grant$|unmatchedEvents$|disputeEvidence$|renewGift$|declineGuarantee$|refundLimit$|setRefundLimit$|approveRefund$|declineRefund$)|^overview\.todo$|^documents\.(get|send)$/,
  finance:
    /^orders\.(adminList|adminGet|recheck|refund|unmatchedEvents|disputeEvidence|declineGuarantee|refundLimit|approveRefund|declineRefund)$|^promocodes\.|^offers\.list$|^overview\.(get|todo)$|^documents\.(list|get|send|taxSettings)$|^exports\.(orders|documents|gstr1|promocodes|settlements)$|^settlements\.|^sources\./,
}

function mayMake(role: 'owner' | 'editor' | 'support' | 'finance', route: Route): boolean {
  if (role === 'owner' || allowed.everyone.test(route.key) || allowed[role].test(route.key)) return true
  return featureScenes.some(({ may }) => may?.[role]?.test(route.key))
}

test('a one-time password opens only the change of that password', async () => {
  const token = await server.adminToken('owner')
  const { jti } = jwt.decode(token) as jwt.JwtPayload
  const { admin_id: id } = await server.db('sessions').where({ session_id: jti }).first('admin_id')
  await server.db('admins').where({ id }).update({ must_change_password: true })
  for (const route of closed.filter(({ access, key }) => access === 'admin' && key !== 'auth.adminLogout')) {
    const answer = await send(route, `bearer ${token}`)
    const open = ['admins.me', 'admins.changePassword'].includes(route.key)
    const body = await answer.json()
    expect([route.key, body.code === 'password_change_required']).toEqual([route.key, !open])
  }
})

test('an owner without a second factor can only set one up once the grace period is over', async () => {
  const strict = await startTestServer({ beside: server, work: false, env: { SECOND_FACTOR_DAYS: '0' } })
  const token = await server.adminToken('owner')
  for (const route of closed.filter(({ access, key }) => access === 'admin' && key !== 'auth.adminLogout')) {
    const path = route.path.replace(/\{[^}]+\}/g, 'x')
    const headers = { authorization: `bearer ${token}`, 'content-type': 'application/json' }
    const answer = await strict.request(`/api${path}`, { method: route.method, headers })
    const body = answer.status === 204 ? {} : await answer.json().catch(() => ({}))
    const open = /^admins\.(me|changePassword|sessions)$|^secondFactor\./.test(route.key)
    expect([route.key, body.code === 'second_factor_setup_required']).toEqual([route.key, !open])
  }
  const editor = strict.api(await server.adminToken('editor'))
  expect(await editor.courses.adminList({})).toBeTruthy()
  await strict.stop()
})

test('the scheme may be written in any case', async () => {
  for (const scheme of ['bearer', 'Bearer', 'BEARER']) {
    const answer = await server.request('/api/user/profile', { headers: { authorization: `${scheme} ${good.user}` } })
    expect(answer.status).toBe(200)
  }
})

test('calls that name a user return 403 for another one, and change nothing', async () => {
  const victim = await buildUser(server.db)
  const course = await buildCourse(server.db)
  const api = server.api(good.user)
  const before = await server.db('users').where({ id: victim.id }).first()
  const body = { name: 'Somebody Else', email: 'new@example.com', phone: '9123456780', user_id: victim.user_id }
  const attempts = [
    api.account.updateProfile(body),
    api.orders.buy({ query: { user_id: victim.user_id }, body: [course.course_id] }),
    api.orders.paymentStatus({ user_id: victim.user_id, course_id: course.course_id }),
  ]
  const refused = { status: 403, code: 'forbidden' }
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject(refused)))
  expect(await server.db('users').where({ id: victim.id }).first()).toEqual(before)
  expect(await server.db('orders').where({ user_id: victim.id })).toEqual([])
})

test('a user in the query or a header of other calls is ignored', async () => {
  const victim = await buildUser(server.db)
  for (const path of ['/api/user/profile', '/api/user/dashboard']) {
    const answer = await server.request(`${path}?user_id=${victim.user_id}`, {
      headers: { authorization: `bearer ${good.user}`, 'x-user-id': victim.user_id },
    })
    expect((await answer.json()).user_id).not.toBe(victim.user_id)
  }
})

describe('outside the contract,', () => {
  test('a call outside the contract is denied by default', async () => {
    for (const path of [
      '/api/nothing',
      '/api/admin',
      '/api/admin/nothing',
      '/api/user/orders/1',
      '/api/.env',
      '/api',
    ]) {
      for (const authorization of [undefined, `bearer ${good.admin}`]) {
        const answer = await server.request(path, { headers: authorization ? { authorization } : {} })
        expect([path, answer.status]).toEqual([path, 404])
        expect(await answer.json()).toMatchObject({ code: 'not_found' })
      }
    }
  })

  test('a known path with another method is 405 with Allow', async () => {
    for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'PUT']) {
      const answer = await server.request('/api/login', { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      expect((await answer.json()).code).toBe('method_not_allowed')
    }
  })

  test('a slash at the end is optional everywhere', async () => {
    for (const route of closed) {
      const path = route.path.replace(/\{[^}]+\}/g, 'x')
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      expect((await server.request(`/api${other}`, { method: route.method })).status).toBe(401)
    }
    expect((await server.request('/api/go/courses/')).status).toBe(200)
  })
})
