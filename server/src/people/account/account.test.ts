import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { type BuiltUser, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const signIn = async (user: BuiltUser) => server.api(await server.userToken(user))

test('the dashboard lists the courses of the student, newest first, with their progress', async () => {
  const { db } = server
  const referrer = await buildUser(db)
  const user = await buildUser(db, { coins: 40, referred_by: referrer.id })
  const grant = async (name: string, day: number, input: { revoked_at?: Date } = {}) => {
    const { course_id } = await buildCourse(db, { name, banner: `/media/${'a'.repeat(32)}/${day}.webp` })
    const granted_at = new Date(Date.UTC(2026, 10, day))
    await buildEnrolment(db, { user_id: user.id, course_id, granted_at, ...input })
    return course_id
  }
  const old = await grant('The old one', 1)
  const gone = await grant('Gone from the shop', 2)
  await grant('Taken back', 3, { revoked_at: new Date() })
  const newest = await grant('The new one', 4)
  await db('courses').where({ course_id: gone }).update({ deleted_at: new Date() })
  const lesson = await buildLesson(db, { course_id: old })
  await db('lesson_progress').insert({
    user_id: user.id,
    course_id: old,
    lesson_id: lesson.lesson_id,
    seconds: 5_400,
    completed_at: new Date(),
  })

  const api = await signIn(user)
  expect(await api.account.dashboard()).toEqual({
    user_id: user.user_id,
    email: user.email,
    phone: user.phone,
    name: user.name,
    coins: 40,
    referred_by: referrer.referral_code,
    referral_code: user.referral_code,
    parts: [],
    orders: [
      expect.objectContaining({ course_id: newest, course_name: 'The new one', course_status: 'not_started' }),
      expect.objectContaining({ course_id: gone, course_name: 'Gone from the shop', hours_spent: 0 }),
      {
        course_id: old,
        course_name: 'The old one',
        course_banner: `/media/${'a'.repeat(32)}/1.webp`,
        course_status: 'completed',
        hours_spent: 1.5,
        lessons: 1,
        lessons_done: 1,
        measured: 1,
        moved_in: false,
        last_lesson_id: expect.any(String),
        last_watched_at: expect.stringMatching(/^\d{4}-.*Z$/),
        certificate: null,
      },
    ],
  })
  expect(await (await signIn(referrer)).account.dashboard()).toMatchObject({ referred_by: null, orders: [] })
})

test('Z6: a foreign id in the query or a header shows nobody else', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const authorization = `bearer ${await server.userToken(user)}`
  for (const path of ['/api/user/profile', '/api/user/dashboard']) {
    const headers = { authorization, 'x-user-id': other.user_id }
    const response = await server.request(`${path}?user_id=${other.user_id}`, { headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user_id: user.user_id, email: user.email })
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
})

test('Z1: nobody changes the profile of another', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const rows = () => server.db('users').whereIn('id', [user.id, other.id]).orderBy('id')
  const api = await signIn(user)
  await api.account.profile()
  const before = await rows()
  const change = { name: 'Taken over', email: 'taken.over@example.com', phone: '9822200000', user_id: other.user_id }
  await expect(api.account.updateProfile(change)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await rows()).toEqual(before)
})

test('the forms of a profile are checked in the order of the page', async () => {
  const user = await buildUser(server.db)
  const response = await server.request('/api/user/update_profile', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `bearer ${await server.userToken(user)}` },
    body: JSON.stringify({ name: ' A ', email: 'no', phone: '12', user_id: user.user_id }),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    detail: 'Name must be at least 2 characters',
    code: 'invalid',
    errors: [
      { path: 'name', message: 'Name must be at least 2 characters' },
      { path: 'email', message: 'Invalid email address' },
      { path: 'phone', message: 'Phone number must be at least 10 digits' },
    ],
  })
})

test('a new password ends every session before it and answers a new one', async () => {
  const user = await buildUser(server.db)
  const [token, other] = [await server.userToken(user), await server.userToken(user)]
  const api = server.api(token)
  const change = { current_password: PASSWORD, new_password: 'Jamun-Lassi-77' }
  await expect(api.account.changePassword({ ...change, current_password: 'Wrong-Pass-11' })).rejects.toMatchObject({
    status: 422,
    code: 'wrong_password',
    message: 'Current password is wrong',
  })
  await expect(api.account.changePassword({ ...change, new_password: 'password1' })).rejects.toMatchObject({
    status: 422,
    code: 'common_password',
  })
  const session = await api.account.changePassword(change)
  expect(session).toMatchObject({ message: 'Password changed', token_type: 'bearer', expires_in: 30 * 86_400 })
  for (const dead of [token, other]) {
    await expect(server.api(dead).account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })
  }
  expect((await server.api(session.access_token).account.profile()).user_id).toBe(user.user_id)
  const login = (password: string) => server.api().auth.login({ email: user.email, phone: '', password })
  await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await login('Jamun-Lassi-77')
})

test('two simultaneous new passwords: one wins, and only its session lives', async () => {
  const user = await buildUser(server.db)
  const api = await signIn(user)
  const outcomes = await Promise.allSettled(
    ['First-Mango-11', 'Second-Mango-22'].map((next) =>
      api.account.changePassword({ current_password: PASSWORD, new_password: next }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const living = await server.db('sessions').where({ user_id: user.id }).whereNull('revoked_at')
  expect(living).toHaveLength(1)
})
