import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildCourse,
  buildEnrolment,
  buildLesson,
  buildPaidOrder,
  buildStudentRow,
} from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test("a course's sales are the lines of its paid orders", async () => {
  const { db } = server
  const [sold, other] = [await buildCourse(db, { price: 499 }), await buildCourse(db)]
  await buildPaidOrder(db, { course_id: sold.course_id })
  await buildPaidOrder(db, { course_id: sold.course_id })
  const waiting = await buildPaidOrder(db, { course_id: sold.course_id })
  await db('orders').where({ order_id: waiting.order_id }).update({ status: 'created', paid_at: null })
  const back = await buildPaidOrder(db, { course_id: sold.course_id })
  const payment_id = 'pay_back'
  await db('orders').where({ order_id: back.order_id }).update({ status: 'refunded', payment_id })
  const input = { refund_id: 'rf_back', order_id: back.order_id, payment_id, status: 'processed' }
  await db('refunds').insert({ ...input, amount_paise: 49_900 })
  const owner = server.api(await server.adminToken())
  const { courses } = await owner.courses.sales({ ids: `${sold.course_id},${other.course_id}` })
  const { rows } = await db.raw(
    `select l.course_id, count(distinct order_id) as sales, sum(l.total_paise) / 100.0 as revenue
     from order_lines l join orders o using (order_id) where o.status in ('paid', 'partially_refunded') group by 1`,
  )
  expect(courses).toHaveLength(2)
  expect(courses).toContainEqual({ course_id: sold.course_id, sales: 2, revenue: Number(rows[0].revenue) })
  expect(courses).toContainEqual({ course_id: other.course_id, sales: 0, revenue: 0 })
  expect(rows).toMatchObject([{ course_id: sold.course_id, sales: 2 }])
})

test('the students of a course are the present ones, with their progress in the present lessons', async () => {
  const { db } = server
  const { course_id } = await buildCourse(db)
  const [one, two] = [await buildLesson(db, { course_id }), await buildLesson(db, { course_id })]
  const [done, begun, idle, gone] = await Promise.all(Array.from({ length: 4 }, () => buildStudentRow(db)))
  const ids = [done, begun, idle, gone].map((student) => Number(student?.id))
  const at = new Date('2026-11-01T10:00:00Z')
  for (const [place, user_id] of ids.entries()) {
    const granted_at = new Date(at.getTime() + place * 1000)
    await buildEnrolment(db, { course_id, user_id, ...(place === 3 && { revoked_at: at }) })
    await db('enrolments').where({ course_id, user_id }).update({ granted_at })
  }
  const watched = (user_id: number | undefined, lesson_id: string, completed_at: Date | null) =>
    db('lesson_progress').insert({ user_id, course_id, lesson_id, seconds: 60, completed_at, updated_at: at })
  for (const { lesson_id } of [one, two]) await watched(ids[0], lesson_id, at)
  // A lesson that is gone counts for nothing that has to be done.
  await watched(ids[1], 'lesson-that-is-gone', at)
  await watched(ids[1], one.lesson_id, at)
  for (const { lesson_id } of [one, two]) await watched(ids[3], lesson_id, at)
  const owner = server.api(await server.adminToken())
  const expected = { lessons: 2, students: 3, started: 2, completed: 1 }
  expect(await owner.courses.numbers({ id: course_id })).toMatchObject(expected)
  const { rows } = await db.raw(
    `select count(*) as students, count(*) filter (where not exists (
        select from lessons l where l.course_id = e.course_id and not exists (
          select from lesson_progress p
          where p.user_id = e.user_id and p.lesson_id = l.lesson_id and p.completed_at is not null))) as completed
     from enrolments e where course_id = ? and revoked_at is null`,
    [course_id],
  )
  expect(rows).toEqual([{ students: 3, completed: 1 }])
  const page = await owner.courses.students({ id: course_id, limit: '2' })
  expect(page).toMatchObject({ total: 3, lessons: 2 })
  expect(page.students.map(({ user_id, lessons_done }) => [user_id, lessons_done])).toEqual([
    [idle?.user_id, 0],
    [begun?.user_id, 1],
  ])
  const rest = await owner.courses.students({ id: course_id, limit: '2', offset: '2' })
  expect(rest.students).toMatchObject([{ user_id: done?.user_id, lessons_done: 2, last_watched_at: at.toISOString() }])
  await expect(owner.courses.numbers({ id: 'no-such-course' })).rejects.toMatchObject({ status: 404 })
  // One of them is found by a part of the name or the mail, taken as it is written.
  await db('users').where({ id: ids[1] }).update({ name: 'Kavya 100% Rao', email: 'rao@begun.example' })
  const search = async (q: string) => {
    const { total, students } = await owner.courses.students({ id: course_id, q })
    return [total, students.map(({ user_id }) => user_id)]
  }
  for (const q of ['KAVYA', '0% r', 'o@BEGUN']) expect(await search(q)).toEqual([1, [begun?.user_id]])
  expect(await search('a%y')).toEqual([0, []])
})

