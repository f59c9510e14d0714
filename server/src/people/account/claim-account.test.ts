import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo, passwordIn } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const OWN = 'Jamun-Lassi-77'
const DAY = 24 * 60 * 60_000
const expired = { status: 422, code: 'link_expired' }
const signedOut = { code: 'authentication_expired' }
const refused = { code: 'invalid_credentials' }

const tokenIn = (mail = '') =>
  /\/confirm#([\w-]{43})/.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? 'no token'
let people = 0
/** Somebody registers with the address of somebody else. */
async function squat(name = 'Claim your prize') {
  people += 1
  const email = `holder.${people}@example.com`
  const { token, user } = await server
    .api()
    .auth.register({ name, email, phone: `98440000${10 + people}`, password: PASSWORD })
  return { ...user, squatter: server.api(token), link: tokenIn(await awaitMail(server.dataDir, email, 'Welcome')) }
}
const logIn = (email: string, password: string) => server.api().auth.login({ email, phone: '', password })
const claim = (token: string, new_password = OWN) => server.api().account.claim({ token, new_password })
const isProven = async ({ email }: { email: string }) =>
  (await server.db('users').where({ email }).first('email_proven_at')).email_proven_at !== null
const coursesOf = async (token: string) =>
  (await server.api(token).account.dashboard({})).orders.map(({ course_id }) => course_id)
async function grant(email: string) {
  const { course_id } = await buildCourse(server.db)
  const people = [{ email, phone: null, name: null }]
  const admin = server.api(await server.adminToken('support'))
  return { course_id, ...(await admin.enrolments.give({ course_ids: [course_id], people, mail: false })) }
}

test('a claim gives the mailbox holder sole access and the courses that wait for the address', async () => {
  const { email, user_id, squatter, link, phone } = await squat('Ravi Kumar')
  const { course_id, waiting } = await grant(email)
  expect(waiting).toBe(1)
  await squatter.consents.change({ params: { purpose: 'news_email' }, body: { agreed: true } })
  const moved = { user_id, name: 'Ravi', email, phone: '9844000099', current_password: PASSWORD }
  await squatter.account.updateProfile(moved)
  const phoneLink = async () => tokenIn(await awaitMail(server.dataDir, email, 'Confirm your new phone'))
  expect(await server.api().account.readLink({ token: link })).toMatchObject({
    kind: 'email',
    changes: false,
    user_id,
    name: 'Ravi',
  })

  const devices = () => server.db('known_devices').where({ user_id: held.id }).pluck('device')
  const held = await server.db('users').where({ email }).first('id')
  await server.db('known_devices').where({ user_id: held.id }).update({ device: 'Of the stranger' })
  const { access_token, user } = await claim(link)
  expect(await devices()).not.toContain('Of the stranger')
  expect(user).toMatchObject({ user_id, email, phone })
  await expect.poll(() => coursesOf(access_token)).toEqual([course_id])
  const holder = server.api(access_token)
  const profile = await holder.account.profile()
  expect(profile).toMatchObject({ email_confirmed: true })
  expect(profile).not.toHaveProperty('pending')
  expect((await holder.consents.list()).map(({ agreed }) => agreed)).toEqual([false, false])
  await expect(squatter.account.profile()).rejects.toMatchObject(signedOut)
  await expect(logIn(email, PASSWORD)).rejects.toMatchObject(refused)
  await logIn(email, OWN)
  await expect(claim(link)).rejects.toMatchObject(expired)
  await expect(holder.account.confirmContact({ token: await phoneLink() })).rejects.toMatchObject(expired)
  expect((await grant(email)).given).toBe(1)
})

test('nobody proves an address for somebody else: no other account, and nobody without one', async () => {
  const { link, squatter, email } = await squat()
  const holder = server.api(await server.userToken(await buildUser(server.db)))
  await expect(holder.account.confirmContact({ token: link })).rejects.toMatchObject({ status: 403 })
  await expect(server.api().account.confirmContact({ token: link })).rejects.toMatchObject({ status: 401 })
  expect(await isProven({ email })).toBe(false)
  // An account's maker who also has the mail is its holder.
  expect(await squatter.account.confirmContact({ token: link })).toEqual({ kind: 'email', changed: false })
  expect(await isProven({ email })).toBe(true)
  await logIn(email, PASSWORD)
})

