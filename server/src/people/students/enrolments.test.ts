import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { createJobs } from '../../serve/jobs/index.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

const person = (email: string | null, phone: string | null = null) => ({ email, phone, name: null })
const owned = async (userId: number) =>
  (await server.db('enrolments').where({ user_id: userId }).whereNull('revoked_at').orderBy('course_id')).map(
    ({ course_id }) => course_id,
  )

test('grantable courses are listed by name, drafts included, without those in the bin', async () => {
  const { db } = server
  const build = (name: string, more = {}) => buildCourse(db, { name: `Weaving ${name}`, ...more })
  const [sold, draft] = [await build('b'), await build('A', { state: 'draft' })]
  await build('c', { deleted_at: new Date() })
  expect(await api.enrolments.courses({ q: 'weaving' })).toEqual({
    courses: [
      { course_id: draft.course_id, name: 'Weaving A', price: 499, published: false, kind: 'course' },
      { course_id: sold.course_id, name: 'Weaving b', price: 499, published: true, kind: 'course' },
    ],
    total: 2,
  })
  expect(await api.enrolments.courses({ q: 'weaving', limit: '1' })).toMatchObject({ courses: [{}], total: 2 })
})

test('giving makes accounts and gives courses without an order; again it changes nothing', async () => {
  const { db } = server
  const { course_id } = await buildCourse(db)
  const known = await buildUser(db)
  const body = {
    course_ids: [course_id],
    people: [person('made@example.com', '9811100001'), person(null, known.phone)],
    mail: true,
  }
  const orders = await db('orders').count({ total: '*' }).first()
  expect(await api.enrolments.give(body)).toEqual({ given: 2, waiting: 0, accounts: 1, had: 0, refused: [] })
  expect(await api.enrolments.give(body)).toMatchObject({ given: 0, accounts: 0, had: 2 })
  // Nobody gets into a made account but by its mailbox: another line about the same person is as good.
  const other = { ...body, course_ids: [(await buildCourse(db)).course_id], people: [person('made@example.com')] }
  expect(await api.enrolments.give({ ...other, mail: false })).toMatchObject({ given: 1, waiting: 0 })
  expect(await db('orders').count({ total: '*' }).first()).toEqual(orders)
  const made = await db('users').where({ email: 'made@example.com' }).first()
  expect(made).toMatchObject({ phone: '9811100001', password_hash: null, email_proven_at: null })
  expect([await owned(made.id), await owned(known.id)]).toEqual([[course_id, ...other.course_ids].sort(), [course_id]])
  expect(await db('pgboss.job').where({ name: 'enrolled-mail' }).count({ total: '*' }).first()).toEqual({ total: 2 })
  const page = await api.students.get({ id: made.user_id })
  expect(page.courses[0]?.source).toEqual({ kind: 'hand', by: expect.stringContaining('@') })
  const foreign = { ...body, people: [person('stranger@example.com', known.phone)] }
  // A phone that an owner enters logs in to whom the owner named.
  expect(await api.enrolments.give(foreign)).toMatchObject({ given: 1, accounts: 1, refused: [] })
  expect(await db('users').where({ email: 'stranger@example.com' }).first()).toMatchObject({ phone_key: known.phone })
})

test('a bundle by hand opens its courses, and taking it removes them', async () => {
  const { db } = server
  const [one, other] = [await buildCourse(db), await buildCourse(db)]
  const bundle_courses = [one.course_id, other.course_id]
  const bundle = await buildCourse(db, { kind: 'bundle', bundle_courses })
  const known = await buildUser(db)
  const body = { course_ids: [bundle.course_id], people: [person(known.email)] }
  expect(await api.enrolments.give({ ...body, mail: false })).toMatchObject({ given: 1, had: 0 })
  expect(await owned(known.id)).toEqual(bundle_courses.toSorted())
  expect(await api.enrolments.give({ ...body, mail: false })).toMatchObject({ given: 0, had: 1 })
  const { lines } = await api.enrolments.plan({ course_ids: body.course_ids, text: known.email })
  expect(lines).toMatchObject([{ state: 'given', course_ids: bundle_courses }])
  expect(await api.enrolments.take({ ...body, paid: false })).toMatchObject({ taken: 1 })
  expect(await owned(known.id)).toEqual([])
})

test('the database counts its rows anew after many were written', async () => {
  const { db } = server
  const { course_id } = await buildCourse(db)
  const people = Array.from({ length: 20 }, (_, n) => person(`many${n}@example.com`))
  const known = async () => Number((await db('pg_class').where({ relname: 'enrolments' }).first('reltuples')).reltuples)
  const before = await known()
  await api.enrolments.give({ course_ids: [course_id], people, mail: false })
  await server.answerWaiting('analyze-tables')
  expect(await known()).toBeGreaterThanOrEqual(Math.max(before, 0) + 20)
})

