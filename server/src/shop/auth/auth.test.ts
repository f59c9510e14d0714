import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail } from '../../../test/mails.ts'
import { buildAdmin, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createOrResetAdmin, ensureAdmin } from './admins.ts'
import { hashPassword } from './passwords.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Returns the processor time of all threads since then, in microseconds. */
function spentSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

const expired = { code: 'authentication_expired', status: 401 }
const MINUTE = 60_000

test('registering creates an account that is logged in and welcomed', async () => {
  const referrer = await buildUser(server.db)
  const answer = await server.api().auth.register({
    email: ' Ravi.K@Example.com ',
    phone: '+91 98765-00001',
    password: PASSWORD,
    reffered_by: referrer.referral_code.toLowerCase(),
  })
  expect(answer).toMatchObject({
    message: 'Registration successful',
    token_type: 'bearer',
    user_id: answer.user.user_id,
  })
  expect(answer.user).toEqual({
    user_id: expect.stringMatching(/^usr_[a-z2-7]{16}$/),
    name: 'ravi.k',
    email: 'ravi.k@example.com',
    phone: '919876500001',
    coins: 0,
    referred_by: referrer.referral_code,
    referral_code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/),
  })
  expect((await server.api(answer.token).account.profile()).user_id).toBe(answer.user_id)
  expect(await awaitMail(server.dataDir, 'ravi.k@example.com', 'Welcome to My shop')).not.toContain(PASSWORD)

  const second = await server.api().auth.register({
    email: 'second@example.com',
    phone: '9876500002',
    password: PASSWORD,
    reffered_by: referrer.user_id,
    name: 'Second',
  })
  expect(second.user).toMatchObject({ name: 'Second', referred_by: referrer.referral_code })
})

test('K5: a known email is a conflict that changes nothing and opens no session', async () => {
  const user = await buildUser(server.db, { email: 'known@example.com', phone: '9876511111' })
  const before = await server.db('users').where({ id: user.id }).first()
  const input = { email: 'KNOWN@example.com', phone: '9876522222', password: 'Another-Pass-77' }
  const taken = await post('/api/register', input)
  expect(taken.status).toBe(409)
  expect(await taken.json()).toEqual({ detail: 'Email already registered', code: 'email_taken' })
  expect(await server.db('users').where({ id: user.id }).first()).toEqual(before)
  expect(await server.db('sessions').where({ user_id: user.id })).toEqual([])
  await server.api().auth.login({ email: user.email, phone: '', password: user.password })
})

test('one of many simultaneous registrations with one email wins', async () => {
  const attempts = Array.from({ length: 8 }, (_, index) =>
    server.api().auth.register({ email: 'race@example.com', phone: `98765330${index}0`, password: PASSWORD }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'email_taken' })
  }
})

test('K10: common passwords and unknown referral codes are refused before an account exists', async () => {
  const input = { email: 'careless@example.com', phone: '9876544444', password: PASSWORD }
  for (const password of ['password1', 'QWERTYUIOP', 'SkillHaat123']) {
    const register = server.api().auth.register({ ...input, password })
    await expect(register).rejects.toMatchObject({
      status: 422,
      code: 'common_password',
      message: 'Please choose a less common password',
    })
  }
  await expect(server.api().auth.register({ ...input, reffered_by: 'NOSUCHCD' })).rejects.toMatchObject({
    status: 422,
    code: 'invalid_referral_code',
    message: 'Invalid referral code',
  })
  expect(await server.db('users').where({ email: input.email })).toEqual([])
})

test('a student logs in by email or phone in any spelling', async () => {
  await buildUser(server.db, { email: 'asha@example.com', phone: '9811100001' })
  const ways = [
    { email: '  ASHA@Example.com', phone: '' },
    { email: '', phone: '+91 98111 00001' },
    { email: null, phone: '09811100001' },
    { phone: '9811100001' },
  ]
  for (const way of ways) {
    const session = await server.api().auth.login({ ...way, password: PASSWORD })
    expect(session).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 30 * 86_400 })
  }
})

test('K1: neither words nor time distinguish an unknown account from a wrong password', async () => {
  const user = await buildUser(server.db)
  // Hashed at the real cost, unlike the factory's passwords.
  await server
    .db('users')
    .where({ id: user.id })
    .update({ password_hash: await hashPassword(PASSWORD) })
  const attempt = async (email: string) => {
    const begun = process.cpuUsage()
    const response = await post('/api/login', { email, phone: '', password: 'Wrong-Pass-11' })
    const body = await response.text()
    return { status: response.status, body, names: [...response.headers.keys()].sort(), cpu: spentSince(begun) }
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 20; round++) {
    const [wrong, nobody] = [await attempt(user.email), await attempt(`nobody${round}@example.com`)]
    expect(wrong).toMatchObject({ status: 401, body: nobody.body, names: nobody.names })
    expect(JSON.parse(wrong.body)).toEqual({ detail: 'Invalid email or password', code: 'invalid_credentials' })
    known.push(wrong.cpu)
    unknown.push(nobody.cpu)
  }
  // Compares the least processor time of each: a busy machine must not decide.
  const ratio = Math.min(...known) / Math.min(...unknown)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
  const byPhone = await post('/api/login', { email: '', phone: '9000012345', password: 'Wrong-Pass-11' })
  expect(await byPhone.json()).toEqual({ detail: 'Invalid phone or password', code: 'invalid_credentials' })
})

