import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { logInByLink, makeLoginLink } from './login-links.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const expired = { status: 422, code: 'link_expired' }
const logIn = (token: string | undefined) => server.api().account.logInByLink({ token: String(token) })

test('a link to a proven address logs in once, however many press at the same time', async () => {
  const user = await buildUser(server.db)
  const token = await makeLoginLink(server.ctx, user.id)
  const tries = await Promise.allSettled([1, 2, 3].map(() => logIn(token)))
  const [opened, ...more] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(more).toEqual([])
  expect(opened?.user).toMatchObject({ user_id: user.user_id })
  expect(await server.api(String(opened?.access_token)).account.profile()).toMatchObject({ email: user.email })
  await expect(logIn(token)).rejects.toMatchObject(expired)
})

test('the database holds a hash of a link', async () => {
  const user = await buildUser(server.db)
  const token = await makeLoginLink(server.ctx, user.id)
  const row = await server.db('login_links').where({ user_id: user.id }).first()
  expect(JSON.stringify(row)).not.toContain(token)
})

test('a link proves an unproven address, and ends what somebody else may have set for the account', async () => {
  const user = await buildUser(server.db, { email_proven_at: null })
  const elsewhere = await server.userToken(user)
  const opened = await logIn(await makeLoginLink(server.ctx, user.id))
  expect(await server.api(opened.access_token).account.profile()).toMatchObject({ email: user.email })
  expect((await server.db('users').where({ id: user.id }).first()).email_proven_at).not.toBeNull()
  await expect(server.api(elsewhere).account.profile()).rejects.toMatchObject({ status: 401 })
  await expect(server.api().auth.login({ email: user.email, password: PASSWORD })).rejects.toMatchObject({
    status: 401,
  })
})

test('a link ends with the next one, after 60 minutes, and with the end of all sessions', async () => {
  const user = await buildUser(server.db)
  const first = await makeLoginLink(server.ctx, user.id)
  const second = await makeLoginLink(server.ctx, user.id)
  await expect(logIn(first)).rejects.toMatchObject(expired)
  const late = { ...server.ctx, now: () => new Date(Date.now() + 60 * 60_000) }
  const place = { device: 'Chrome on Android', address: '203.0.113.7' }
  await expect(logInByLink(late, String(second), place)).rejects.toMatchObject(expired)
  const own = { current_password: PASSWORD, new_password: 'Jamun-Lassi-77' }
  await server.api(await server.userToken(user)).account.changePassword(own)
  await expect(logIn(second)).rejects.toMatchObject(expired)
})
