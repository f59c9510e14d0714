import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { logInByCode, sendCode } from './login-codes.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setLogin(true)
})
afterAll(() => server.stop())

const refused = { status: 401, code: 'invalid_credentials', message: 'Invalid or expired code' }
const place = { device: 'Chrome on Android', address: '203.0.113.7' }
const MINUTE = 60_000

async function setLogin(on: boolean) {
  await server.api(await server.adminToken()).settings.update({ body: { delivery: { login_code: on } } })
}

/** Opens a challenge, and reads its code from the email. */
async function codeFor(email: string, open = () => sendCode(server.ctx, email)) {
  const before = (await mailsTo(server.dataDir, email)).length
  const challenge = await open()
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length).toBe(before + 1)
  const [code = ''] = /\b\d{6}\b/.exec((await mailsTo(server.dataDir, email)).at(-1) ?? '') ?? []
  return { challenge, code }
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('K9: a code of an email logs in once, and only the browser with the challenge', async () => {
  const user = await buildUser(server.db)
  const mine = await codeFor(
    user.email,
    async () => (await server.api().loginCodes.send({ email: user.email })).challenge,
  )
  const theirs = await sendCode(server.ctx, user.email)
  await expect(server.api().loginCodes.verify({ challenge: theirs, code: mine.code })).rejects.toMatchObject(refused)
  const tries = await Promise.allSettled([1, 2, 3].map(() => server.api().loginCodes.verify(mine)))
  const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(opened).toHaveLength(1)
  expect((await server.api(opened[0]?.access_token).account.profile()).user_id).toBe(user.user_id)
  expect(opened[0]).not.toHaveProperty('must_change_password')
  await expect(server.api().loginCodes.verify(mine)).rejects.toMatchObject(refused)
  expect(await server.api().auth.login({ email: user.email, phone: '', password: PASSWORD })).toHaveProperty(
    'access_token',
  )
})

test("K9: five wrong tries end a code, and leave another browser's code of the address as it is", async () => {
  const user = await buildUser(server.db)
  for (let round = 0; round < 4; round++) {
    const { challenge, code } = await codeFor(user.email)
    const wrong = await Promise.allSettled(
      Array.from({ length: 7 }, () => logInByCode(server.ctx, { challenge, code: other(code) }, place)),
    )
    expect(wrong.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(logInByCode(server.ctx, { challenge, code }, place)).rejects.toMatchObject(refused)
  }
  expect(await logInByCode(server.ctx, await codeFor(user.email), place)).toHaveProperty('access_token')
})

test('a code ends after 10 minutes, and with another address of the account', async () => {
  const user = await buildUser(server.db)
  const code = await codeFor(user.email)
  const late = { ...server.ctx, now: () => new Date(Date.now() + 10 * MINUTE) }
  await expect(logInByCode(late, code, place)).rejects.toMatchObject(refused)
  await server
    .db('users')
    .where({ id: user.id })
    .update({ email: `moved.${user.email}` })
  await expect(logInByCode(server.ctx, code, place)).rejects.toMatchObject(refused)
})

test('K9: an unknown address gets the same answer, the same row and no email', async () => {
  const email = 'nobody.at.all@example.com'
  const { challenge } = await server.api().loginCodes.send({ email })
  expect(challenge).toHaveLength(43)
  await expect(server.api().loginCodes.verify({ challenge, code: '123456' })).rejects.toMatchObject(refused)
  // The emails of one queue go out in turn: once the next one has arrived, this one was looked at.
  const user = await buildUser(server.db)
  await codeFor(user.email)
  expect(await mailsTo(server.dataDir, email)).toEqual([])
  expect(await server.db('login_codes').where({ email }).first('code_hash', 'tries')).toEqual({
    code_hash: null,
    tries: 1,
  })
})

test('K9: the first login by a code proves the address, and ends the password and sessions of whoever typed it', async () => {
  const user = await buildUser(server.db, { email_proven_at: null })
  const before = await server.userToken(user)
  const session = await logInByCode(server.ctx, await codeFor(user.email), place)
  await expect(server.api(before).account.profile()).rejects.toMatchObject({ status: 401 })
  const login = (password: string) => server.api().auth.login({ email: user.email, phone: '', password })
  await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await server.api(session.access_token).account.changePassword({ new_password: 'Jamun-Lassi-77' })
  expect(await login('Jamun-Lassi-77')).toHaveProperty('access_token')
})

test('K9: the database holds no code, and the log no address', async () => {
  const user = await buildUser(server.db)
  const { challenge, code } = await codeFor(user.email)
  const rows = JSON.stringify(await server.db('login_codes').where({ email: user.email }))
  expect(rows).not.toContain(code)
  expect(rows).not.toContain(challenge)
  expect(JSON.stringify(await server.db('pgboss.job').where({ name: 'login-code-mail' }))).not.toContain(code)
})

test('a second code within a minute is refused to an address in any spelling', async () => {
  const limited = await startTestServer({ beside: server, env: { RATE_LIMITS: 'on' } })
  try {
    const user = await buildUser(server.db)
    await limited.api().loginCodes.send({ email: user.email })
    const again = limited.api().loginCodes.send({ email: ` ${user.email.toUpperCase()}` })
    await expect(again).rejects.toMatchObject({ status: 429 })
  } finally {
    await limited.stop()
  }
})

test('a shop that has it switched off sends and accepts no code', async () => {
  const user = await buildUser(server.db)
  const code = await codeFor(user.email)
  await setLogin(false)
  await expect(server.api().loginCodes.send({ email: user.email })).rejects.toMatchObject({ status: 404 })
  await expect(server.api().loginCodes.verify(code)).rejects.toMatchObject(refused)
  await setLogin(true)
})

test.each(['12345', '1234567', 'abcdef', ''])('the code %j is no code', async (code) => {
  await expect(server.api().loginCodes.verify({ challenge: 'x', code })).rejects.toMatchObject({ status: 422 })
})
