import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail, mailsTo, passwordIn } from '../../../test/mails.ts'
import { type BuiltUser, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const signIn = async (user: BuiltUser) => server.api(await server.userToken(user))

const own = ({ name, email, phone, user_id }: BuiltUser) => ({ name, email, phone, user_id })

/** Requests the change with the correct password. */
const change = (api: ApiClient, user: BuiltUser, to: { email?: string; phone?: string; name?: string }) =>
  api.account.updateProfile({ ...own(user), ...to, current_password: PASSWORD })

const tokenIn = (mail: string) =>
  /\/confirm\S*#([\w-]{43})/.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? 'no token'

const linkTo = async (address: string) => tokenIn(await awaitMail(server.dataDir, address, 'Subject: Confirm your'))

const confirm = (api: ApiClient, token: string) => api.account.confirmContact({ token })

const expired = { status: 422, code: 'link_expired', message: 'This link has expired or was used already' }
const signedOut = { code: 'authentication_expired' }

test('K11: a new address counts once its link is opened, once, and the old one is notified twice', async () => {
  const user = await buildUser(server.db, { email: 'old.asha@example.com', phone: '9833300001' })
  const [token, elsewhere] = [await server.userToken(user), await server.userToken(user)]
  const api = server.api(token)
  const answer = await change(api, user, { name: 'Asha Devi', email: ' New.Asha@example.com ' })
  expect(answer).toEqual({
    message: 'Profile updated',
    user: {
      ...own(user),
      name: 'Asha Devi',
      coins: 0,
      referral_code: user.referral_code,
    },
    pending: { email: 'new.asha@example.com' },
  })
  expect(await api.account.profile()).toMatchObject({ email: user.email, pending: { email: 'new.asha@example.com' } })
  const requested = await awaitMail(server.dataDir, user.email, 'Subject: A new email address for your account')
  expect(requested).not.toContain('new.asha')

  const link = await linkTo('new.asha@example.com')
  // The mailbox alone cannot prove an address for another's account.
  const stranger = await signIn(await buildUser(server.db))
  await expect(confirm(stranger, link)).rejects.toMatchObject({ status: 403 })
  await expect(confirm(server.api(), link)).rejects.toMatchObject({ status: 401 })
  const shown = await server.api().account.readLink({ token: link })
  expect(shown).toMatchObject({ kind: 'email', changes: true, user_id: user.user_id, name: 'Asha' })
  const claimed = { token: link, new_password: 'Jamun-Lassi-78' }
  await expect(server.api().account.claim(claimed)).rejects.toMatchObject(expired)
  const beside = server.api(await server.userToken(user))
  expect(await confirm(beside, link)).toEqual({ kind: 'email', changed: true })
  await expect(confirm(api, link)).rejects.toMatchObject(expired)
  const now = await api.account.profile()
  expect(now).toMatchObject({ email: 'new.asha@example.com', email_confirmed: true })
  expect(now).not.toHaveProperty('pending')
  // The requesting and the confirming session continue; every other one ends.
  await beside.account.profile()
  await expect(server.api(elsewhere).account.profile()).rejects.toMatchObject(signedOut)
  const notified = await awaitMail(server.dataDir, user.email, 'Subject: Your email address was changed')
  expect(notified).not.toContain('new.asha')
  await server.api().auth.login({ email: 'new.asha@example.com', phone: '', password: PASSWORD })
})

test("a phone is proven by the account's email, and follows it to a new address", async () => {
  const user = await buildUser(server.db, { email: 'bela.old@example.com', phone: '9833300002' })
  const api = await signIn(user)
  const answer = await change(api, user, { email: 'bela.new@example.com', phone: '+91 98333-00003' })
  expect(answer.pending).toEqual({ email: 'bela.new@example.com', phone: '919833300003' })
  const first = tokenIn(await awaitMail(server.dataDir, user.email, 'Subject: Confirm your new phone number'))
  await confirm(api, await linkTo('bela.new@example.com'))
  // The link in the account's former mailbox is dead.
  const second = tokenIn(await awaitMail(server.dataDir, 'bela.new@example.com', 'Subject: Confirm your new phone'))
  await expect(confirm(api, first)).rejects.toMatchObject(expired)
  expect((await api.account.profile()).phone).toBe(user.phone)
  expect(await confirm(api, second)).toEqual({ kind: 'phone', changed: true })
  await server.api().auth.login({ email: '', phone: '9833300003', password: PASSWORD })
  // Another spelling of the same number is no change.
  const same = await api.account.updateProfile({ ...own(user), email: 'bela.new@example.com', phone: '09833300003' })
  expect(same).not.toHaveProperty('pending')
})

test('another address or phone needs the password; a name does not', async () => {
  const user = await buildUser(server.db)
  const api = await signIn(user)
  const wrong = { status: 422, code: 'wrong_password', message: 'Current password is wrong' }
  for (const to of [{ email: 'taken.over@example.com' }, { phone: '9822211110' }]) {
    await expect(api.account.updateProfile({ ...own(user), ...to })).rejects.toMatchObject(wrong)
    const guessed = { ...own(user), ...to, current_password: 'Wrong-Pass-11' }
    await expect(api.account.updateProfile(guessed)).rejects.toMatchObject(wrong)
  }
  expect(await server.db('contact_changes').where({ user_id: user.id })).toEqual([])
  expect((await api.account.updateProfile({ ...own(user), name: 'Meena Rao' })).user.name).toBe('Meena Rao')
})

test('P2: a taken address is answered like a free one, and its owner is notified', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const api = await signIn(user)
  const free = await change(api, user, { email: 'free.one@example.com', phone: '9822211122' })
  const taken = await change(api, user, { email: other.email, phone: `+91${other.phone}` })
  expect(taken).toEqual({ ...free, pending: { email: other.email, phone: `91${other.phone}` } })
  const mail = await awaitMail(server.dataDir, other.email, 'already have an account with this email')
  expect(mail).not.toContain('/confirm')
  expect(mail).not.toContain(user.name)
  expect(mail).not.toContain(user.email)
  const [row] = await server.db('contact_changes').where({ user_id: user.id, kind: 'email' })
  expect(row).toMatchObject({ value: other.email, token_hash: null })
})

