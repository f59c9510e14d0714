import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { accessEndingJob, workDueJob } from '../../serve/jobs/reminder-mails.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
// Ten in the morning in India.
beforeEach(() => server.clock.set(new Date('2028-03-01T04:30:00Z')))

const HOUR = 3_600_000

/** A student with work that is due five days after the course was bought. */
async function buildWork() {
  const user = await buildUser(server.db, { name: 'Asha Rao' })
  const granted_at = server.ctx.now()
  const { course_id } = await buildEnrolment(server.db, { user_id: user.id, granted_at })
  const { lesson_id } = await buildLesson(server.db, {
    course_id,
    kind: 'assignment',
    title: 'Rangoli',
    watch_link: '',
  })
  const requested = { instructions: 'Draw', criteria: '[]', takes_text: true, file_kinds: [], due_days: 5, gate: false }
  await server.db('assignments').insert({ lesson_id, course_id, ...requested, updated_at: granted_at })
  return { user, course_id, lesson_id }
}

async function round() {
  await workDueJob(server.ctx).run({}, 'a-job')
  await server.answerWaiting('work-due-mail')
}

const mailsOf = async (user: { email: string }) =>
  (await mailsTo(server.dataDir, user.email)).filter((mail) => mail.includes('Rangoli'))
const plain = (mail = '') => mail.replaceAll('=\n', '').replaceAll('=3D', '=')

test('a student gets one letter within a day of a deadline, and a moved deadline is another one', async () => {
  const { user, lesson_id } = await buildWork()
  server.clock.advance(95 * HOUR)
  await round()
  expect(await mailsOf(user)).toHaveLength(0)
  server.clock.advance(2 * HOUR)
  await round()
  await round()
  const [mail, ...more] = await mailsOf(user)
  expect(more).toEqual([])
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  await server.db('assignments').where({ lesson_id }).update({ due_days: 8 })
  server.clock.advance(24 * HOUR)
  await round()
  expect(await mailsOf(user)).toHaveLength(1)
  server.clock.advance(48 * HOUR)
  await round()
  expect(await mailsOf(user)).toHaveLength(2)
})

test('nobody is reminded of work that was submitted, or after access was lost', async () => {
  const [done, gone] = [await buildWork(), await buildWork()]
  const work = { course_id: done.course_id, lesson_id: done.lesson_id, key: 'a-key-of-work', text: 'Done' }
  await server
    .db('hand_ins')
    .insert({ user_id: done.user.id, ...work, status: 'waiting', handed_in_at: server.ctx.now() })
  await server
    .db('enrolments')
    .where({ user_id: gone.user.id })
    .update({ revoked_at: server.ctx.now(), taken_by_hand: true })
  server.clock.advance(100 * HOUR)
  await round()
  expect([await mailsOf(done.user), await mailsOf(gone.user)]).toEqual([[], []])
})

test('one press of a mail program turns reminders off, and the switch turns them on again', async () => {
  const { user, course_id } = await buildWork()
  const profile = async () => (await server.api(await server.userToken(user)).account.profile()).reminders
  expect(await profile()).toBe(true)
  server.clock.advance(100 * HOUR)
  await round()
  const [mail] = await mailsOf(user)
  const address = /^List-Unsubscribe: <([^>]+)>/m.exec(plain(mail).replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''
  const { pathname, search } = new URL(address)
  const page = await server.request(`${pathname}${search}`)
  expect(await page.text()).toContain('Turn reminders off')
  expect(await profile()).toBe(true)
  const press = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await server.request(`${pathname}${search}`, press)).status).toBe(200)
  expect((await server.request(`${pathname}${search}`, press)).status).toBe(200)
  expect(await profile()).toBe(false)
  // The end of access is a reminder, too.
  const ends_at = new Date(server.ctx.now().getTime() + 48 * HOUR)
  const granted_at = new Date(ends_at.getTime() - 90 * 24 * HOUR)
  const access = { ends_at, granted_at, given_until: ends_at }
  await server.db('enrolments').where({ course_id }).update(access)
  await accessEndingJob(server.ctx).run({}, 'a-job')
  await server.answerWaiting('access-ending-mail')
  expect((await mailsTo(server.dataDir, user.email)).join()).not.toContain('access-ending')
  await server.api(await server.userToken(user)).account.setReminders({ reminders: true })
  expect(await profile()).toBe(true)
})

test('no reminder of work or of an end of access goes out at night', async () => {
  const { user } = await buildWork()
  const from = (hours: number) => new Date(server.ctx.now().getTime() + hours * HOUR)
  const other = await buildEnrolment(server.db, { user_id: user.id, granted_at: from(-800) })
  const end = { ends_at: from(200), given_until: from(200) }
  await server.db('enrolments').where({ order_id: other.order_id }).update(end)
  const mails = async () => {
    await accessEndingJob(server.ctx).run({}, 'a-job')
    await server.answerWaiting('access-ending-mail')
    await round()
    return (await mailsTo(server.dataDir, user.email)).length
  }
  // Ten in the evening, and nine in the morning.
  server.clock.advance(108 * HOUR)
  expect(await mails()).toBe(0)
  server.clock.advance(11 * HOUR)
  expect(await mails()).toBe(2)
})
