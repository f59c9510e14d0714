import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAdmin } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    work: false,
    env: { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'Mango-Kulfi-42' },
  })
})
afterAll(() => server.stop())

const login = (email: string, password: string) => server.api().auth.adminLogin({ email, password })

test('an owner creates an admin, who logs in once with the shown password, then with a chosen one', async () => {
  const owner = server.api((await login('owner@example.com', 'Mango-Kulfi-42')).access_token)
  const made = await owner.admins.create({ email: 'Edit@Example.com ', role: 'editor', name: 'Edith' })
  expect(made.admin).toMatchObject({
    email: 'edit@example.com',
    role: 'editor',
    name: 'Edith',
    must_change_password: true,
  })
  const first = await login('edit@example.com', made.password)
  expect(first).toMatchObject({ role: 'editor', name: 'Edith', must_change_password: true })
  const early = server.api(first.access_token)
  await expect(early.courses.adminList({})).rejects.toMatchObject({ status: 403, code: 'password_change_required' })
  expect(await early.admins.me()).toMatchObject({ email: 'edit@example.com', role: 'editor' })
  const wrong = { current_password: 'not it', new_password: 'Neem-Chai-77' }
  await expect(early.admins.changePassword(wrong)).rejects.toMatchObject({ code: 'wrong_password' })
  const changed = await early.admins.changePassword({ ...wrong, current_password: made.password })
  const editor = server.api(changed.access_token)
  expect(await editor.courses.adminList({})).toEqual({ courses: [] })
  await expect(early.admins.me()).rejects.toMatchObject({ status: 401 })
  await expect(editor.users.list({})).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const again = await login('edit@example.com', 'Neem-Chai-77')
  expect(again.must_change_password).toBeUndefined()
  await expect(owner.admins.create({ email: 'edit@example.com', role: 'support' })).rejects.toMatchObject({
    status: 409,
    code: 'email_taken',
  })
})

test('a changed role ends every session; ended access ends every session and can be restored', async () => {
  const owner = server.api(await server.adminToken())
  const built = await buildAdmin(server.db, { role: 'editor', email: 'turn@example.com' })
  const session = server.api((await login(built.email, built.password)).access_token)
  await owner.admins.update({ params: { admin_id: built.admin_id }, body: { role: 'support', name: 'Turner' } })
  await expect(session.courses.adminList({})).rejects.toMatchObject({ status: 401 })
  const supporting = server.api((await login(built.email, built.password)).access_token)
  expect(await supporting.users.list({})).toEqual([])
  await expect(supporting.courses.adminList({})).rejects.toMatchObject({ status: 403 })
  await owner.admins.end({ params: { admin_id: built.admin_id } })
  await expect(supporting.users.list({})).rejects.toMatchObject({ status: 401 })
  await expect(login(built.email, built.password)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(owner.admins.end({ params: { admin_id: built.admin_id } })).rejects.toMatchObject({ status: 404 })
  const { admins } = await owner.admins.list()
  expect(admins.find((admin) => admin.admin_id === built.admin_id)?.ended_at).toBeTruthy()
  expect(JSON.stringify(admins)).not.toContain('argon2')
  const back = await owner.admins.create({ email: built.email, role: 'editor' })
  expect(back.admin).toMatchObject({ admin_id: built.admin_id, role: 'editor', ended_at: null })
  expect((await login(built.email, back.password)).must_change_password).toBe(true)
})

test('a reset ends the sessions of that admin and no other', async () => {
  const owner = server.api(await server.adminToken())
  const built = await buildAdmin(server.db, { role: 'support' })
  const session = server.api((await login(built.email, built.password)).access_token)
  const reset = await owner.admins.resetPassword({ params: { admin_id: built.admin_id } })
  await expect(session.admins.me()).rejects.toMatchObject({ status: 401 })
  await expect(login(built.email, built.password)).rejects.toMatchObject({ status: 401 })
  expect(await login(built.email, reset.password)).toMatchObject({ must_change_password: true })
  expect(await owner.admins.me()).toMatchObject({ role: 'owner' })
})

test('an owner cannot end the own access, nor the last owner, nor two owners each other at once', async () => {
  await server
    .db('admins')
    .where({ role: 'owner' })
    .whereNot({ email: 'owner@example.com' })
    .update({ ended_at: new Date() })
  const first = await login('owner@example.com', 'Mango-Kulfi-42')
  const owner = server.api(first.access_token)
  const me = await owner.admins.me()
  const self = { params: { admin_id: me.admin_id } }
  await expect(owner.admins.end(self)).rejects.toMatchObject({ status: 403 })
  await expect(owner.admins.update({ ...self, body: { role: 'support' } })).rejects.toMatchObject({ status: 403 })
  await expect(owner.admins.resetPassword(self)).rejects.toMatchObject({ status: 403 })
  const second = await buildAdmin(server.db, { role: 'owner' })
  const other = server.api((await login(second.email, second.password)).access_token)
  const outcomes = await Promise.allSettled([
    owner.admins.update({ params: { admin_id: second.admin_id }, body: { role: 'editor' } }),
    other.admins.update({ ...self, body: { role: 'editor' } }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await server.db('admins').where({ role: 'owner' }).whereNull('ended_at').select('id')
  expect(left).toHaveLength(1)
})

test('changing an admin does not wait for the work of other admins', async () => {
  const token = await server.adminToken('owner')
  const built = await buildAdmin(server.db, { role: 'editor', email: 'waits@example.com' })
  await server.db.transaction(async (trx) => {
    // Locks the rows as another admin's unfinished activity entry does.
    await trx('admins').where({ role: 'owner' }).forKeyShare().select('id')
    const body = { name: 'Not kept waiting' }
    const { admin } = await server.api(token).admins.update({ params: { admin_id: built.admin_id }, body })
    expect(admin.name).toBe('Not kept waiting')
  })
})

test('a one-time password logs in until the own one is stored, within 24 hours', async () => {
  const owner = server.api(await server.adminToken('owner'))
  const made = await owner.admins.create({ email: 'once@example.com', role: 'support' })
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => login('once@example.com', made.password)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  // The tab was closed before a password was chosen.
  const again = await login('once@example.com', made.password)
  expect(again.must_change_password).toBe(true)
  const alive = await Promise.allSettled(
    outcomes.map((one) => server.api(one.status === 'fulfilled' ? one.value.access_token : '').admins.me()),
  )
  expect(alive.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const chosen = { current_password: made.password, new_password: 'Neem-Chai-77' }
  await server.api(again.access_token).admins.changePassword(chosen)
  await expect(login('once@example.com', made.password)).rejects.toMatchObject({
    status: 401,
    message: 'Invalid admin credentials',
  })
  const params = { admin_id: made.admin.admin_id }
  const late = await owner.admins.resetPassword({ params })
  server.clock.advance(24 * 60 * 60_000 + 1000)
  await expect(login('once@example.com', late.password)).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('Ask an owner for a new one'),
  })
  server.clock.advance(-24 * 60 * 60_000 - 1000)
  expect((await login('once@example.com', late.password)).must_change_password).toBe(true)
})

test('common passwords are refused to admins', async () => {
  const built = await buildAdmin(server.db, { role: 'editor' })
  const editor = server.api((await login(built.email, built.password)).access_token)
  const body = { current_password: built.password, new_password: 'Sunshine2026' }
  await expect(editor.admins.changePassword(body)).rejects.toMatchObject({
    status: 422,
    code: 'common_password',
    message: 'Please choose a less common password',
  })
})