test('the first of two to prove an address gets it', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const api = await signIn(user)
  await change(api, user, { email: 'wanted@example.com' })
  const link = await linkTo('wanted@example.com')
  await server.db('users').where({ id: other.id }).update({ email: 'wanted@example.com' })
  await expect(confirm(api, link)).rejects.toMatchObject({ status: 409, code: 'email_taken' })
})

test('a link lasts 60 minutes, and dies on resend, cancel or password change', async () => {
  const user = await buildUser(server.db)
  const token = await server.userToken(user)
  let api = server.api(token)
  const request = async (email: string) => {
    await change(api, user, { email })
    return linkTo(email)
  }
  const first = await request('one@example.com')
  await api.account.resendLink({ params: { kind: 'email' } })
  const linksTo = async () => (await mailsTo(server.dataDir, 'one@example.com')).length
  await expect.poll(linksTo).toBe(2)
  const again = tokenIn((await mailsTo(server.dataDir, 'one@example.com')).at(-1) ?? '')
  await expect(confirm(api, first)).rejects.toMatchObject(expired)
  expect(await api.account.cancelChange({ params: { kind: 'email' } })).toEqual({ message: 'Change cancelled' })
  await expect(confirm(api, again)).rejects.toMatchObject(expired)
  await expect(api.account.cancelChange({ params: { kind: 'email' } })).rejects.toMatchObject({ status: 404 })
  await expect(api.account.resendLink({ params: { kind: 'phone' } })).rejects.toMatchObject({ status: 404 })

  const before = await request('two@example.com')
  const session = await api.account.changePassword({ current_password: PASSWORD, new_password: 'Jamun-Lassi-77' })
  api = server.api(session.access_token)
  await expect(confirm(api, before)).rejects.toMatchObject(expired)
  await api.account.updateProfile({ ...own(user), email: 'three@example.com', current_password: 'Jamun-Lassi-77' })
  const late = await linkTo('three@example.com')
  server.clock.advance(61 * 60_000)
  await expect(confirm(api, late)).rejects.toMatchObject(expired)
  expect(await api.account.profile()).toMatchObject({ email: user.email })
})

