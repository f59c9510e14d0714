import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ApiClient
let course_id: string

beforeAll(async () => {
  server = await startTestServer()
  owner = server.api(await server.adminToken('owner'))
})
afterAll(() => server.stop())
beforeEach(async () => {
  course_id = (await buildCourse(server.db, { name: 'Free start' })).course_id
  await change({ free: true })
})

const change = (body: object) => owner.courses.update({ params: { id: course_id }, body } as never)
const enrolled = (user_id: number) =>
  server.db('enrolments').where({ user_id, revoked_at: null }).select('course_id', 'free', 'order_id')

async function buildStudent() {
  const user = await buildUser(server.db)
  return { user, student: server.api(await server.userToken(user)) }
}

test('the switch makes a course free at price 0, which no other course may have', async () => {
  expect(await server.api().courses.get({ id: course_id })).toMatchObject({ free: true, price: 0 })
  await expect(change({ free: false })).rejects.toMatchObject({ status: 422, message: 'Price must be positive' })
  await change({ free: false, price: 499 })
  await expect(change({ price: 0 })).rejects.toMatchObject({ status: 422, message: 'Price must be positive' })
  expect(await server.api().courses.get({ id: course_id })).toMatchObject({ free: false, price: 499 })
})

test('only an owner or finance makes a course free', async () => {
  const editor = server.api(await server.adminToken('editor'))
  await change({ free: false, price: 499 })
  const requested = { params: { id: course_id }, body: { free: true } } as never
  await expect(editor.courses.update(requested)).rejects.toMatchObject({ status: 403 })
  await change({ free: true })
  await editor.courses.update({ params: { id: course_id }, body: { name: 'Another name' } } as never)
})

test('twenty presses of a student give a free course once, without an order', async () => {
  const { user, student } = await buildStudent()
  const presses = await Promise.allSettled(Array.from({ length: 20 }, () => student.freeCourses.take({ course_id })))
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(student.freeCourses.take({ course_id })).rejects.toMatchObject({ code: 'already_purchased' })
  expect(await enrolled(user.id)).toEqual([{ course_id, free: true, order_id: null }])
  expect(await server.db('orders').where({ user_id: user.id })).toEqual([])
  const page = await owner.students.get({ id: user.user_id } as never)
  expect(page.courses).toMatchObject([{ course_id, source: { kind: 'free' } }])
})

test('a course that costs something later stays with who took it, and nobody else takes it', async () => {
  const { user, student } = await buildStudent()
  await student.freeCourses.take({ course_id })
  await change({ free: false, price: 499 })
  expect(await enrolled(user.id)).toHaveLength(1)
  const other = await buildStudent()
  await expect(other.student.freeCourses.take({ course_id })).rejects.toMatchObject({ status: 404 })
  expect((await other.student.orders.buy({ query: { user_id: other.user.user_id }, body: [course_id] })).amount).toBe(
    499,
  )
})

test('a free course is never bought', async () => {
  const { user, student } = await buildStudent()
  const paid = (await buildCourse(server.db)).course_id
  const buy = student.orders.buy({ query: { user_id: user.user_id }, body: [paid, course_id] })
  await expect(buy).rejects.toMatchObject({ status: 422, message: 'This course is free. Take it on its page.' })
})

const requestFree = (email: string, more: object = {}) =>
  server.api().freeCourses.ask({ course_id, name: 'Asha Rao', email, ...more })
const mails = async (email: string) =>
  (await mailsTo(server.dataDir, email)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))

test('a visitor gets an account with the course by email, and news only by the box', async () => {
  const answer = await requestFree('asha.free@example.com', { news: true })
  expect(answer.message).toMatch(/emailed/)
  await expect.poll(async () => (await mails('asha.free@example.com')).length).toBe(1)
  const user = await server.db('users').where({ email: 'asha.free@example.com' }).first()
  expect(user).toMatchObject({ name: 'Asha Rao', email_proven_at: null, password_hash: null })
  expect(await enrolled(user.id)).toEqual([{ course_id, free: true, order_id: null }])
  expect(await server.db('consents').where({ user_id: user.id })).toMatchObject([
    { purpose: 'news_email', agreed: true },
  ])
  await requestFree('without.news@example.com')
  await expect.poll(async () => (await mails('without.news@example.com')).length).toBe(1)
  const other = await server.db('users').where({ email: 'without.news@example.com' }).first()
  expect(await server.db('consents').where({ user_id: other.id })).toEqual([])
})

