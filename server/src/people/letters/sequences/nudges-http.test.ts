import type { SequenceBody } from 'contract/sequences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { type BuiltUser, buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { lettersJob } from '../letters.jobs.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
const DAY = 1_440
/** Ten in the morning in India. */
const MORNING = new Date('2027-03-04T04:30:00Z')

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(MORNING)
  owner = server.api(await server.adminToken())
  await server.db('letters').delete()
  await server.db('sequences').delete()
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letter_pace').update({ next_at: new Date(0) })
})

async function pass(days: number) {
  server.clock.advance(days * DAY * 60_000)
  await lettersJob(server.ctx).run({}, 'a-job')
}

type Body = z.input<typeof SequenceBody>
const nudge = (trigger: 'not_begun' | 'quiet', more: Partial<Body> = {}): Body => ({
  name: trigger,
  trigger,
  active: true,
  steps: [
    { after_minutes: 0, subject: `${trigger} {course}`, blocks: [{ text: 'Hello {name}, {course} waits.' }] },
    { after_minutes: 7 * DAY, subject: `${trigger} again`, blocks: [{ text: 'Still here' }] },
  ],
  ...more,
})

async function newCourse(lessons = 2) {
  const course = await buildCourse(server.db)
  const built = []
  for (let n = 0; n < lessons; n += 1) built.push(await buildLesson(server.db, { course_id: course.course_id }))
  return { ...course, lessons: built.map(({ lesson_id }) => lesson_id) }
}

type Course = Awaited<ReturnType<typeof newCourse>>

async function enrol(user: { id: number }, { course_id }: Course, more: object = {}) {
  const given_by = await server.db('admins').limit(1).pluck('id')
  const row = { user_id: user.id, course_id, given_by: given_by[0], granted_at: server.ctx.now() }
  await server.db('enrolments').insert({ ...row, ...more })
}

const newStudent = (): Promise<BuiltUser> => buildUser(server.db, { name: 'Asha Rao', created_at: server.ctx.now() })

async function learn(user: { id: number }, { course_id, lessons }: Course, done: number) {
  const now = server.ctx.now()
  const rows = lessons.slice(0, Math.max(1, done)).map((lesson_id, at) => ({
    user_id: user.id,
    course_id,
    lesson_id,
    seconds: 10,
    updated_at: now,
    completed_at: at < done ? now : null,
  }))
  await server.db('lesson_progress').insert(rows).onConflict(['user_id', 'course_id', 'lesson_id']).merge()
}