test('A8, A9: the Bearer scheme is accepted in any case, and Log Out ends the session at once', async () => {
  const user = await buildUser(server.db)
  const [token, other] = [await server.userToken(user), await server.userToken(user)]
  for (const scheme of ['bearer', 'Bearer', 'BEARER']) {
    const response = await server.request('/api/user/profile', { headers: { authorization: `${scheme} ${token}` } })
    expect(response.status).toBe(200)
  }
  const out = await server.request('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect(out.status).toBe(204)
  await expect(server.api(token).account.profile()).rejects.toMatchObject(expired)
  expect((await server.api(other).account.profile()).user_id).toBe(user.user_id)
})

test("A1–A3: no token, no bearer and the other audience are refused with the contract's words", async () => {
  const user = await buildUser(server.db)
  const { access_token: admin } = await server.api().auth.adminLogin(await buildAdmin(server.db))
  const request = async (path: string, authorization?: string) => {
    const response = await server.request(path, authorization === undefined ? {} : { headers: { authorization } })
    expect(response.status).toBe(401)
    return response.json()
  }
  const required = { detail: 'Authentication required', code: 'authentication_required' }
  const adminRequired = { detail: 'Admin authentication required', code: 'authentication_required' }
  const adminExpired = { detail: 'Could not validate admin credentials', code: 'authentication_expired' }
  for (const authorization of [undefined, '', 'Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ']) {
    expect(await request('/api/user/profile', authorization)).toEqual(required)
    expect(await request('/api/admin/users', authorization)).toEqual(adminRequired)
  }
  for (const token of ['garbage', 'a b c', admin]) {
    expect(await request('/api/user/profile', `Bearer ${token}`)).toMatchObject({ code: 'authentication_expired' })
  }
  for (const token of ['garbage', await server.userToken(user)]) {
    expect(await request('/api/admin/users', `Bearer ${token}`)).toEqual(adminExpired)
  }
})

test('sessions expire: 30 days for students, 8 hours for admins', async () => {
  const own = await startTestServer({ work: false })
  try {
    const user = await buildUser(own.db)
    const { access_token: token } = await own.api().auth.login({ email: user.email, password: user.password })
    const { access_token: admin } = await own.api().auth.adminLogin(await buildAdmin(own.db))
    own.clock.advance((8 * 60 - 1) * MINUTE)
    expect(await own.api(admin).users.list({})).toHaveLength(1)
    own.clock.advance(2 * MINUTE)
    await expect(own.api(admin).users.list({})).rejects.toMatchObject(expired)
    expect((await own.api(token).account.profile()).user_id).toBe(user.user_id)
    own.clock.advance(30 * 86_400_000)
    await expect(own.api(token).account.profile()).rejects.toMatchObject(expired)
  } finally {
    await own.stop()
  }
})

test('an account has 100 logins: a further one ends the one seen longest ago', async () => {
  const [user, admin] = [await buildUser(server.db), await buildAdmin(server.db)]
  const holders = [{ audience: 'user', user_id: user.id } as const, { audience: 'admin', admin_id: admin.id } as const]
  for (const holder of holders) {
    await server.db.raw(
      `insert into sessions (session_id, audience, user_id, admin_id, created_at, expires_at, revoked_at)
       select :session_id || n, :audience, :user_id::bigint, :admin_id::bigint, now() - n * interval '1 minute', now() + interval '1 day',
         case when n <= 20 then now() end
       from generate_series(1, 150) n`,
      { session_id: JSON.stringify(holder), user_id: null, admin_id: null, ...holder },
    )
  }
  await server.api().auth.login({ email: user.email, phone: '', password: PASSWORD })
  await server.api().auth.adminLogin(admin)
  for (const { audience, ...holder } of holders) {
    const left = await server
      .db('sessions')
      .where(holder)
      .orderBy('created_at', 'desc')
      .select('session_id', 'revoked_at')
    expect([audience, left.length, left.filter(({ revoked_at }) => revoked_at !== null).length]).toEqual([
      audience,
      100,
      0,
    ])
    expect(left.at(-1).session_id).toMatch(/\}119$/)
  }
})

test('an admin is created once at start, and a reset ends its sessions', async () => {
  const config = { ...server.ctx.config, admin: { email: 'Boss@Example.com', password: PASSWORD } }
  await ensureAdmin({ ...server.ctx, config })
  await ensureAdmin({ ...server.ctx, config: { ...config, admin: { ...config.admin, password: 'Other-Pass-88' } } })
  const login = (password: string) => server.api().auth.adminLogin({ email: 'BOSS@example.com', password })
  const { access_token: token, expires_in } = await login(PASSWORD)
  expect(expires_in).toBe(8 * 3_600)
  await expect(login('Other-Pass-88')).rejects.toMatchObject({ status: 401, message: 'Invalid admin credentials' })
  expect(await createOrResetAdmin(server.ctx, 'boss@example.com', 'Other-Pass-88')).toBe('reset')
  await expect(server.api(token).users.list({})).rejects.toMatchObject(expired)
  const { access_token: fresh } = await login('Other-Pass-88')
  await server.api(fresh).auth.adminLogout()
  await expect(server.api(fresh).users.list({})).rejects.toMatchObject(expired)
})
