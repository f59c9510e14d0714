import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../../../test/mails.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const NEW = 'Jamun-Lassi-77'

/** Requests a link and reads its token from the email. */
async function forget(email: string): Promise<string> {
  const before = (await mailsTo(server.dataDir, email)).length
  await server.api().auth.forgetAdminPassword({ email: ` ${email.toUpperCase()} ` })
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length).toBe(before + 1)
  const mail = ((await mailsTo(server.dataDir, email)).at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=\n', '')
  return /\/admin\/login#([\w-]{32})/.exec(mail)?.[1] ?? ''
}

const set = (token: string, more: object = {}) =>
  server.api().auth.newAdminPassword({ token, new_password: NEW, ...more } as never)

test('a mailed link sets an admin’s password once, ends every earlier session, and is noted', async () => {
  const admin = await buildAdmin(server.db)
  const login = (password: string) => server.api().auth.adminLogin({ email: admin.email, password })
  const old = server.api((await login(admin.password)).access_token)
  const earlier = await forget(admin.email)
  const token = await forget(admin.email)
  await expect(set(earlier)).rejects.toMatchObject({ status: 422, code: 'link_expired' })
  await expect(set(token, { new_password: 'password123' })).rejects.toMatchObject({ status: 422 })
  // An unused link leaves password and sessions alone.
  expect((await old.admins.me()).email).toBe(admin.email)
  const outcomes = await Promise.allSettled([set(token), set(token), set(token)])
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
  expect(winners).toHaveLength(1)
  expect((await server.api(winners[0]?.access_token).admins.me()).email).toBe(admin.email)
  await expect(old.admins.me()).rejects.toMatchObject({ code: 'authentication_expired' })
  await expect(login(admin.password)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await login(NEW)
  expect(await server.db('activity').where({ call: 'auth.newAdminPassword' })).toMatchObject([
    { target_id: admin.admin_id, admin_email: admin.email },
  ])
})

test('a new password needs the second step, and a wrong answer changes nothing', async () => {
  const admin = await buildAdmin(server.db)
  const api = server.api((await server.api().auth.adminLogin(admin)).access_token)
  const { secret } = await api.secondFactor.beginApp()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const look = () => app.generate({ timestamp: server.ctx.now().getTime() })
  await api.secondFactor.addApp({ code: look() })
  const token = await forget(admin.email)
  const requested = await set(token).catch((error) => error)
  expect(requested).toMatchObject({
    status: 401,
    code: 'second_factor_required',
    data: { methods: ['app', 'recovery_code'] },
  })
  const { challenge_id } = requested.data
  await expect(set(token, { challenge_id, code: '000000' })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect((await api.admins.me()).email).toBe(admin.email)
  // The challenge is no login, and another admin's answer does not count.
  await expect(server.api().secondFactor.logIn({ challenge_id, code: look() } as never)).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  const other = await forget((await buildAdmin(server.db)).email)
  server.clock.advance(MINUTE)
  await expect(set(other, { challenge_id, code: look() })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await set(token, { challenge_id, code: look() })).toMatchObject({ role: 'owner' })
  await expect(api.admins.me()).rejects.toMatchObject({ code: 'authentication_expired' })
})

test('a link dies after 60 minutes, and with the access', async () => {
  const [late, ended] = [await buildAdmin(server.db), await buildAdmin(server.db)]
  const [first, second] = [await forget(late.email), await forget(ended.email)]
  await server.db('admins').where({ id: ended.id }).update({ ended_at: server.ctx.now() })
  await expect(set(second)).rejects.toMatchObject({ code: 'link_expired' })
  server.clock.advance(60 * MINUTE)
  await expect(set(first)).rejects.toMatchObject({ code: 'link_expired' })
})

test('a forgotten admin password is answered alike for nobody; the token is in no job, log or table', async () => {
  const admin = await buildAdmin(server.db)
  const request = (email: string) => server.api().auth.forgetAdminPassword({ email })
  const token = await forget(admin.email)
  expect(await request('nobody@example.com')).toEqual(await request(admin.email))
  expect(token).toHaveLength(32)
  expect(await mailsTo(server.dataDir, 'nobody@example.com')).toEqual([])
  const jobs = await server.db('pgboss.job').where({ name: 'forgotten-admin-password' }).select('data', 'output')
  expect(jobs.length).toBeGreaterThan(1)
  const links = await server.db('admin_password_links')
  expect(JSON.stringify([jobs, links, server.logged])).not.toContain(token)
})