const subjectsOf = async ({ email }: { email: string }) =>
  (await mailsTo(server.dataDir, email)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
const reasons = (user: { id: number }) => server.db('letter_recipients').where({ user_id: user.id }).pluck('reason')

test('a course that nobody began is nudged after 3 days and once more a week later, without the consent to news', async () => {
  const made = await owner.sequences.create({ body: nudge('not_begun') })
  expect(made.days).toBe(3)
  const [course, user] = [await newCourse(), await newStudent()]
  await enrol(user, course)
  await pass(2)
  expect(await subjectsOf(user)).toEqual([])
  await pass(1)
  expect(await subjectsOf(user)).toEqual([`not_begun ${course.name}`])
  const [mail = ''] = await mailsTo(server.dataDir, user.email)
  const plain = mail.replaceAll('=\n', '').replaceAll('=3D', '=')
  expect(plain).toMatch(/^List-Unsubscribe:\s+<[^>]+for=reminders>/m)
  const link = /\/l\/[0-9a-f]{32}-99/.exec(plain)?.[0] ?? ''
  const target = (await server.request(link)).headers.get('location') ?? ''
  expect(new URL(target).pathname).toBe(`/learn/${course.course_id}`)
  for (let day = 0; day < 30; day += 1) await pass(1)
  expect(await subjectsOf(user)).toEqual([`not_begun ${course.name}`, 'not_begun again'])
})

test.each<[string, (user: BuiltUser, course: Course) => Promise<unknown>, string]>([
  ['the course was begun', (user, course) => learn(user, course, 0), 'begun'],
  ['the access was revoked', (user) => setEnrolment(user, { revoked_at: server.ctx.now() }), 'refunded'],
  [
    'the access ended',
    (user) => {
      const ended = new Date(server.ctx.now().getTime() - 1)
      return setEnrolment(user, { access_period: 'P1M', given_until: ended, ends_at: ended })
    },
    'refunded',
  ],
  [
    'reminders are off',
    (user) => server.db('users').where({ id: user.id }).update({ reminders: false }),
    'reminders_off',
  ],
])('a nudge that waits for the morning goes to nobody once %s', async (_, change, reason) => {
  await owner.sequences.create({ body: nudge('not_begun') })
  // Ten in the evening in India.
  server.clock.set(new Date('2027-03-04T16:30:00Z'))
  const [course, user] = [await newCourse(), await newStudent()]
  await enrol(user, course)
  await pass(3)
  expect(await subjectsOf(user)).toEqual([])
  await change(user, course)
  await pass(0.5)
  expect(await subjectsOf(user)).toEqual([])
  expect(await reasons(user)).toEqual([reason])
})

const setEnrolment = (user: { id: number }, row: object) =>
  server.db('enrolments').where({ user_id: user.id }).update(row)

test('a student who stopped is nudged after 7 days without a lesson, and not one who finished or learns again', async () => {
  await owner.sequences.create({ body: nudge('quiet') })
  const course = await newCourse()
  const [quiet, finished, busy] = [await newStudent(), await newStudent(), await newStudent()]
  for (const user of [quiet, finished, busy]) await enrol(user, course)
  await learn(quiet, course, 1)
  await learn(finished, course, 2)
  await learn(busy, course, 1)
  for (let day = 1; day <= 20; day += 1) {
    if (day % 5 === 0) await learn(busy, course, 1)
    await pass(1)
  }
  expect(await subjectsOf(quiet)).toEqual([`quiet ${course.name}`, 'quiet again'])
  expect(await subjectsOf(finished)).toEqual([])
  expect(await subjectsOf(busy)).toEqual([])
})

test('a person with many courses gets one nudge a week, over all sequences', async () => {
  await owner.sequences.create({ body: nudge('not_begun') })
  await owner.sequences.create({ body: nudge('quiet') })
  const user = await newStudent()
  const courses = [await newCourse(), await newCourse(), await newCourse()]
  for (const course of courses) await enrol(user, course)
  await learn(user, courses[2] as Course, 1)
  for (let day = 1; day <= 40; day += 1) await pass(1)
  const rows: { handing_at: string }[] = await server
    .db('letter_recipients')
    .where({ user_id: user.id, state: 'handed_over' })
    .orderBy('handing_at')
  expect(rows.length).toBeGreaterThan(2)
  const times = rows.map(({ handing_at }) => Date.parse(handing_at))
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7 * DAY * 60_000)
})

test('a nudge that an owner switches on is for moments from then on', async () => {
  const [course, before] = [await newCourse(), await newStudent()]
  await enrol(before, course)
  server.clock.advance(4 * DAY * 60_000)
  owner = server.api(await server.adminToken())
  await owner.sequences.create({ body: nudge('not_begun') })
  await pass(1)
  expect(await subjectsOf(before)).toEqual([])
})

test('a nudge has at most two letters a week apart, shows nothing to buy, and has its days', async () => {
  const create = (more: Partial<Body>) => owner.sequences.create({ body: nudge('quiet', { active: false, ...more }) })
  const [first] = nudge('quiet').steps
  if (!first) throw new Error('no step')
  const later = (days: number) => ({ ...first, after_minutes: days * DAY })
  const invalid = { code: 'invalid' }
  await expect(create({ steps: [first, later(7), later(14)] })).rejects.toMatchObject(invalid)
  await expect(create({ steps: [first, later(6)] })).rejects.toMatchObject(invalid)
  await expect(create({ steps: [{ ...first, blocks: [{ code: 'DIWALI' }] }] })).rejects.toMatchObject(invalid)
  await expect(create({ days: 0 })).rejects.toMatchObject(invalid)
  expect((await create({ days: 14 })).days).toBe(14)
  expect((await create({ trigger: 'registered', steps: [first], days: 14 })).days).toBe(null)
})
