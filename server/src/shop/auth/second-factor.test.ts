import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { awaitMail } from '../../../test/mails.ts'
import { type BuiltAdmin, buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.stop())

const MINUTE = 60_000
const login = ({ email, password }: BuiltAdmin) => server.api().auth.adminLogin({ email, password })

type Challenge = { challenge_id: string; methods: string[]; passkey: unknown }
const challenge = async (admin: BuiltAdmin): Promise<Challenge> => {
  const error = await login(admin).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 401, code: 'second_factor_required' })
  return (error as { data: Challenge }).data
}
const answer = ({ challenge_id }: Challenge, code: string) => server.api().secondFactor.logIn({ challenge_id, code })

/** Simulates the app. Every code counts once, so each call is half a minute later. */
const appOf = (secret: string) => () => {
  server.clock.advance(30_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.ctx.now().getTime() })
}

async function adminWithApp(role: 'owner' | 'editor' = 'owner') {
  const admin = await buildAdmin(server.db, { role })
  const first = await login(admin)
  const api = server.api(first.access_token)
  const { secret, otpauth_url } = await api.secondFactor.beginApp()
  const look = appOf(secret)
  // Six letters of more bytes than six digits have.
  await expect(api.secondFactor.addApp({ code: 'नमस्ते' })).rejects.toMatchObject({ status: 422 })
  const { recovery_codes: codes } = await api.secondFactor.addApp({ code: look() })
  return { admin, api, look, codes: codes ?? [], otpauth_url }
}

test('an authenticator app is set up, required after the password, and accepts every code once', async () => {
  const { admin, api, look, codes, otpauth_url } = await adminWithApp()
  expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/My%20shop:.*secret=[A-Z2-7]{32}/)
  expect(codes).toHaveLength(10)
  expect(await api.secondFactor.get()).toMatchObject({ recovery_codes_left: 10, due_at: null, passkeys: [] })
  const requested = await challenge(admin)
  expect(requested).toMatchObject({ methods: ['app', 'recovery_code'], passkey: null })
  const code = look()
  expect(await answer(requested, code)).toMatchObject({ role: 'owner', token_type: 'bearer', expires_in: 28_800 })
  await expect(answer(await challenge(admin), code)).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' })
  await expect(answer(requested, look())).rejects.toMatchObject({ status: 401 })
  const rows = JSON.stringify(await server.db('admin_apps').select()) + server.logged.join()
  expect(rows).not.toContain(/secret=([A-Z2-7]+)/.exec(otpauth_url)?.[1])
  expect(rows).not.toContain(codes[0])
})

