import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEnrolment, buildGiftCode, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { grantCourses } from '../../courses/enrolments/grants.queries.ts'

let server: TestServer
let api: ApiClient
let adminEmail: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  const admin = await buildAdmin(server.db)
  adminEmail = admin.email
  api = server.api((await server.api().auth.adminLogin(admin)).access_token)
})
afterAll(() => server.stop())

const gone = { status: 404, code: 'not_found' }

test('the page of a student has the courses with their progress and where each is from', async () => {
  const { db } = server
  const user = await buildUser(db, { name: 'Kavya' })
  const bought = await buildEnrolment(db, { user_id: user.id, granted_at: new Date('2026-10-01T00:00:00Z') })
  const lessons = [
    await buildLesson(db, { course_id: bought.course_id }),
    await buildLesson(db, { course_id: bought.course_id }),
  ]
  await db('lesson_progress').insert({
    user_id: user.id,
    course_id: bought.course_id,
    lesson_id: lessons[0]?.lesson_id,
    seconds: 5400,
    completed_at: new Date(),
  })
  const gift = await buildGiftCode(db)
  const now = new Date()
  const input = [{ course_id: gift.course_id, access_period: null }]
  await grantCourses(db, { userId: user.id, courses: input, from: { gift_code: gift.code }, madeAt: now, now })
  await buildEnrolment(db, { user_id: user.id, revoked_at: new Date() })
  await buildEnrolment(db)

  const page = await api.students.get({ id: user.phone })
  expect(page.courses.map(({ course_id, source }) => [course_id, source])).toEqual([
    [gift.course_id, { kind: 'gift', order_id: gift.order_id }],
    [bought.course_id, { kind: 'order', order_id: bought.order_id }],
  ])
  expect(page.courses[1]).toMatchObject({
    lessons: 2,
    lessons_done: 1,
    lessons_moved_in: 0,
    percent: 50,
    hours_spent: 1.5,
    course_status: 'in_progress',
    last_watched_at: expect.any(String),
  })
  expect(page).toMatchObject({ courses_total: 2, finished: 0, hours_spent: 1.5 })
  expect(page.user).toMatchObject({ user_id: user.user_id, name: 'Kavya', email_confirmed: true })
  await expect(api.students.get({ id: 'usr_nobody' })).rejects.toMatchObject(gone)
})

test("a student's total leaves out refunds and duplicate payments", async () => {
  const { db } = server
  const user = await buildUser(db)
  const { order_id } = await buildEnrolment(db, { user_id: user.id })
  await db('orders').where({ order_id }).update({ payment_id: 'pay_one', status: 'partially_refunded' })
  const refund = { order_id, status: 'processed' }
  await db('refunds').insert([
    { ...refund, refund_id: 'rf_part', payment_id: 'pay_one', amount_paise: 10_000 },
    { ...refund, refund_id: 'rf_twice', payment_id: 'pay_two', amount_paise: 49_900, origin: 'duplicate_payment' },
    { ...refund, refund_id: 'rf_wait', payment_id: 'pay_one', amount_paise: 5_000, status: 'pending' },
  ])
  const open = await buildEnrolment(db, { user_id: user.id })
  await db('orders').where({ order_id: open.order_id }).update({ status: 'expired' })
  // The gateway captured more, an owner granted it, and all of it was refunded.
  const more = await buildEnrolment(db, { user_id: user.id })
  const granted = { payment_id: 'pay_more', status: 'refunded', captured_paise: 60_000 }
  await db('orders').where({ order_id: more.order_id }).update(granted)
  const all = { ...refund, order_id: more.order_id, payment_id: 'pay_more', amount_paise: 60_000 }
  await db('refunds').insert({ ...all, refund_id: 'rf_more' })
  expect((await api.students.get({ id: user.user_id })).paid).toBe(399)
})