test('two admins with one list at once make each account once', async () => {
  const { course_id } = await buildCourse(server.db)
  const people = Array.from({ length: 20 }, (_, at) => person(`both-${at}@example.com`))
  const answers = await Promise.all([
    api.enrolments.give({ course_ids: [course_id], people, mail: false }),
    api.enrolments.give({ course_ids: [course_id], people: people.toReversed(), mail: false }),
  ])
  expect(answers.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(20)
  const rows = await server.db('enrolments').where({ course_id })
  expect(rows).toHaveLength(20)
})

test('the mail of a new account has a password that logs in for days, until an own one is stored; one that was there gets none', async () => {
  const { db, ctx } = server
  const { course_id, name } = await buildCourse(db, { name: 'A course by hand' })
  const known = await buildUser(db)
  await db('pgboss.job').where({ name: 'enrolled-mail' }).delete()
  const sent: { to: string; subject: string; text: string }[] = []
  const job = createJobs({
    ...ctx,
    mailer: { ...ctx.mailer, send: async (mail: never) => void sent.push(mail) } as never,
  }).find((one) => one.name === 'enrolled-mail')
  await api.enrolments.give({
    course_ids: [course_id],
    people: [person('first@example.com'), person(known.email)],
    mail: true,
  })
  for (const { id, data } of await db('pgboss.job').where({ name: 'enrolled-mail' })) await job?.run(data, id)
  const mailOf = (to: string) => sent.find((mail) => mail.to === to)?.text ?? ''
  expect(mailOf(known.email)).toContain(name)
  expect(mailOf(known.email)).not.toMatch(/password/i)
  const password = /choose your own\.\n\n(\S+)\n/.exec(mailOf('first@example.com'))?.[1] ?? ''
  server.clock.advance(6 * 86_400_000)
  const logIn = () => server.api().auth.login({ email: 'first@example.com', phone: '', password })
  expect(await logIn()).toMatchObject({ must_change_password: true })
  const again = await logIn()
  const own = { current_password: password, new_password: 'An own password 1' }
  await server.api(again.access_token).account.changePassword(own)
  await expect(logIn()).rejects.toMatchObject({ code: 'invalid_credentials' })
  server.clock.advance(-6 * 86_400_000)
})

test('removal leaves paid courses unless they are included, and never deletes progress', async () => {
  const { db } = server
  const bought = await buildEnrolment(db)
  const { course_id } = bought
  await db('users').where({ id: bought.user_id }).update({ email: 'bought@example.com' })
  const input = await buildUser(db)
  const lesson = await buildLesson(db, { course_id })
  const course_ids = [course_id]
  await api.enrolments.give({ course_ids, people: [person(input.email)], mail: false })
  await db('lesson_progress').insert({ user_id: input.id, course_id, lesson_id: lesson.lesson_id, seconds: 60 })
  const people = [person(input.email), person('bought@example.com'), person('nobody@example.com')]
  const text = people.map(({ email }) => email).join('\n')
  const { lines } = await api.enrolments.plan({ course_ids, text })
  expect(lines.map(({ state }) => state)).toEqual(['given', 'paid', 'nothing'])
  expect(await api.enrolments.take({ course_ids, people, paid: false })).toEqual({ taken: 1, kept: 1, had_none: 1 })
  expect(await api.enrolments.take({ course_ids, people, paid: false })).toEqual({ taken: 0, kept: 1, had_none: 2 })
  expect([await owned(input.id), await owned(bought.user_id)]).toEqual([[], [course_id]])
  expect(await db('lesson_progress').where({ user_id: input.id })).toHaveLength(1)
  expect(await api.enrolments.take({ course_ids, people, paid: true })).toEqual({ taken: 1, kept: 0, had_none: 2 })
  expect(await owned(bought.user_id)).toEqual([])
})

test('a table of students names the courses that each line takes away, and odd lines say why not', async () => {
  const { db } = server
  const one = await buildCourse(db, { name: 'Reels, from zero' })
  const two = await buildCourse(db, { name: 'Shorts of a table' })
  const [known, other] = [await buildUser(db), await buildUser(db)]
  const course_ids = [one.course_id, two.course_id]
  await api.enrolments.give({ course_ids, people: [person(known.email)], mail: false })
  await buildEnrolment(db, { user_id: other.id, course_id: one.course_id })
  const text = [
    'Name;E-mail;Phone;Courses',
    `Asha;${known.email.toUpperCase()};;reels, FROM zero|${two.course_id}`,
    `;${other.email};;Reels, from zero`,
    `;;${other.phone};Reels, from zero`,
    ';nobody.table@example.com;;Shorts of a table',
    `;${known.email};;No such course`,
    `;${known.email};;`,
    ';asha@;;Shorts of a table',
  ].join('\n')
  const { lines } = await api.enrolments.plan({ course_ids: [], text })
  expect(lines.map(({ line, state, course_ids, reason }) => [line, state, course_ids.length, reason])).toEqual([
    [2, 'given', 2, null],
    [3, 'paid', 1, 'Bought it or got it from a buyer'],
    [4, 'duplicate', 1, 'The same person as in line 3'],
    [5, 'nothing', 1, 'There is no such account'],
    [6, 'invalid', 0, 'No course is called “No such course”'],
    [7, 'invalid', 0, 'The line names no course: choose one for all'],
    [8, 'invalid', 1, '“asha@” is no email address'],
  ])
  // A line without a course is about the courses of the whole list.
  const both = await api.enrolments.plan({ course_ids: [two.course_id], text })
  expect(both.lines[5]).toMatchObject({ state: 'given', course_ids: [two.course_id] })
  const unknown = api.enrolments.plan({ course_ids: ['no-such'], text: 'a@example.com' })
  await expect(unknown).rejects.toMatchObject({ status: 404, message: 'Course not found' })
})