test.each([
  ['digits of Hindi and a space', (code: string) => `${inHindi(code.slice(0, 3))} ${inHindi(code.slice(3))}`],
  ['a dash and a full stop', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}.`],
])('a code of an app counts with %s', async (_name, typed) => {
  const { admin, look } = await adminWithApp()
  expect(await answer(await challenge(admin), typed(look()))).toMatchObject({ role: 'owner' })
})
const inHindi = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

test('a recovery code replaces the factor once, in any spelling; an owner resets an admin who lost everything', async () => {
  const { admin, codes } = await adminWithApp('editor')
  const [code = '', other = ''] = codes
  const session = await answer(await challenge(admin), ` ${code.toUpperCase().replaceAll('-', ' ')} `)
  const api = server.api(session.access_token)
  expect((await api.secondFactor.get()).recovery_codes_left).toBe(9)
  await expect(answer(await challenge(admin), code)).rejects.toMatchObject({ status: 401 })
  const renewed = await api.secondFactor.renewRecoveryCodes()
  await expect(answer(await challenge(admin), other)).rejects.toMatchObject({ status: 401 })
  expect(await answer(await challenge(admin), renewed.recovery_codes[0] ?? '')).toMatchObject({ role: 'editor' })
  const owner = server.api(await server.adminToken('owner'))
  await owner.admins.removeSecondFactor({ params: { admin_id: admin.admin_id } })
  await expect(api.admins.me()).rejects.toMatchObject({ status: 401 })
  expect(await login(admin)).toMatchObject({ role: 'editor' })
})

test('codes cannot be guessed: 5 attempts for a login, 10 in a quarter of an hour', async () => {
  const { admin, look } = await adminWithApp('editor')
  const requested = await challenge(admin)
  for (let time = 0; time < 5; time++) await expect(answer(requested, '000000')).rejects.toMatchObject({ status: 401 })
  await expect(answer(requested, look())).rejects.toMatchObject({ code: 'invalid_credentials' })
  const again = await challenge(admin)
  for (let time = 0; time < 4; time++) await expect(answer(again, '000000')).rejects.toMatchObject({ status: 401 })
  await expect(answer(await challenge(admin), look())).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
})

test('a challenge ends after 5 minutes, and with the password', async () => {
  const { admin, look } = await adminWithApp('editor')
  const late = await challenge(admin)
  server.clock.advance(6 * MINUTE)
  await expect(answer(late, look())).rejects.toMatchObject({ code: 'invalid_credentials' })
  const changed = await challenge(admin)
  const owner = server.api(await server.adminToken('owner'))
  await owner.admins.resetPassword({ params: { admin_id: admin.admin_id } })
  await expect(answer(changed, look())).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('calls that give access away need the password, or the second factor where one exists', async () => {
  const admin = await buildAdmin(server.db)
  const api = server.api((await login(admin)).access_token)
  const user = await buildUser(server.db)
  const send = () => api.users.sendAccess({ params: { id: user.user_id } })
  await send()
  server.clock.advance(11 * MINUTE)
  const refused = { status: 403, code: 'confirmation_required', message: 'Please confirm that it is you' }
  await expect(send()).rejects.toMatchObject(refused)
  const { challenge_id, methods } = await api.secondFactor.beginConfirm()
  expect(methods).toEqual(['password'])
  const wrong = { challenge_id, password: 'Not-this-one-7' }
  await expect(api.secondFactor.confirm(wrong)).rejects.toMatchObject({ status: 422, code: 'wrong_password' })
  await expect(send()).rejects.toMatchObject(refused)
  await api.secondFactor.confirm({ challenge_id, password: admin.password })
  await send()
  const { secret } = await api.secondFactor.beginApp()
  const look = appOf(secret)
  await api.secondFactor.addApp({ code: look() })
  server.clock.advance(11 * MINUTE)
  await expect(api.secondFactor.removeApp()).rejects.toMatchObject(refused)
  await expect(api.secondFactor.confirm({ challenge_id, password: admin.password })).rejects.toMatchObject({
    status: 422,
    message: 'Confirm with your second factor',
  })
  const requested = await api.secondFactor.beginConfirm()
  expect(requested.methods).toEqual(['app', 'recovery_code'])
  await api.secondFactor.confirm({ challenge_id: requested.challenge_id, code: look() })
  await api.secondFactor.removeApp()
  expect((await api.secondFactor.get()).recovery_codes_left).toBe(0)
})

test('free and unlisted promo codes are for owners and finance, who confirm them', async () => {
  const owner = server.api((await login(await buildAdmin(server.db))).access_token)
  const editor = server.api(await server.adminToken('editor'))
  const base = { discount: '20', expiry_date: '2999-01-01' }
  const refused = { status: 403, code: 'forbidden', message: 'Only an owner or finance can do this' }
  const add = (api: typeof owner, query: object) =>
    api.promocodes.add({ query: { ...base, promocode: 'X', ...query } as never })
  await expect(add(editor, { promocode: 'FREE1', discount: '100' })).rejects.toMatchObject(refused)
  await expect(add(editor, { promocode: 'HIDDEN1', listed: 'false' })).rejects.toMatchObject(refused)
  const { promocode: plain } = await add(editor, { promocode: 'PLAIN1' })
  for (const body of [{ discount: 100 }, { listed: false }]) {
    await expect(editor.promocodes.update({ params: { id: plain.id }, body })).rejects.toMatchObject(refused)
  }
  // Rupees off can make a course free, unless the order must be larger.
  const rupees = { discount: undefined, amount: '200' }
  await expect(add(editor, { ...rupees, promocode: 'RUPEES1' })).rejects.toMatchObject(refused)
  await expect(add(editor, { ...rupees, promocode: 'RUPEES3', minimum_order: '209' })).rejects.toMatchObject(refused)
  // More than 70 percent, or less than ₹10 left of the cheapest course, counts as free.
  await expect(add(editor, { promocode: 'MOST1', discount: '71' })).rejects.toMatchObject(refused)
  await add(editor, { promocode: 'MOST2', discount: '70' })
  const { course_id } = await buildCourse(server.db, { price: 30 })
  const cheap = { discount: '67', course_id }
  await expect(add(editor, { ...cheap, promocode: 'CHEAP1' })).rejects.toMatchObject(refused)
  await add(editor, { ...cheap, discount: '66', promocode: 'CHEAP2' })
  await add(editor, { ...cheap, minimum_order: '60', promocode: 'CHEAP3' })
  // A cap leaves the rest of the price.
  await add(editor, { ...cheap, max_discount: '20', promocode: 'CHEAP4' })
  await expect(add(editor, { ...cheap, max_discount: '20.5', promocode: 'CHEAP5' })).rejects.toMatchObject(refused)
  await server.db('courses').where({ course_id }).update({ state: 'draft' })
  const { promocode: bounded } = await add(editor, { ...rupees, promocode: 'RUPEES2', minimum_order: '999' })
  for (const body of [{ minimum_order: null }, { amount: 990, minimum_order: 999 }]) {
    await expect(editor.promocodes.update({ params: { id: bounded.id }, body })).rejects.toMatchObject(refused)
  }
  const { promocode: free } = await add(owner, { promocode: 'FREE2', discount: '100', paused: 'true' })
  const params = { id: free.id }
  await expect(editor.promocodes.update({ params, body: { paused: false } })).rejects.toMatchObject(refused)
  await expect(editor.promocodes.update({ params, body: { discount: 99 } })).rejects.toMatchObject(refused)
  await editor.promocodes.delete({ params })
  await expect(editor.promocodes.restore({ params })).rejects.toMatchObject(refused)
  const { promocode: open } = await add(owner, { promocode: 'FREE4', discount: '100' })
  server.clock.advance(11 * MINUTE)
  const unconfirmed = { status: 403, code: 'confirmation_required' }
  await expect(add(owner, { promocode: 'FREE3', discount: '100' })).rejects.toMatchObject(unconfirmed)
  // A paused code gives nothing away: only opening it, or extending an open one, needs a confirmation.
  const paused = (await owner.promocodes.restore({ params })).promocode
  expect(paused).toMatchObject({ paused: true })
  await expect(owner.promocodes.update({ params, body: { paused: false } })).rejects.toMatchObject(unconfirmed)
  const change = (body: object) => owner.promocodes.update({ params: { id: open.id }, body })
  await expect(change({ expiry_date: '2999-12-31' })).rejects.toMatchObject(unconfirmed)
  await expect(change({ max_uses: null })).rejects.toMatchObject(unconfirmed)
  await owner.promocodes.delete({ params: { id: open.id } })
  await expect(owner.promocodes.restore({ params: { id: open.id } })).rejects.toMatchObject(unconfirmed)
  expect(await server.db('promocodes').where({ promocode: 'FREE4' }).first()).toBeUndefined()
  expect(await add(owner, { promocode: 'PLAIN2' })).toBeTruthy()
})

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const logInOn = async (path: string, body: object, device: string): Promise<string> => {
  const headers = { 'content-type': 'application/json', 'user-agent': device }
  const response = await server.request(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()).access_token
}
const mails = () => server.db('pgboss.job').where({ name: 'new-device-mail' }).count({ total: '*' }).first()

test.each(['student', 'admin'] as const)(
  'a %s sees where one is signed in, ends it, and hears of a new device',
  async (who) => {
    const person = who === 'student' ? await buildUser(server.db) : await buildAdmin(server.db)
    const path = who === 'student' ? '/login' : '/admin/login'
    const { email, password } = person
    const before = await mails()
    const [one, two] = [
      await logInOn(path, { email, password }, WINDOWS),
      await logInOn(path, { email, password }, WINDOWS),
    ]
    expect(await mails()).toEqual(before)
    const phone = await logInOn(path, { email, password }, PIXEL)
    const letter = await awaitMail(server.dataDir, email, 'have not seen before')
    expect(letter).toContain('Chrome on Android')
    const of = (token: string) => (who === 'student' ? server.api(token).account : server.api(token).admins)
    server.clock.advance(20 * MINUTE)
    const { sessions } = await of(one).sessions()
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Chrome on Windows', true],
      ['Chrome on Android', false],
      ['Chrome on Windows', false],
    ])
    const [here, ...elsewhere] = sessions.map(({ last_seen_at }) => last_seen_at)
    expect(elsewhere.every((seen) => seen < (here ?? ''))).toBe(true)
    const params = { session_id: sessions[1]?.session_id ?? '' }
    const stranger = server.api(await server.userToken(await buildUser(server.db))).account
    await expect(stranger.endSession({ params })).rejects.toMatchObject({ status: 404 })
    await of(one).endSession({ params })
    await expect(of(phone).sessions()).rejects.toMatchObject({ status: 401 })
    await expect(of(one).endSession({ params })).rejects.toMatchObject({ status: 404 })
    await of(one).endOtherSessions()
    await expect(of(two).sessions()).rejects.toMatchObject({ status: 401 })
    expect((await of(one).sessions()).sessions).toHaveLength(1)
  },
)

test('a new password confirms nobody who has a second factor', async () => {
  const { admin, api } = await adminWithApp()
  const change = (current_password: string, new_password: string) =>
    api.admins.changePassword({ current_password, new_password })
  server.clock.advance(11 * MINUTE)
  const { access_token } = await change(admin.password, 'Another-pass-4-me')
  const later = server.api(access_token)
  await expect(later.secondFactor.removeApp()).rejects.toMatchObject({ code: 'confirmation_required' })
})

test("a price below ₹10 needs an owner's confirmation in every call; an editor may change all else", async () => {
  const owner = server.api((await login(await buildAdmin(server.db))).access_token)
  const editor = server.api(await server.adminToken('editor'))
  const course = await buildCourse(server.db, { price: 499 })
  const params = { id: course.course_id }
  const { course_id: _, ...fields } = await owner.courses.adminGet(params)
  const sale = { price: 9, from: null, until: new Date(server.ctx.now().getTime() + 60 * MINUTE).toISOString() }
  const doors = (api: typeof owner) => [
    () => api.courses.create({ ...fields, name: 'Given away', price: 9 } as never),
    () => api.courses.update({ params, body: { price: 9 } }),
    () => api.courses.setSchedule({ params, body: { publish_at: null, withdraw: null, sale } }),
  ]
  for (const door of doors(editor)) await expect(door()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  server.clock.advance(11 * MINUTE)
  const unconfirmed = { status: 403, code: 'confirmation_required' }
  for (const door of doors(owner)) await expect(door()).rejects.toMatchObject(unconfirmed)
  expect(await server.db('courses').where({ course_id: params.id })).toMatchObject([
    { price_paise: 49_900, sale_price_paise: null },
  ])
  // The codes of other tests would take what is left below 30 % of the highest price.
  await server.db('promocodes').delete()
  await editor.courses.update({ params, body: { price: 150 } })
  await server.db('courses').where({ course_id: params.id }).update({ price_paise: 500 })
  const changed = await editor.courses.update({ params, body: { price: 5, offer_text: 'New' } })
  expect(changed.course).toMatchObject({ price: 5, offer_text: 'New' })
})
