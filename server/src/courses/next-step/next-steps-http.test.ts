import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.adminToken()
})
afterAll(() => server.stop())

const step = { text: 'Ritu answers there on weekdays.', url: 'https://chat.whatsapp.com/SECRETGROUP' }
const setStep = (id: string, next_step: object | null) =>
  server.api(admin).courses.update({ params: { id }, body: { next_step: next_step as typeof step } })

async function courseWithStep() {
  const { course_id } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id })
  await setStep(course_id, step)
  return course_id
}

async function studentOf(course_id?: string) {
  const user = await buildUser(server.db)
  if (course_id) await buildEnrolment(server.db, { user_id: user.id, course_id })
  return { user, api: server.api(await server.userToken(user)) }
}

test('students of a course have its next step on the dashboard and with its lessons; nobody else does', async () => {
  const course_id = await courseWithStep()
  const { api, user } = await studentOf(course_id)
  const shown = { ...step, pressed: false }
  expect((await api.account.dashboard()).orders).toMatchObject([{ course_id, next_step: shown }])
  expect(await api.learning.getContent({ courseId: course_id })).toMatchObject({ next_step: shown })
  const paths = [
    `/go/courses/${course_id}`,
    '/go/courses',
    `/go/courses?ids=${course_id}`,
    '/go/courses?q=a',
    '/go/settings',
  ]
  for (const path of paths) expect(await (await server.request(`/api${path}`)).text()).not.toContain('SECRETGROUP')
  expect(await (await server.request(`/course/${course_id}`)).text()).not.toContain('SECRETGROUP')
  const stranger = await studentOf()
  expect((await stranger.api.account.dashboard()).orders).toEqual([])
  await expect(stranger.api.learning.getContent({ courseId: course_id })).rejects.toMatchObject({ status: 403 })

  const ends_at = new Date(server.ctx.now().getTime() + 60_000)
  await server.db('enrolments').where({ user_id: user.id }).update({ ends_at, access_period: 'P1M' })
  expect((await api.account.dashboard()).orders[0]).toHaveProperty('next_step')
  server.clock.advance(61_000)
  expect((await api.account.dashboard()).orders[0]).not.toHaveProperty('next_step')
  await setStep(course_id, null)
  await server.db('enrolments').where({ user_id: user.id }).update({ ends_at: null })
  expect((await api.account.dashboard()).orders[0]).not.toHaveProperty('next_step')
  expect(await api.learning.getContent({ courseId: course_id })).not.toHaveProperty('next_step')
})

test('first presses count once each, and only those of students', async () => {
  const course_id = await courseWithStep()
  const [one, two] = [await studentOf(course_id), await studentOf(course_id)]
  const count = () => server.api(admin).nextSteps.count({ course_id })
  expect(await count()).toEqual({ pressed: 0, students: 2 })
  await Promise.all([1, 2, 3].map(() => one.api.nextSteps.press({ course_id })))
  expect(await count()).toEqual({ pressed: 1, students: 2 })
  expect((await one.api.account.dashboard()).orders).toMatchObject([{ next_step: { pressed: true } }])
  expect((await two.api.account.dashboard()).orders).toMatchObject([{ next_step: { pressed: false } }])
  const stranger = await studentOf()
  await expect(stranger.api.nextSteps.press({ course_id })).rejects.toMatchObject({ status: 403 })
  await expect(stranger.api.nextSteps.press({ course_id: 'none' })).rejects.toMatchObject({ status: 404 })
  await server
    .db('enrolments')
    .where({ user_id: one.user.id })
    .update({ revoked_at: server.ctx.now(), taken_by_hand: true })
  expect(await count()).toEqual({ pressed: 0, students: 1 })
})

test('a next step has a text of at most 300 letters and an https link, and goes along with copies and versions', async () => {
  const course_id = await courseWithStep()
  const wrong = [
    { ...step, text: '' },
    { ...step, text: 'x'.repeat(301) },
    { ...step, url: 'http://t.me/x' },
    { ...step, url: 'javascript:alert(1)' },
    { ...step, url: '' },
    { ...step, label: 'x'.repeat(41) },
  ]
  for (const one of wrong) await expect(setStep(course_id, one)).rejects.toMatchObject({ status: 422 })
  const own = server.api(admin)
  const copy = await own.courses.duplicate({ params: { id: course_id } })
  expect(await own.courses.adminGet({ id: copy.course_id })).toMatchObject({ next_step: step })
  await setStep(course_id, null)
  expect(await own.courses.adminGet({ id: course_id })).toMatchObject({ next_step: null })
})
