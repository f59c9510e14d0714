import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitMail, passwordIn } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
let support: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer()
  owner = server.api(await server.adminToken('owner'))
  support = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

test('correcting a mistyped address notifies the old one and sends the access mail to the new one', async () => {
  const user = await buildUser(server.db, { email: 'asha@exmaple.com', name: 'Asha' })
  const { user: shown } = await owner.users.update({
    params: { id: user.phone },
    body: { email: ' Asha@Example.com ', phone: '+91 98111-22233' },
  })
  expect(shown).toMatchObject({ user_id: user.user_id, name: 'Asha', email: 'asha@example.com', phone: '919811122233' })
  expect(await support.users.get({ id: '9811122233' })).toEqual(shown)
  await support.users.sendAccess({ params: { id: user.user_id } })
  await awaitMail(server.dataDir, 'asha@exmaple.com', 'changed just now')
  const password = passwordIn(await awaitMail(server.dataDir, 'asha@example.com', 'password'))
  const session = await server.api().auth.login({ email: 'asha@example.com', phone: '', password })
  expect(session.must_change_password).toBe(true)
})

test('a correction refuses the email of another account, and changes nothing', async () => {
  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const params = { id: one.user_id }
  await expect(owner.users.update({ params, body: { email: other.email } })).rejects.toMatchObject({
    code: 'email_taken',
  })
  await expect(support.users.update({ params, body: { name: 'x' } })).rejects.toMatchObject({ status: 422 })
  await expect(support.users.update({ params: { id: 'usr_nobody' }, body: {} })).rejects.toMatchObject({ status: 404 })
  expect(await support.users.get({ id: one.user_id })).toMatchObject({ email: one.email, phone: one.phone })
})

test('a name alone tells nobody by mail', async () => {
  const user = await buildUser(server.db)
  const jobs = () => server.db('pgboss.job').where({ name: 'profile-changed-mail' }).count({ total: '*' }).first()
  const before = await jobs()
  await support.users.update({ params: { id: user.user_id }, body: { name: 'Another Name' } })
  expect(await jobs()).toEqual(before)
})

test('support takes no account over: an owner alone changes email and phone, which ends every session of the student', async () => {
  const user = await buildUser(server.db)
  const params = { id: user.user_id }
  const student = server.api(await server.userToken(user))
  for (const body of [{ email: 'support@example.com' }, { phone: '9811144455' }, { name: 'Asha', email: user.email }]) {
    await expect(support.users.update({ params, body })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  expect(await support.users.get({ id: user.user_id })).toMatchObject({ email: user.email, phone: user.phone })
  await owner.users.update({ params, body: { name: 'Asha Rao', email: user.email } })
  expect(await student.account.profile()).toMatchObject({ name: 'Asha Rao' })
  await owner.users.update({ params, body: { email: `new-${user.email}` } })
  await expect(student.account.profile()).rejects.toMatchObject({ status: 401 })
})
