import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail, mailsTo, passwordIn } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000

/** Requests a temporary password and reads it from the email. */
const forget = async (email: string) => {
  const before = (await mailsTo(server.dataDir, email)).length
  await server.api().auth.forgetPassword({ email, phone: '' })
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length).toBe(before + 1)
  return passwordIn((await mailsTo(server.dataDir, email)).at(-1) ?? '')
}

test('K9, A7: a temporary password ends every earlier session, is the current one, and works until the own one is stored', async () => {
  const user = await buildUser(server.db)
  const token = await server.userToken(user)
  const temporary = await forget(user.email)
  const login = (password: string) => server.api().auth.login({ email: user.email, phone: '', password })
  // An unused temporary password leaves the old one and its sessions alone.
  expect(await login(PASSWORD)).not.toHaveProperty('must_change_password')
  expect((await server.api(token).account.profile()).user_id).toBe(user.user_id)

  const first = await login(temporary)
  expect(first).toMatchObject({ must_change_password: true })
  // The tab was closed before a password was chosen.
  const { access_token: fresh } = await login(temporary)
  await expect(server.api(first.access_token).account.profile()).rejects.toMatchObject({ status: 401 })
  await expect(server.api(token).account.profile()).rejects.toMatchObject({
    code: 'authentication_expired',
    status: 401,
  })
  await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })

  const change = { current_password: temporary, new_password: 'Jamun-Lassi-77' }
  await expect(
    server.api(fresh).account.changePassword({ ...change, current_password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'wrong_password' })
  await server.api(fresh).account.changePassword(change)
  expect(await login('Jamun-Lassi-77')).not.toHaveProperty('must_change_password')
  await expect(login(temporary)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('K9: only the session of a temporary password sets a new one without the current one', async () => {
  const user = await buildUser(server.db)
  const stolen = await server.userToken(user)
  const alone = { new_password: 'Jamun-Lassi-77' }
  const temporary = await forget(user.email)
  await expect(server.api(stolen).account.changePassword(alone)).rejects.toMatchObject({ code: 'wrong_password' })
  const { access_token } = await server.api().auth.login({ email: user.email, phone: '', password: temporary })
  await expect(server.api(stolen).account.changePassword(alone)).rejects.toMatchObject({ status: 401 })
  const changed = await server.api(access_token).account.changePassword(alone)
  await server.api().auth.login({ email: user.email, phone: '', password: alone.new_password })
  await expect(
    server.api(changed.access_token).account.changePassword({ new_password: 'Mango-Kulfi-42' }),
  ).rejects.toMatchObject({ code: 'wrong_password' })
})

test('K9: a temporary password dies after 60 minutes, and with the next one', async () => {
  const user = await buildUser(server.db)
  const login = (password: string) => server.api().auth.login({ email: user.email, phone: '', password })
  const [first, second] = [await forget(user.email), await forget(user.email)]
  await expect(login(first)).rejects.toMatchObject({ code: 'invalid_credentials' })
  server.clock.advance(61 * MINUTE)
  try {
    await expect(login(second)).rejects.toMatchObject({
      code: 'invalid_credentials',
      message: 'This password has expired. Ask for a new one by “Forgot password”.',
    })
    await login(PASSWORD)
  } finally {
    server.clock.advance(-61 * MINUTE)
  }
})

test('K2, S2: a forgotten password is answered alike for nobody, and is in no job and no log', async () => {
  const user = await buildUser(server.db, { phone: '9811177777' })
  const post = (body: object) =>
    server.request('/api/forget-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const nobody = await post({ email: 'nobody@example.com', phone: '' })
  const known = await post({ email: '', phone: '+91 9811177777' })
  expect([nobody.status, known.status]).toEqual([200, 200])
  expect(await nobody.json()).toEqual(await known.json())
  const password = passwordIn(await awaitMail(server.dataDir, user.email, 'temporary password'))
  expect(await mailsTo(server.dataDir, 'nobody@example.com')).toEqual([])
  const jobs = await server.db('pgboss.job').where({ name: 'forgotten-password' }).select('data', 'output')
  expect(jobs.length).toBeGreaterThan(1)
  expect(JSON.stringify(jobs)).not.toContain(password)
  expect(server.logged.join('')).not.toContain(password)
  const empty = await post({ email: '', phone: '' })
  expect(empty.status).toBe(422)
})
