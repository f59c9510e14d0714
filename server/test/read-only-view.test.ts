import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../src/serve/http/route-table.ts'
import { buildCourse, buildEnrolment, buildLesson } from './catalogue-factories.ts'
import { type BuiltUser, buildAdmin, buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Checks that an admin in a student's view changes nothing, for every call of a student. */

let server: TestServer
let student: BuiltUser
let course_id: string
let lesson_id: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  student = await buildUser(server.db)
  course_id = (await buildCourse(server.db)).course_id
  lesson_id = (await buildLesson(server.db, { course_id })).lesson_id
  await buildEnrolment(server.db, { user_id: student.id, course_id })
})
afterAll(() => server.stop())

async function view(role: 'owner' | 'support' = 'support') {
  const { code } = await server
    .api(await server.adminToken(role))
    .students.beginView({ params: { id: student.user_id } })
  const opened = await server.api().students.openView({ code })
  return { code, ...opened, api: server.api(opened.access_token) }
}

async function rowCounts(): Promise<Record<string, string>> {
  const { rows } = await server.db.raw(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counts: Record<string, string> = {}
  for (const { name } of rows) {
    // The content, not only the number of rows.
    const { rows: sums } = await server.db.raw(
      `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ?? t`,
      [name],
    )
    counts[name] = sums[0].md5
  }
  return counts
}

/** A view may log out, which ends it. */
const mine = routes.filter(({ access, key }) => access === 'user' && key !== 'auth.logout')

test('every write of a student is refused in a view, and leaves no trace', async () => {
  const { access_token } = await view()
  const before = await rowCounts()
  const refused: string[] = []
  for (const { key, method, path } of mine) {
    const answer = await server.request(`/api${path.replace(/\{[^}]+\}/g, course_id)}`, {
      method,
      headers: { authorization: `bearer ${access_token}`, 'content-type': 'application/json' },
      ...(['GET', 'DELETE'].includes(method) ? {} : { body: '{}' }),
    })
    const body = await answer.json().catch(() => ({}))
    if (answer.status === 403 && body.detail === 'This view is read only' && body.code === 'forbidden')
      refused.push(key)
    else expect([key, method]).toEqual([key, 'GET'])
  }
  expect(
    mine
      .map(({ key }) => key)
      .filter((key) => !refused.includes(key))
      .sort(),
  ).toEqual(
    mine
      .filter(({ inView }) => inView)
      .map(({ key }) => key)
      .sort(),
  )
  expect(mine.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(10)
  expect(await rowCounts()).toEqual(before)
})

/** Calls that a student may read and a view may not, by reason. */
const UNSEEN: Readonly<Record<string, string>> = {
  'account.ownData': 'all that is kept of a person is theirs to take',
  'carts.get': 'what they think of buying is theirs',
  'certificates.pdf': 'a paper in their name is theirs to take',
  'consents.list': 'the page of a student in the console has them',
  'live.calendar': 'a file for their own calendar',
  'notes.list': 'what students write for themselves alone',
  'orders.paymentStatus': 'it asks the gateway and may settle',
  'reviews.mine': 'the console has the reviews',
  'transcript.search': 'it changes nothing, but is searched by hand',
  'workshops.calendar': 'a file for their own calendar',
}

test('a view shows the same as the student sees, except for listed calls with their reason', () => {
  const unseen = mine.filter(({ method, inView }) => method === 'GET' && !inView).map(({ key }) => key)
  expect(unseen.sort(), 'GETs of a student without inView in server/contract, or a reason here').toEqual(
    Object.keys(UNSEEN).sort(),
  )
})

test('a beat of a view is refused, and counts no learning time', async () => {
  const { api } = await view()
  const content = await api.learning.getContent({ courseId: course_id })
  expect(content.content.map((lesson) => lesson.lesson_id)).toEqual([lesson_id])
  await expect(api.learning.progress({ course_id, lesson_id, seconds: 10 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await api.account.dashboard()).orders).toHaveLength(1)
  expect(await server.db('lesson_progress').where({ user_id: student.id })).toEqual([])
})

test('a code opens one view, within a minute, and a view ends after 20 minutes or with its admin’s access', async () => {
  const { code, api, expires_in, user } = await view()
  expect(expires_in).toBe(20 * 60)
  expect(user).toEqual({ user_id: student.user_id, name: student.name, email: student.email, phone: student.phone })
  await expect(server.api().students.openView({ code })).rejects.toMatchObject({ code: 'link_expired' })
  const other = await server
    .api(await server.adminToken('owner'))
    .students.beginView({ params: { id: student.user_id } })
  await server
    .db('sessions')
    .whereNotNull('view_code')
    .update({ created_at: new Date(Date.now() - 61_000) })
  await expect(server.api().students.openView(other)).rejects.toMatchObject({ code: 'link_expired' })
  await api.account.profile()

  const late = await view()
  await server
    .db('sessions')
    .whereNotNull('viewed_by')
    .update({ expires_at: new Date(Date.now() - 1000) })
  await expect(late.api.account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })

  const ended = await view()
  const { viewed_by } = await server.db('sessions').whereNotNull('viewed_by').orderBy('created_at', 'desc').first()
  await server.db('admins').where({ id: viewed_by }).update({ ended_at: new Date() })
  await expect(ended.api.account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })
})

test('the student sees the view among the devices and can end it, which is logged for the admin', async () => {
  const own = server.api(await server.userToken(student))
  const first = await view('owner')
  const { sessions } = await own.account.sessions()
  const seen = sessions.find(({ device }) => device === 'The shop’s team, read only')
  await own.account.endSession({ params: { session_id: seen?.session_id ?? '' } })
  await expect(first.api.account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })

  const second = await view('owner')
  await second.api.auth.logout()
  await expect(second.api.account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })
  const { activity } = await server.api(await server.adminToken('owner')).activity.list({ q: 'students.beginView' })
  expect(activity.slice(0, 2).map(({ after, target_id }) => [target_id, after?.view])).toEqual([
    [student.user_id, 'ended'],
    [student.user_id, 'read only'],
  ])
  // The student's own session is unaffected.
  await own.account.profile()
})

test('a view ends with the viewing admin’s login and role', async () => {
  const looking = async () => {
    const admin = await buildAdmin(server.db, { role: 'support' })
    const { access_token } = await server.api().auth.adminLogin({ email: admin.email, password: admin.password })
    const { code } = await server.api(access_token).students.beginView({ params: { id: student.user_id } })
    const api = server.api((await server.api().students.openView({ code })).access_token)
    await api.account.profile()
    return { admin, api, own: server.api(access_token) }
  }
  const left = await looking()
  await left.own.auth.adminLogout()
  await expect(left.api.account.profile()).rejects.toMatchObject({ status: 401 })
  const moved = await looking()
  const owner = server.api(await server.adminToken('owner'))
  await owner.admins.update({ params: { admin_id: moved.admin.admin_id }, body: { role: 'editor' } })
  await server.api().auth.adminLogin({ email: moved.admin.email, password: moved.admin.password })
  await expect(moved.api.account.profile()).rejects.toMatchObject({ status: 401 })
})