test('the email of a free course names it, and its link logs in once', async () => {
  const email = 'begins.at.once@example.com'
  await requestFree(email)
  await expect.poll(async () => (await mails(email)).length).toBe(1)
  const [mail = ''] = await mails(email)
  const { name } = await server.db('courses').where({ course_id }).first('name')
  expect(mail).toContain(`Your course is open: ${name}`)
  expect(mail).not.toContain('password')
  const token = /\/confirm\?kind=3Dstart#([\w-]{43})/.exec(mail)?.[1] ?? ''
  const { access_token, user } = await server.api().account.logInByLink({ token })
  expect(user.email).toBe(email)
  expect((await server.api(access_token).account.dashboard()).orders).toMatchObject([{ course_id }])
  await expect(server.api().account.logInByLink({ token })).rejects.toMatchObject({ code: 'link_expired' })
})

test('a wish for news by a visitor counts once the link of its email was opened', async () => {
  const email = 'wish.for.news@example.com'
  const segment = JSON.stringify({ all: [{ consent: 'news_email' }] })
  const readers = async () => (await owner.users.list({ segment })).filter((user) => user.email === email)
  await requestFree(email, { news: true })
  await expect.poll(async () => (await mails(email)).length).toBe(1)
  const [mail = ''] = await mails(email)
  expect(await readers()).toEqual([])
  const token = /\/confirm\?kind=3Dstart#([\w-]{43})/.exec(mail)?.[1] ?? ''
  await server.api().account.logInByLink({ token })
  expect(await readers()).toHaveLength(1)
})

test('a course that an admin gives to an address a visitor typed waits until it is proven', async () => {
  const email = 'typed.by.somebody@example.com'
  await requestFree(email)
  await expect.poll(async () => (await mails(email)).length).toBe(1)
  const paid = (await buildCourse(server.db)).course_id
  const people = [{ email, phone: null, name: null }]
  expect(await owner.enrolments.give({ people, course_ids: [paid], mail: false })).toMatchObject({
    given: 0,
    waiting: 1,
  })
  const user = await server.db('users').where({ email }).first('id')
  expect(await enrolled(user.id)).toMatchObject([{ free: true }])
})

test('an address with an account gets a login by email and no course, and the answer is the same', async () => {
  const { user } = await buildStudent()
  const { email } = await server.db('users').where({ id: user.id }).first('email')
  const before = await server.db('users').where({ id: user.id }).first('name', 'password_hash')
  expect(await requestFree(email, { news: true })).toEqual(await requestFree('somebody.new@example.com'))
  await expect.poll(async () => (await mails(email)).length).toBe(1)
  expect(await enrolled(user.id)).toEqual([])
  expect(await server.db('consents').where({ user_id: user.id })).toEqual([])
  expect(await server.db('users').where({ id: user.id }).first('name', 'password_hash')).toEqual(before)
})

test('a course that costs something is 404 for a visitor', async () => {
  course_id = (await buildCourse(server.db)).course_id
  await expect(requestFree('nobody@example.com')).rejects.toMatchObject({ status: 404 })
  expect(await server.db('users').where({ email: 'nobody@example.com' })).toEqual([])
})

test('a free course inside a bundle has no share of its price', async () => {
  const { user, student } = await buildStudent()
  const paid = (await buildCourse(server.db, { price: 300 })).course_id
  const bundle = (await buildCourse(server.db, { price: 250 })).course_id
  const inside = { kind: 'bundle', bundle_courses: JSON.stringify([course_id, paid]) }
  await server.db('courses').where({ course_id: bundle }).update(inside)
  const { order_id, amount } = await student.orders.buy({ query: { user_id: user.user_id }, body: [bundle] })
  expect(amount).toBe(250)
  expect(
    await server.db('order_lines').where({ order_id }).orderBy('position').select('course_id', 'total_paise'),
  ).toEqual([
    { course_id, total_paise: 0 },
    { course_id: paid, total_paise: 25_000 },
  ])
})

test('free courses are counted apart from sales', async () => {
  const day = { from: '2026-01-05', to: '2026-01-05' }
  for (const granted_at of ['2026-01-05T18:29:59Z', '2026-01-05T18:30:00Z']) {
    const { user, student } = await buildStudent()
    await student.freeCourses.take({ course_id })
    await server.db('enrolments').where({ course_id, user_id: user.id }).update({ granted_at })
  }
  await buildEnrolment(server.db, { course_id })
  expect(await owner.courses.numbers({ id: course_id })).toMatchObject({ sales: 1, students: 3, free: 2 })
  expect(await owner.overview.get(day)).toMatchObject({ free: 1, totals: { orders: 0, revenue: 0 } })
})