test('a mailed password dies with the address that received it', async () => {
  const user = await buildUser(server.db)
  const mailed = async (address: string) => {
    await server.api().auth.forgetPassword({ email: address, phone: '' })
    return passwordIn(await awaitMail(server.dataDir, address, 'temporary password'))
  }
  const byLink = await mailed(user.email)
  const api = await signIn(user)
  await change(api, user, { email: 'moved@example.com' })
  await confirm(api, await linkTo('moved@example.com'))
  const login = (password: string) => server.api().auth.login({ email: 'moved@example.com', phone: '', password })
  await expect(login(byLink)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await login(PASSWORD)

  const byAdmin = await mailed('moved@example.com')
  const admin = server.api(await server.adminToken('owner'))
  await admin.users.update({ params: { id: user.user_id }, body: { email: 'corrected@example.com' } })
  const after = { email: 'corrected@example.com', phone: '', password: byAdmin }
  await expect(server.api().auth.login(after)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await awaitMail(server.dataDir, 'moved@example.com', 'Subject: Your email address was changed')
  expect((await server.db('users').where({ id: user.id }).first()).email_proven_at).toBeNull()
})

test('changes and resent links are limited to 5 a day', async () => {
  const limited = await startTestServer({ work: false, env: { RATE_LIMITS: 'on' } })
  try {
    const user = await buildUser(limited.db)
    const api = limited.api(await limited.userToken(user))
    for (const number of [1, 2, 3, 4]) await change(api, user, { email: `many.${number}@example.com` })
    await api.account.resendLink({ params: { kind: 'email' } })
    const refused = { status: 429, code: 'rate_limited' }
    await expect(change(api, user, { email: 'many.6@example.com' })).rejects.toMatchObject(refused)
    await expect(api.account.resendLink({ params: { kind: 'email' } })).rejects.toMatchObject(refused)
    await api.account.updateProfile({ ...own(user), name: 'Still Welcome' })
  } finally {
    await limited.stop()
  }
})

test('P2: the first email of an account holds no typed text, and its link proves the address', async () => {
  const name = 'Claim your prize at https://evil.example/prize'
  const email = 'victim+evil.example@example.com'
  const { token } = await server.api().auth.register({ name, email, phone: '9822233301', password: PASSWORD })
  const api = server.api(token)
  const welcome = (await awaitMail(server.dataDir, email, 'Subject: Welcome')).replace(/=\r?\n/g, '')
  const body = welcome.slice(welcome.search(/\r?\n\r?\n/))
  expect(body).not.toMatch(/evil|prize/i)
  // Later emails hold none either, until the address is proven.
  await server.api().auth.forgetPassword({ email, phone: '' })
  expect(await awaitMail(server.dataDir, email, 'temporary password')).not.toContain('Claim')
  expect(await api.account.profile()).toMatchObject({ email_confirmed: false })
  const link = tokenIn(welcome)
  server.clock.advance(6 * 24 * 60 * 60_000)
  expect(await confirm(api, link)).toEqual({ kind: 'email', changed: false })
  expect(await api.account.profile()).toMatchObject({ email, email_confirmed: true })
  await server.api().auth.forgetPassword({ email, phone: '' })
  await awaitMail(server.dataDir, email, 'Hello Claim')
})

test('logging in with a mailed password proves the address', async () => {
  const user = await buildUser(server.db, { email_proven_at: null })
  await server.api().auth.forgetPassword({ email: user.email, phone: '' })
  const password = passwordIn(await awaitMail(server.dataDir, user.email, 'temporary password'))
  const { access_token } = await server.api().auth.login({ email: user.email, phone: '', password })
  expect(await server.api(access_token).account.profile()).toMatchObject({ email_confirmed: true })
})
