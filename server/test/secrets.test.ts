import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from './catalogue-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Secrets and personal data passed through the program, each a unique text. */
const SENTINEL = 'Zq7Sentinel'
const secrets = {
  password: `${SENTINEL}-pass-1`,
  newPassword: `${SENTINEL}-pass-2`,
  wrongPassword: `${SENTINEL}-pass-3`,
  apiSecret: `${SENTINEL}-api-secret-9876`,
  webhookSecret: `${SENTINEL}-webhook-secret`,
}

let server: TestServer
const answers: string[] = []
const tokens: string[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function call(method: string, path: string, body?: unknown, token?: string): Promise<Record<string, unknown>> {
  const answer = await server.request(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  answers.push(text)
  return text ? JSON.parse(text) : {}
}

/** Returns every value of every table as text, like a dump of the database. */
async function dump(): Promise<string> {
  const tables: { schema: string; name: string }[] = await server
    .db('information_schema.tables')
    .whereIn('table_schema', ['public', 'pgboss'])
    .where({ table_type: 'BASE TABLE' })
    .select('table_schema as schema', 'table_name as name')
  const rows = await Promise.all(tables.map(({ schema, name }) => server.db(`${schema}.${name}`).select('*')))
  return JSON.stringify(rows)
}

test('no log, response or database contains a secret', async () => {
  const course = await buildCourse(server.db)
  const email = 'asha.sentinel@example.com'
  const registered = await call('POST', '/register', {
    email,
    phone: '9876501234',
    password: secrets.password,
    reffered_by: '',
  })
  const token = String(registered.token)
  await call('POST', '/login', { email, phone: '', password: secrets.wrongPassword })
  const login = await call('POST', '/login', { email, phone: '', password: secrets.password })
  await call(
    'POST',
    '/user/change_password',
    { current_password: secrets.password, new_password: secrets.newPassword },
    token,
  )
  const again = await call('POST', '/login', { email, phone: '', password: secrets.newPassword })
  const student = String(again.access_token)
  const userId = String(registered.user_id)
  await call('POST', `/user/buy?user_id=${userId}`, [course.course_id], student)
  await call('POST', '/forget-password', { email, phone: '' })
  const admin = await server.adminToken()
  const { api_key, ...query } = {
    api_key: 'rzp_live_key',
    api_secret: secrets.apiSecret,
    webhook_secret: secrets.webhookSecret,
  }
  await call('POST', '/admin/paymment_gateway/add_razorpay', { api_key, ...query }, admin)
  await call(
    'POST',
    `/admin/paymment_gateway/add_razorpay?${new URLSearchParams({ api_key, ...query })}`,
    undefined,
    admin,
  )
  const shown = await call('GET', '/admin/paymment_gateway/get_razorpay', undefined, admin)
  expect(String(shown.api_secret)).toMatch(/9876$/)
  expect(String(shown.api_secret)).not.toContain(SENTINEL)
  // Invented keys are tested on a closed port, not at the real gateway.
  const nowhere = await startTestServer({
    beside: server,
    work: false,
    env: { RAZORPAY_BASE_URL: 'http://127.0.0.1:9' },
  })
  const tried = await nowhere.api(admin).gateway.test()
  expect(tried.verified).toBe(false)
  answers.push(JSON.stringify(tried))
  await nowhere.stop()
  await call('GET', '/user/profile', undefined, `${student}x`)
  tokens.push(token, String(login.access_token), student, admin)
  expect(tokens.every((text) => text.length > 40)).toBe(true)

  const log = [...server.logged, ...nowhere.logged].join('')
  expect(log).toContain('"path":"/api/admin/paymment_gateway/add_razorpay"')
  const stored = await dump()
  expect(stored).toContain(email)
  for (const secret of Object.values(secrets)) {
    expect(log).not.toContain(secret)
    expect(stored).not.toContain(secret)
    expect(answers.join('\n')).not.toContain(secret)
  }
  for (const text of tokens) {
    expect(log).not.toContain(text)
    expect(stored).not.toContain(text)
  }
  // Logs may contain ids, but no personal data.
  expect(log).not.toContain(email)
  expect(log).not.toContain('9876501234')
})

test('an internal error reveals nothing about its cause', async () => {
  await server.db.raw('alter table courses rename to courses_elsewhere')
  try {
    const admin = await server.adminToken()
    const answer = await server.request('/api/admin/courses/get_all_courses', {
      headers: { authorization: `bearer ${admin}` },
    })
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(JSON.parse(text)).toEqual({
      detail: 'Something went wrong. Please try again later.',
      code: 'internal_error',
    })
    expect(server.logged.some((line) => line.includes('unexpected error'))).toBe(true)
  } finally {
    await server.db.raw('alter table courses_elsewhere rename to courses')
  }
})
