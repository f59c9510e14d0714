import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  await server.api(await server.adminToken()).settings.update({ body: { delivery: { login_code: true } } })
  await server.db('rate_limits').delete()
})
afterAll(() => server.stop())

let clients = 0

/** Calls from a new client each time, and returns the answer whatever it is. */
async function call(method: string, path: string, body?: unknown, token?: string) {
  clients++
  const answer = await server.request(path, {
    method,
    headers: {
      'x-forwarded-for': `198.51.100.${clients}`,
      'user-agent': `Device/${clients}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json().catch(() => ({}))) as Record<string, string>
}

async function mailsSent() {
  const open = () =>
    server
      .db('pgboss.job')
      .whereIn('state', ['created', 'retry', 'active'])
      .where((either) => either.whereLike('name', '%mail').orWhere({ name: 'forgotten-password' }))
      .first('name')
  await expect.poll(open).toBeUndefined()
}

/** Uses every call that sends an email to an address which anybody can type, twice. */
async function pester(email: string, course_id: string): Promise<void> {
  const account = {
    name: 'Asha',
    email,
    phone: `98${String(70_000_000 + clients)}`,
    password: PASSWORD,
    reffered_by: '',
  }
  const { user_id = '', token } = await call('POST', '/api/register', account)
  const other = { ...account, email: `attacker${clients}@example.org`, phone: `97${String(70_000_000 + clients)}` }
  const { user_id: own = '', token: mine } = await call('POST', '/api/register', other)
  for (const _ of [1, 2]) {
    await call('POST', '/api/login', { email, phone: '', password: PASSWORD })
    await call('POST', '/api/forget-password', { email, phone: '' })
    await call('POST', '/api/login/code', { email })
    await call('POST', '/api/privacy/code', { email })
    await call('POST', '/api/contact', { name: 'Asha', email, subject: 'A question', message: 'What is in it?' })
    await call('POST', '/api/go/free', { course_id, name: 'Asha', email })
    await call('POST', '/api/go/signups', { email, name: 'Asha', agreed: true })
    await call('POST', '/api/user/profile/pending/email', undefined, token)
    const change = { ...other, email, user_id: own, current_password: PASSWORD }
    await call('PUT', '/api/user/update_profile', change, mine)
    await call('POST', '/api/user/profile/pending/email', undefined, mine)
    await call('POST', '/api/user/requests', { kind: 'grievance', note: 'Hello' }, token)
    const query = new URLSearchParams({ user_id, promocode: 'FREE', billing_state: '27' })
    await call('POST', `/api/user/buy?${query}`, [course_id], token)
  }
  await mailsSent()
}

test('K6: one stranger causes three emails to an address within an hour, whichever calls they use', {
  timeout: 240_000,
}, async () => {
  const { course_id } = await buildCourse(server.db, { price: 499, free: true })
  await buildPromocode(server.db, { promocode: 'FREE', discount: 100 })
  const { email: known } = await buildUser(server.db, { email_proven_at: new Date() })
  for (const email of ['stranger@example.com', known]) {
    await pester(email, course_id)
    expect([email, (await mailsTo(server.dataDir, email)).length]).toEqual([email, 3])
  }
})