test('drop-off, monthly progress and stuck students follow the beats of present students', async () => {
  const { db } = server
  const { course_id } = await buildCourse(db)
  const [one, two] = [
    await buildLesson(db, { course_id, title: 'One' }),
    await buildLesson(db, { course_id, title: 'Two' }),
  ]
  const now = server.ctx.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  // In India it is October already.
  const granted_at = new Date('2026-09-30T18:31:00Z')
  const [done, half, early, idle, gone] = await Promise.all(
    ['Done', 'Half', 'Early', 'Idle', 'Gone'].map((name) => buildStudentRow(db, { name })),
  )
  for (const student of [done, half, early, idle, gone]) {
    const more = student === gone ? { revoked_at: new Date() } : {}
    await buildEnrolment(db, { course_id, user_id: Number(student?.id), granted_at, ...more })
  }
  const watched = (student: typeof done, lesson_id: string, at: Date, second: number | null, completed = false) =>
    db('lesson_progress').insert({
      user_id: student?.id,
      course_id,
      lesson_id,
      seconds: 60,
      updated_at: at,
      completed_at: completed ? at : null,
      ...(second !== null && { position_seconds: second, length_seconds: 600, position_at: at }),
      ...(second !== null && { position_tab: 'one', position_number: 1 }),
    })
  for (const [at, { lesson_id }] of [one, two].entries()) await watched(done, lesson_id, daysAgo(41 - at), 590, true)
  await watched(half, one.lesson_id, daysAgo(3), 600, true)
  await watched(half, two.lesson_id, daysAgo(2), 100)
  await watched(early, two.lesson_id, daysAgo(20), 300)
  await watched(gone, two.lesson_id, daysAgo(1), 500)
  const owner = server.api(await server.adminToken())
  const { lessons, cohorts } = await owner.courses.learning({ id: course_id })
  expect(lessons).toEqual([
    { lesson_id: one.lesson_id, title: 'One', started: 2, finished: 2, stopped: 0, stop_second: null, length: 600 },
    { lesson_id: two.lesson_id, title: 'Two', started: 3, finished: 1, stopped: 2, stop_second: 200, length: 600 },
  ])
  expect(cohorts).toEqual([{ month: '2026-10', enrolled: 4, started: 3, half: 2, finished: 1 }])
  const stuck = await owner.courses.stuck({ id: course_id, days: '14' })
  expect(stuck).toMatchObject({ total: 2, lessons: 2 })
  expect(stuck.students.map(({ name, last_lesson, lessons_done }) => [name, last_lesson, lessons_done])).toEqual([
    ['Early', 'Two', 0],
    ['Idle', null, 0],
  ])
  expect((await owner.courses.stuck({ id: course_id, days: '1' })).students[0]).toMatchObject({ name: 'Half' })
  // Every list has the visits of a student, who may have watched nothing.
  await db('users')
    .where({ id: Number(idle?.id) })
    .update({ last_seen_at: daysAgo(5) })
  const seen = { user_id: idle?.user_id, last_seen: daysAgo(5).toISOString() }
  const unseen = { user_id: early?.user_id, last_seen: null }
  expect((await owner.courses.stuck({ id: course_id, days: '14' })).students).toMatchObject([unseen, seen])
  const lists = [(await owner.courses.students({ id: course_id })).students, await owner.users.list({})]
  for (const rows of lists) for (const one of [seen, unseen]) expect(rows).toContainEqual(expect.objectContaining(one))
  const answer = await server.request(`/api/admin/export/learning.csv?course_id=${course_id}`, {
    headers: { authorization: `bearer ${await server.adminToken()}` },
  })
  const [, ...rows] = (await answer.text()).trim().split('\r\n')
  expect(rows.map((row) => row.split(',').slice(4, 10).join(','))).toEqual([
    'yes,2,2,100,0.03,Two',
    'yes,1,2,50,0.03,Two',
    'yes,0,2,0,0.02,Two',
    'no,0,2,0,0,',
  ])
  await expect(owner.courses.learning({ id: 'no-such-course' })).rejects.toMatchObject({ status: 404 })
  await expect(owner.courses.stuck({ id: 'no-such-course' })).rejects.toMatchObject({ status: 404 })
})