test("no earlier act of the account's maker keeps its holder out", async () => {
  const changed = await squat()
  const own = { current_password: PASSWORD, new_password: `Another-${PASSWORD}` }
  const { access_token: another } = await changed.squatter.account.changePassword(own)
  const again = server.api(another)
  await again.account.resendLink({ params: { kind: 'email' } })
  const mail = await awaitMail(server.dataDir, changed.email, 'Subject: Confirm your email')
  // Each email about an own address has the same link: the newest ends no other.
  expect(tokenIn(mail)).toBe(changed.link)
  await claim(changed.link)
  await expect(again.account.profile()).rejects.toMatchObject(signedOut)
  await expect(logIn(changed.email, own.new_password)).rejects.toMatchObject(refused)

  // A link for another address ends that of the mailbox; a mailed password gets in, as always.
  const { email, user_id, phone, squatter, link } = await squat()
  const away = { user_id, name: 'Away', email: `away.${email}`, phone, current_password: PASSWORD }
  await squatter.account.updateProfile(away)
  const theirs = tokenIn(await awaitMail(server.dataDir, away.email, 'Subject: Confirm your new email'))
  await expect(claim(link)).rejects.toMatchObject(expired)
  await expect(claim(theirs)).rejects.toMatchObject(expired)
  await server.api().auth.forgetPassword({ email, phone: '' })
  await logIn(email, passwordIn(await awaitMail(server.dataDir, email, 'temporary password')))
  await expect(squatter.account.confirmContact({ token: theirs })).rejects.toMatchObject(signedOut)

  const gone = await squat()
  await gone.squatter.account.deleteOwn({ current_password: PASSWORD })
  await expect(claim(gone.link)).rejects.toMatchObject(expired)
})

test('a former password cannot delete an account that was claimed meanwhile', async () => {
  const { email, link, squatter } = await squat()
  const held = await server.db.transaction()
  await held('users').where({ email }).forUpdate().first('id')
  const deleting = squatter.account.deleteOwn({ current_password: PASSWORD }).catch((error) => error)
  const claiming = claim(link)
  await vi.waitFor(
    async () => {
      const { rows } = await server.db.raw(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(2)
    },
    { timeout: 240_000 },
  )
  // This update stands for a claim that was first.
  await held('users').where({ email }).update({ password_hash: 'another' })
  await held.commit()
  expect(await deleting).toMatchObject(signedOut)
  const { access_token } = await claiming
  expect(await server.api(access_token).account.profile()).toMatchObject({ email })
})

test('the first email of an account whose password was made has a link that sets an own one, once', async () => {
  const email = 'made@example.com'
  const person = { name: 'Kavya', email, phone: '9844000009', password: 'KVw7@xRt9pqA' }
  await server.api().auth.register({ ...person, password_made: true })
  const mail = (await awaitMail(server.dataDir, email, 'Welcome')).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(mail).toContain('Set your own password')
  expect(mail).toContain('within 7 days')
  expect(mail).not.toContain('/confirm#')
  expect(mail).not.toContain(person.password)
  const link = /\/set-password#([\w-]{43})/.exec(mail)?.[1] ?? 'no token'
  await claim(link)
  await expect(logIn(email, person.password)).rejects.toMatchObject(refused)
  expect(await isProven({ email })).toBe(true)
  expect((await logIn(email, OWN)).access_token).toBeTruthy()
  await expect(claim(link)).rejects.toMatchObject(expired)
})

test('a claim is made once, with a password of its own, within 7 days', async () => {
  const { link, email } = await squat('https://evil.example/prize')
  expect((await server.api().account.readLink({ token: link })).name).toBeNull()
  await expect(claim(link, 'password123')).rejects.toMatchObject({ code: 'common_password' })
  await server.api().auth.forgetPassword({ email, phone: '' })
  const mailed = passwordIn(await awaitMail(server.dataDir, email, 'temporary password'))
  const claims = await Promise.allSettled([claim(link, 'Jamun-Lassi-78'), claim(link, 'Jamun-Lassi-79')])
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(logIn(email, mailed)).rejects.toMatchObject(refused)
  expect((await mailsTo(server.dataDir, email)).length).toBeGreaterThan(1)

  const late = await squat()
  server.clock.advance(7 * DAY + 1)
  await expect(server.api().account.readLink({ token: late.link })).rejects.toMatchObject(expired)
  await expect(claim(late.link)).rejects.toMatchObject(expired)
})
