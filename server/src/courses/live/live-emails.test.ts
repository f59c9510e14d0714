import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createJobs } from '../../serve/jobs/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const HOUR = 3_600_000

const inHours = (hours: number) => new Date(server.ctx.now().getTime() + hours * HOUR).toISOString()

/** Creates a course with a live lesson in some hours, and a student of it. */
async function scene(hours: number) {
  const { course_id } = await buildCourse(server.db)
  // The clock moves by days, which no admin session outlives.
  const editor = async () => server.api(await server.adminToken('editor'))
  const write = async (content: object[]) =>
    (await editor()).learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  await write([{ title: 'Live', kind: 'live', watch_link: '' }])
  const lesson_id = (await (await editor()).learning.adminGetContent({ id: course_id })).content[0]?.lesson_id ?? ''
  const params = { lesson_id }
  const set = async (starts_at: string, join_link = 'https://meet.example.com/secret-room') =>
    (await editor()).live.save({ params, body: { starts_at, minutes: 60, join_link } })
  await set(inHours(hours))
  const cancel = async () => (await editor()).live.cancel({ params })
  return { course_id, lesson_id, write, set, cancel, ...(await student(course_id)) }
}

async function student(course_id: string) {
  const user = await buildUser(server.db)
  const { order_id } = await buildEnrolment(server.db, { user_id: user.id, course_id })
  /** Lists the subject of each of the student's emails, oldest first. */
  const notified = async () =>
    (await mailsTo(server.dataDir, user.email)).map(
      (mail) => /^Subject: (Live on|Soon live|New time|Cancelled)/m.exec(mail)?.[1],
    )
  return { user, order_id, told: notified }
}

