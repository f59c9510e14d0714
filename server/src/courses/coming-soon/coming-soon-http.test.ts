import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { notifyWaiting } from './interest.service.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  admin = await server.adminToken()
})
afterAll(() => server.stop())

const day = 24 * 3600_000
const setSoon = (id: string, coming_soon: boolean | null) =>
  server.api(admin).courses.update({ params: { id }, body: { coming_soon } })

async function soonCourse() {
  const course = await buildCourse(server.db)
  await buildLesson(server.db, { course_id: course.course_id })
  await setSoon(course.course_id, true)
  return course
}

const apply = (course_id: string, email: string) => server.api().interest.ask({ course_id, email, name: 'Asha' })
const answered = { message: 'We emailed you a link. Open it to join the list.' }

async function linkOf(email: string): Promise<string> {
  const mail = (await awaitMail(server.dataDir, email, '/interest')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return `?${/\/interest\?([\w=&-]+)/.exec(mail)?.[1]}`
}
const press = async (search: string) => (await server.request(`/interest${search}`, { method: 'POST' })).text()
const rows = (email: string) => server.db('course_interest').where({ email })

const waitOf = (row: { expires_at: string; created_at: string }) =>
  Date.parse(row.expires_at) - Date.parse(row.created_at)

async function join(course_id: string, email: string) {
  await apply(course_id, email)
  await press(await linkOf(email))
}

test('a course that is coming soon has a page and a card, and is on no sale', async () => {
  const { course_id, name } = await soonCourse()
  const api = server.api()
  expect(await api.courses.get({ id: course_id })).toMatchObject({ name, coming_soon: true })
  const cards = await api.courses.list({})
  expect(cards.find((card) => card.course_id === course_id)).toMatchObject({ coming_soon: true })
  // A cart, a letter with a cart and a buy link ask for what they can sell.
  expect(await api.courses.list({ ids: course_id })).toEqual([])
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  await expect(student.orders.price({ course_ids: [course_id] })).rejects.toMatchObject({ status: 404 })
  const buy = student.orders.buy({ query: { user_id: user.user_id }, headers: {}, body: [course_id] })
  await expect(buy).rejects.toMatchObject({ status: 404 })
  await setSoon(course_id, null)
  expect(await api.courses.list({ ids: course_id })).toHaveLength(1)
  expect(await api.courses.get({ id: course_id })).not.toHaveProperty('coming_soon')
})

test('a bundle sells no course that is coming soon', async () => {
  const [one, two] = [await buildCourse(server.db), await buildCourse(server.db)]
  const bundle = await buildCourse(server.db, {
    kind: 'bundle',
    bundle_courses: [one.course_id, two.course_id],
  })
  await expect(setSoon(one.course_id, true)).rejects.toMatchObject({ code: 'in_bundle' })
  // A course on hold by another way takes the bundle off sale with it.
  await server
    .db('courses')
    .where({ course_id: one.course_id })
    .update({ extras: { coming_soon: true } })
  const student = server.api(await server.userToken(await buildUser(server.db)))
  const price = student.orders.price({ course_ids: [bundle.course_id] })
  await expect(price).rejects.toMatchObject({ status: 404 })
  const body = { bundle_courses: [one.course_id, two.course_id] }
  const update = server.api(admin).courses.update({ params: { id: bundle.course_id }, body })
  await expect(update).rejects.toMatchObject({ status: 422 })
})

test('interest counts once its link is pressed, and gets one letter when the course goes on sale', async () => {
  const { course_id, name } = await soonCourse()
  const email = 'waits@example.com'
  expect(await apply(course_id, email)).toEqual(answered)
  const search = await linkOf(email)
  const count = () => server.api(admin).interest.count({ course_id })
  expect(await count()).toEqual({ waiting: 0, unconfirmed: 1 })
  expect(await (await server.request(`/interest${search}`)).text()).toContain('Do you want one email')
  expect(await count()).toEqual({ waiting: 0, unconfirmed: 1 })
  expect(await press(search)).toContain('On the list')
  expect(await press(search)).toContain('This link has ended')
  expect(await count()).toEqual({ waiting: 1, unconfirmed: 0 })
  // The same answer, and no second link for somebody who waits already.
  expect(await apply(course_id, email)).toEqual(answered)

  expect(await notifyWaiting(server.ctx)).toBe(0)
  await setSoon(course_id, false)
  expect(await Promise.all([notifyWaiting(server.ctx), notifyWaiting(server.ctx)])).toContain(1)
  expect(await notifyWaiting(server.ctx)).toBe(0)
  await awaitMail(server.dataDir, email, `/course/${course_id}`)
  const mails = await mailsTo(server.dataDir, email)
  expect(mails).toHaveLength(2)
  expect(mails.join()).toContain(name)
  expect(await count()).toEqual({ waiting: 0, unconfirmed: 0 })
})

test('an unknown course, one on sale and a deleted one get the same answer and no email', async () => {
  const { course_id } = await buildCourse(server.db)
  expect(await apply(course_id, 'none@example.com')).toEqual(answered)
  expect(await apply('no-such-course', 'none@example.com')).toEqual(answered)
  const later = await soonCourse()
  await apply(later.course_id, 'other@example.com')
  await linkOf('other@example.com')
  expect(await mailsTo(server.dataDir, 'none@example.com')).toEqual([])
  const wrong = { course_id, email: 'x' }
  await expect(server.api().interest.ask(wrong)).rejects.toMatchObject({ status: 422 })
  await expect(server.api(admin).interest.count({ course_id: 'no-such-course' })).rejects.toMatchObject({ status: 404 })
})

test('three emails an hour go to one address', async () => {
  const { course_id } = await soonCourse()
  for (let at = 0; at < 3; at++) await apply(course_id, 'often@example.com')
  await expect(apply(course_id, 'often@example.com')).rejects.toMatchObject({ status: 429 })
})

test('a link ends after 7 days, and an address waits 180 days at most', async () => {
  const { course_id } = await soonCourse()
  const late = 'late@example.com'
  await apply(course_id, late)
  const search = await linkOf(late)
  const [made] = await rows(late)
  expect(waitOf(made)).toBe(7 * day)
  await join(course_id, 'patient@example.com')
  const [waiting] = await rows('patient@example.com')
  expect(waitOf(waiting)).toBeLessThanOrEqual(180 * day)
  server.clock.advance(7 * day + 1000)
  expect(await press(search)).toContain('This link has ended')
  server.clock.advance(180 * day)
  await server.db('courses').where({ course_id }).update({ extras: {} })
  expect(await notifyWaiting(server.ctx)).toBe(0)
})
