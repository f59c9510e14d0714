import type { Scope } from 'contract/api-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { resetAdmin } from '../../shop/auth/admins.queries.ts'
import { drawKey } from './key-form.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function makeKey(scopes: Scope[], name = 'A program') {
  await server.db('api_keys').delete()
  const owner = server.api(await server.adminToken())
  return owner.apiKeys.create({ name, scopes })
}

const send = (key: string, path: string, init: RequestInit = {}) =>
  server.request(`/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
  })

const post = (key: string, path: string, body: object, idempotencyKey?: string) =>
  send(key, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
  })

test('a key is shown once, is listed by its start, and stored hashed', async () => {
  const { key, key_id, start } = await makeKey(['orders:read'], 'Google Sheet')
  expect(key).toMatch(/^shk_live_[0-9A-Za-z]{36}$/)
  expect(key.startsWith(start)).toBe(true)
  const { api_keys } = await server.api(await server.adminToken()).apiKeys.list()
  expect(api_keys).toEqual([
    expect.objectContaining({ key_id, name: 'Google Sheet', scopes: ['orders:read'], start, last_used_at: null }),
  ])
  expect(JSON.stringify(api_keys)).not.toContain(key)
  const stored = JSON.stringify(await server.db('api_keys').select('*'))
  expect(stored).not.toContain(key.slice(start.length))
  expect(server.logged.join('')).not.toContain(key)
})

test('a key returns the shop and itself, and its use is noted', async () => {
  const { key, key_id } = await makeKey(['orders:read', 'numbers:read'], 'Books')
  const me = await (await send(key, '/me')).json()
  expect(me.key).toEqual({ name: 'Books', scopes: ['orders:read', 'numbers:read'] })
  expect([typeof me.shop, typeof me.version]).toEqual(['string', 'string'])
  const owner = server.api(await server.adminToken())
  expect((await owner.apiKeys.me()).key).toBe(null)
  const { api_keys } = await owner.apiKeys.list()
  expect(api_keys.find((one) => one.key_id === key_id)?.last_used_at).not.toBe(null)
})

test('a shop has at most twenty keys', async () => {
  await server.db('api_keys').delete()
  const owner = server.api(await server.adminToken())
  const made = await Promise.allSettled(
    Array.from({ length: 24 }, (_, at) => owner.apiKeys.create({ name: `Key ${at}`, scopes: ['orders:read'] })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await expect(owner.apiKeys.create({ name: 'One more', scopes: ['orders:read'] })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test('a key works through its last day in India, and ends with the access of its maker', async () => {
  await server.db('api_keys').delete()
  const maker = await buildAdmin(server.db, { role: 'owner' })
  const { key, key_id } = await makeKey(['orders:read'])
  await server.db('api_keys').where({ key_id }).update({ created_by: maker.id })
  const owner = server.api(await server.adminToken())
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  const over = owner.apiKeys.create({ name: 'Late', scopes: ['orders:read'], expires_on: '2020-01-31' })
  await expect(over).rejects.toMatchObject({ status: 422, message: 'This day is over' })
  expect((await send(key, '/me')).status).toBe(200)
  await server.db('api_keys').where({ key_id }).update({ expires_on: today })
  expect((await send(key, '/me')).status).toBe(200)
  await server.db('api_keys').where({ key_id }).update({ expires_on: '2020-01-31' })
  expect(await (await send(key, '/me')).json()).toMatchObject({ code: 'key_ended' })
  await server.db('api_keys').where({ key_id }).update({ expires_on: null })
  await server.db('admins').where({ id: maker.id }).update({ role: 'editor' })
  expect(await (await send(key, '/me')).json()).toMatchObject({ code: 'key_ended' })
  const { api_keys } = await owner.apiKeys.list()
  expect(api_keys[0]).toMatchObject({ ended: true, created_by: maker.email })
})

test('a key of an owner who lost the role or the access stays ended when the owner has it again', async () => {
  await server.db('api_keys').delete()
  const owner = server.api(await server.adminToken())
  const made = async () => {
    const maker = await buildAdmin(server.db, { role: 'owner' })
    const { key, key_id } = await owner.apiKeys.create({ name: 'A program', scopes: ['orders:read'] })
    await server.db('api_keys').where({ key_id }).update({ created_by: maker.id })
    return { key, maker, params: { admin_id: maker.admin_id } }
  }
  const [demoted, ended, reset] = [await made(), await made(), await made()]
  for (const role of ['editor', 'owner'] as const) await owner.admins.update({ params: demoted.params, body: { role } })
  await owner.admins.end({ params: ended.params })
  await owner.admins.create({ email: ended.maker.email, name: null, role: 'owner' })
  await resetAdmin(server.db, reset.maker.email, 'no hash', server.ctx.now())
  const codes = await Promise.all([demoted, ended].map(async ({ key }) => (await (await send(key, '/me')).json()).code))
  expect(codes).toEqual(['key_ended', 'key_ended'])
  // A new password alone ends no key.
  expect((await send(reset.key, '/me')).status).toBe(200)
})

test('every wrong key costs the same one statement, and a mistyped one none', async () => {
  const right = await makeKey(['orders:read'])
  const owner = server.api(await server.adminToken())
  const gone = await owner.apiKeys.create({ name: 'Gone', scopes: ['orders:read'] })
  await owner.apiKeys.revoke({ params: { key_id: gone.key_id } })
  const ended = await owner.apiKeys.create({ name: 'Ended', scopes: ['orders:read'] })
  await server.db('api_keys').where({ key_id: ended.key_id }).update({ expires_on: '2020-01-31' })
  const statements: string[] = []
  const note = ({ sql }: { sql: string }) => statements.push(sql)
  const statementsOf = async (key: string) => {
    statements.length = 0
    server.db.on('query', note)
    expect((await send(key, '/admin/orders')).status).toBe(401)
    server.db.off('query', note)
    return [...statements]
  }
  const [unknown, revoked, late] = [
    await statementsOf(drawKey()),
    await statementsOf(gone.key),
    await statementsOf(ended.key),
  ]
  expect(unknown).toEqual([expect.stringContaining('api_keys')])
  expect([revoked, late]).toEqual([unknown, unknown])
  const mistyped = [right.key.slice(0, -1), `${right.key}A`, right.key.replace(/.$/, '_'), 'shk_live_', 'shk_test_x']
  for (const key of mistyped) expect(await statementsOf(key)).toEqual([])
})

test('a key opens no call of a student', async () => {
  const { key } = await makeKey(['students:read', 'students:write'])
  for (const path of ['/user/profile', '/user/dashboard', '/user/orders'])
    expect((await send(key, path)).status).toBe(401)
})

test('a key makes a draft of a course and changes its texts, but no price', async () => {
  const { key } = await makeKey(['courses:write'])
  const made = await post(key, '/admin/courses/create', { name: 'By a program', state: 'draft' })
  expect(made.status).toBe(201)
  const { course_id } = await buildCourse(server.db, { price: 499 })
  const put = (body: object) =>
    send(key, `/admin/courses/update_course/${course_id}`, { method: 'PUT', body: JSON.stringify(body) })
  expect((await put({ offer_text: 'Now with scripts' })).status).toBe(200)
  const closed = [{ price: 1 }, { free: true }, { bundle_courses: [] }, { name: 'Other', price: 499 }]
  for (const body of closed) {
    const refused = await put(body)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'scope_missing', needs: null }),
    ])
  }
  const sold = await post(key, '/admin/courses/create', { name: 'On sale', price: 1, state: 'draft' })
  expect(sold.status).toBe(403)
})

test('the activity names the key, and counts a repeat once', async () => {
  const { key } = await makeKey(['students:write'], 'Pabbly')
  const { course_id } = await buildCourse(server.db)
  const body = {
    course_ids: [course_id],
    people: [{ email: 'asha@activity.example', phone: null, name: null }],
    mail: false,
  }
  const entries = () => server.db('activity').where({ call: 'enrolments.give' }).pluck('admin_email')
  for (let time = 0; time < 3; time++) expect((await post(key, '/admin/enrolments', body, 'once-1')).status).toBe(200)
  expect(await entries()).toEqual([expect.stringMatching(/^Pabbly \(API key of .+@.+\)$/)])
  const { activity } = await server.api(await server.adminToken()).activity.list({ q: 'Pabbly (API' })
  expect(activity[0]?.admin).toMatchObject({ name: null, email: expect.stringContaining('Pabbly') })
})

test('a repeated post gets the first answer, refusals included', async () => {
  const { key } = await makeKey(['courses:write'])
  const create = (name: string, idempotencyKey: string) =>
    post(key, '/admin/courses/create', { name, state: 'draft' }, idempotencyKey)
  const first = await (await create('Once', 'a')).json()
  expect(await (await create('Once', 'a')).json()).toEqual(first)
  expect(await server.db('courses').where({ name: 'Once' })).toHaveLength(1)
  const other = await create('Another', 'a')
  expect([other.status, (await other.json()).code]).toEqual([409, 'idempotency_mismatch'])
  const copy = () => post(key, '/admin/courses/duplicate_course/made-later', {}, 'b')
  const missing = await copy()
  expect(missing.status).toBe(404)
  await buildCourse(server.db, { course_id: 'made-later' })
  const again = await copy()
  expect([again.status, await again.json()]).toEqual([404, await missing.json()])
  const invalid = await create('Once', 'with space')
  expect(invalid.status).toBe(422)
})

test('simultaneous posts with one key act once', async () => {
  const { key } = await makeKey(['courses:write'])
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(key, '/admin/courses/create', { name: 'At once', state: 'draft' }, 'same')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  expect(await server.db('courses').where({ name: 'At once' })).toHaveLength(1)
})

test('a post that was cut begins again after two minutes, and any key is free after a day', async () => {
  const { key, key_id } = await makeKey(['courses:write'])
  const create = () => post(key, '/admin/courses/create', { name: 'Cut', state: 'draft' }, 'cut')
  expect((await create()).status).toBe(201)
  const row = () => server.db('api_key_posts').where({ key_id })
  await row().update({ answer: null, begun_at: server.ctx.now() })
  const running = await create()
  expect([running.status, (await running.json()).code]).toEqual([409, 'conflict'])
  server.clock.advance(3 * 60_000)
  expect((await create()).status).toBe(201)
  expect((await create()).status).toBe(201)
  expect(await server.db('courses').where({ name: 'Cut' })).toHaveLength(2)
  server.clock.advance(25 * 60 * 60_000)
  expect((await create()).status).toBe(201)
  expect(await server.db('courses').where({ name: 'Cut' })).toHaveLength(3)
})

test('a key makes 600 requests a minute, counts them in its headers, and leaves its owner alone', async () => {
  const strict = await startTestServer({ beside: server, work: false, env: { RATE_LIMITS: 'on' } })
  const { key } = await makeKey(['orders:read'])
  const me = () => strict.request('/api/me', { headers: { authorization: `Bearer ${key}` } })
  const first = await me()
  expect(first.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"default";r=599;t=(60|5\d)$/)
  const refused = await strict.request('/api/admin/settings', { headers: { authorization: `Bearer ${key}` } })
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([403, expect.stringContaining('r=598;')])
  for (let sent = 2; sent < 600; sent += 20) await Promise.all(Array.from({ length: 20 }, me))
  const over = await me()
  expect([over.status, (await over.json()).code]).toEqual([429, 'rate_limited'])
  const [, seconds = ''] = /^"default";r=0;t=(\d+)$/.exec(over.headers.get('ratelimit') ?? '') ?? []
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(Number(seconds))
  expect((await strict.api(await server.adminToken()).admins.me()).role).toBe('owner')
  await strict.stop()
})