const jobNamed = (name: string) => {
  const job = createJobs(server.ctx).find((found) => found.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}

const waiting = (name: string) =>
  server.db('pgboss.job').where({ name }).whereIn('state', ['created', 'retry']).delete().returning(['id', 'data'])

/** Runs a minute's round in two programs at once, and each resulting job in both. */
async function round() {
  const run = jobNamed('live-round').run
  await Promise.all([run({}, 'a'), run({}, 'b')])
  for (;;) {
    const jobs = await waiting('live-letters')
    if (jobs.length === 0) break
    const { run } = jobNamed('live-letters')
    for (const { id, data } of jobs) await Promise.all([run(data, id), run(data, id)])
  }
  for (const { id, data } of await waiting('live-mail')) {
    const { run } = jobNamed('live-mail')
    await Promise.allSettled([run(data, id), run(data, id)])
    await run(data, id)
  }
}

test('a student gets an email the day before and within the hour, once each, with the calendar file and without the link', async () => {
  const it = await scene(25)
  await round()
  expect(await it.told()).toEqual([])
  server.clock.advance(1.5 * HOUR)
  await round()
  await round()
  expect(await it.told()).toEqual(['Live on'])
  // A late student gets no email of the day before.
  const late = await student(it.course_id)
  await round()
  server.clock.advance(22.7 * HOUR)
  await round()
  await round()
  expect(await it.told()).toEqual(['Live on', 'Soon live'])
  expect(await late.told()).toEqual(['Soon live'])
  server.clock.advance(HOUR)
  await round()
  expect(await late.told()).toEqual(['Soon live'])

  const mail = (await mailsTo(server.dataDir, it.user.email)).join('\n')
  expect(mail).not.toContain('secret-room')
  const [, encoded = ''] = /Content-Disposition: attachment; filename=live-lesson.ics\n\n([\w+/=\n]+)/.exec(mail) ?? []
  const text = Buffer.from(encoded, 'base64').toString()
  expect(text).not.toContain('secret-room')
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  expect(event?.getFirstPropertyValue('uid')).toContain(it.lesson_id)
})

test('students without access, of a closed lesson or of a lesson cancelled earlier get no email', async () => {
  const it = await scene(20)
  const [refunded, dripped, deleted] = [
    await student(it.course_id),
    await student(it.course_id),
    await student(it.course_id),
  ]
  await server
    .db('enrolments')
    .where({ user_id: refunded.user.id })
    .update({ revoked_at: server.ctx.now(), taken_by_hand: true })
  await server
    .db('users')
    .where({ id: deleted.user.id })
    .update({ deleted_at: server.ctx.now(), email: null, phone: null, phone_key: null })
  await server
    .db('enrolments')
    .where({ user_id: it.user.id })
    .update({ granted_at: inHours(-100 * 24) })
  await server.db('lessons').where({ lesson_id: it.lesson_id }).update({ opens_after_days: 30 })
  await round()
  expect([await it.told(), await refunded.told(), await dripped.told(), await deleted.told()]).toEqual([
    ['Live on'],
    [],
    [],
    [],
  ])
  const other = await scene(20)
  await other.cancel()
  await round()
  expect(await other.told()).toEqual([])
})

test('a queued email is dropped once the lesson was cancelled; notified students hear of it once', async () => {
  const it = await scene(20)
  await jobNamed('live-round').run({}, 'a')
  await it.cancel()
  await round()
  expect(await it.told()).toEqual(['Cancelled'])
  await round()
  server.clock.advance(19.5 * HOUR)
  await round()
  expect(await it.told()).toEqual(['Cancelled'])
})

test('another moment is announced once, with new reminders; another link is announced to nobody', async () => {
  const it = await scene(20)
  await round()
  await it.set(inHours(48))
  const moment = inHours(49)
  await it.set(moment)
  await round()
  await round()
  expect(await it.told()).toEqual(['Live on', 'New time'])
  await it.set(moment, 'https://meet.example.com/another')
  await round()
  expect(await it.told()).toEqual(['Live on', 'New time'])
  server.clock.advance(26 * HOUR)
  await round()
  expect((await it.told()).at(-1)).toBe('Live on')
  // Within the day the email about the new moment is the reminder, too.
  await it.set(inHours(3))
  await round()
  await round()
  expect((await it.told()).slice(-2)).toEqual(['Live on', 'New time'])
  server.clock.advance(2.5 * HOUR)
  await round()
  expect((await it.told()).slice(-2)).toEqual(['New time', 'Soon live'])
})

test('a lesson removed from its course is cancelled, and notified students hear of it', async () => {
  const it = await scene(20)
  await round()
  const late = await student(it.course_id)
  await it.write([{ title: 'Another', watch_link: 'https://video.example.com/1' }])
  await round()
  await round()
  expect(await it.told()).toEqual(['Live on', 'Cancelled'])
  expect(await late.told()).toEqual([])
})

test('jobs of some hundred students each send every email once', async () => {
  const it = await scene(20)
  const { rows } = await server.db.raw(
    `with people as (
       insert into users (user_id, name, email, phone, phone_key, referral_code)
       select 'many-' || n, 'One of many', 'many-' || n || '@example.com', '97' || lpad(n::text, 8, '0'), '97' || lpad(n::text, 8, '0'), 'MANY' || n
       from generate_series(1, 501) n returning id
     )
     insert into enrolments (user_id, course_id, free, granted_at)
     select id, :course_id, true, :now from people returning user_id`,
    { course_id: it.course_id, now: server.ctx.now() },
  )
  expect(rows).toHaveLength(501)
  await jobNamed('live-round').run({}, 'a')
  const [first, ...others] = await waiting('live-letters')
  expect(others).toEqual([])
  const { run } = jobNamed('live-letters')
  const letters = async () => (await server.db('live_letters').where({ lesson_id: it.lesson_id })).length
  await run(first.data, first.id)
  expect(await letters()).toBe(500)
  const [second] = await waiting('live-letters')
  await run(second.data, second.id)
  await run(first.data, first.id)
  expect(await letters()).toBe(502)
  const mails = (await waiting('live-mail')).filter(({ data }) => data.lesson_id === it.lesson_id)
  expect(new Set(mails.map(({ data }) => data.user_id)).size).toBe(502)
  expect(mails).toHaveLength(502)
})