test('the list of a student’s orders has pages, with orders of every state', async () => {
  const { db } = server
  const user = await buildUser(db)
  const ids: string[] = []
  for (const day of [1, 2, 3]) {
    const { order_id } = await buildEnrolment(db, { user_id: user.id })
    await db('orders')
      .where({ order_id })
      .update({ created_at: new Date(Date.UTC(2026, 9, day)) })
    ids.unshift(order_id)
  }
  await buildEnrolment(db)
  await db('orders').where({ order_id: ids[0] }).update({ status: 'failed' })
  const { orders, total } = await api.students.orders({ id: user.user_id, limit: '2' })
  expect([total, orders.map(({ order_id, status }) => [order_id, status])]).toEqual([
    3,
    [
      [ids[0], 'failed'],
      [ids[1], 'paid'],
    ],
  ])
  expect(orders[0]).toMatchObject({ courses: ['A course'], total: 499, documents: [] })
  expect((await api.students.orders({ id: user.user_id, offset: '2' })).orders.map((row) => row.order_id)).toEqual([
    ids[2],
  ])
})

test('notes say who wrote them, newest first; another student’s cannot be deleted by its number', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const params = { id: user.user_id }
  await api.students.addNote({ params, body: { text: 'Asked for Marathi captions' } })
  await api.students.addNote({ params, body: { text: 'Asked again' } })
  const { notes, total } = await api.students.notes({ id: user.user_id })
  expect([total, notes.map(({ text, by }) => [text, by])]).toEqual([
    2,
    [
      ['Asked again', adminEmail],
      ['Asked for Marathi captions', adminEmail],
    ],
  ])
  const note_id = notes[0]?.note_id ?? ''
  await expect(api.students.deleteNote({ params: { id: other.user_id, note_id } })).rejects.toMatchObject(gone)
  await api.students.deleteNote({ params: { ...params, note_id } })
  expect((await api.students.notes({ id: user.user_id })).notes.map(({ text }) => text)).toEqual([
    'Asked for Marathi captions',
  ])
  expect((await api.students.notes({ id: user.user_id, limit: '1', offset: '1' })).notes).toEqual([])
  for (const text of ['', ' x ', 'x'.repeat(2001)]) {
    const refused = api.students.addNote({ params, body: { text } })
    expect([text.length, await refused.catch(({ status }) => status)]).toEqual([text.length, 422])
  }
})

test('a student under deletion takes no note', async () => {
  const user = await buildUser(server.db)
  const waiting = async () =>
    (
      await server.db.raw(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0].count
  const noting = await server.db.transaction(async (erasing) => {
    await erasing('users').where({ id: user.id }).update({ deleted_at: new Date() })
    const noted = api.students
      .addNote({ params: { id: user.user_id }, body: { text: 'Called' } })
      .catch((error) => error)
    await expect.poll(() => waiting()).toBe(1)
    return { noted }
  })
  expect(await noting.noted).toMatchObject(gone)
  expect(await server.db('student_notes').where({ user_id: user.id })).toEqual([])
})

test('an admin signs a student out of one device or of all; another’s session is not theirs to end', async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const tokens = [await server.userToken(user), await server.userToken(user), await server.userToken(other)]
  const works = (token: string | undefined) =>
    server
      .api(token)
      .account.profile()
      .then(
        () => true,
        () => false,
      )
  const params = { id: user.user_id }
  const { devices } = await api.students.get({ id: user.user_id })
  expect(devices).toHaveLength(2)
  expect(Object.keys(devices[0] ?? {}).sort()).toEqual(['device', 'last_seen_at', 'session_id'])
  const { session_id: foreign } = await server.db('sessions').where({ user_id: other.id }).first('session_id')
  await expect(api.students.endSession({ params: { ...params, session_id: foreign } })).rejects.toMatchObject(gone)
  await api.students.endSession({ params: { ...params, session_id: devices[0]?.session_id ?? '' } })
  expect((await Promise.all(tokens.map(works))).filter(Boolean)).toHaveLength(2)
  await api.students.endSessions({ params })
  expect(await Promise.all(tokens.map(works))).toEqual([false, false, true])
})
