import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { awaitMail, passwordIn } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { sweepJob } from '../../serve/jobs/shop.jobs.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  api = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

const byEmail = ({ email }: { email: string }) => ({ email, phone: null, name: null })
const unproven = () => buildUser(server.db, { email_proven_at: null })
const logIn = ({ email }: { email: string }, password = PASSWORD) =>
  server.api().auth.login({ email, phone: '', password })
const coursesOf = async (token: string) =>
  (await server.api(token).account.dashboard({})).orders.map(({ course_id }) => course_id)
const names = async ({ user_id }: { user_id: string }) => {
  const { courses, waiting } = await api.students.get({ id: user_id })
  return { has: courses.map(({ course_name }) => course_name), waits: waiting }
}

test('a course granted to an address goes to its proven holder, not to its first registrant', async () => {
  const { course_id, name } = await buildCourse(server.db)
  const squatted = await unproven()
  const { access_token: squatter } = await logIn(squatted)
  const people = [byEmail(squatted)]
  const body = { course_ids: [course_id], people, mail: true }
  expect(await api.enrolments.give(body)).toMatchObject({ given: 0, waiting: 1, had: 0 })
  expect(await api.enrolments.give(body)).toMatchObject({ given: 0, waiting: 0, had: 1 })
  expect(await coursesOf(squatter)).toEqual([])
  expect(await names(squatted)).toEqual({ has: [], waits: [name] })

  const mail = await awaitMail(server.dataDir, squatted.email, 'nobody has confirmed')
  const own = { current_password: PASSWORD, new_password: `Another-${PASSWORD}` }
  const { access_token: another } = await server.api(squatter).account.changePassword(own)
  const { access_token: owner } = await logIn(squatted, passwordIn(mail))
  await expect.poll(() => coursesOf(owner)).toEqual([course_id])
  await expect(coursesOf(another)).rejects.toMatchObject({ status: 401 })
  await expect(logIn(squatted, own.new_password)).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await names(squatted)).toEqual({ has: [name], waits: [] })
})

test('a buyer who paid gets a course by hand at once, also before the address is proven', async () => {
  const { course_id, name } = await buildCourse(server.db)
  const buyer = await unproven()
  await buildPaidOrder(server.db, { user_id: buyer.id })
  const body = { course_ids: [course_id], people: [byEmail(buyer)], mail: false }
  expect(await api.enrolments.give(body)).toMatchObject({ given: 1, waiting: 0 })
  expect(await names(buyer)).toMatchObject({ has: [name], waits: [] })
})

test('a waiting course stays with its address when the account leaves it, for the next who proves it', async () => {
  const { course_id } = await buildCourse(server.db)
  const gone = await unproven()
  await api.enrolments.give({ course_ids: [course_id], people: [byEmail(gone)], mail: false })
  const { access_token: leaver } = await logIn(gone)
  await server.api(leaver).account.deleteOwn({ current_password: PASSWORD })
  const later = await buildUser(server.db, { email: gone.email, email_proven_at: null })
  await server.api().auth.forgetPassword({ email: later.email, phone: '' })
  const mail = await awaitMail(server.dataDir, later.email, 'Subject: Your temporary password')
  const { access_token } = await logIn(later, passwordIn(mail))
  await expect.poll(() => coursesOf(access_token)).toEqual([course_id])
})

test('a waiting course can be removed, follows a corrected address, and expires with its access', async () => {
  const { db } = server
  const [{ course_id, name }, other] = [await buildCourse(db), await buildCourse(db)]
  const user = await unproven()
  const course_ids = [course_id, other.course_id]
  await api.enrolments.give({ course_ids, people: [byEmail(user)], mail: false })
  await db('waiting_courses')
    .where({ course_id: other.course_id })
    .update({ given_until: new Date(0) })
  const right = { ...user, email: `right-${user.email}` }
  await server
    .api(await server.adminToken('owner'))
    .users.update({ params: { id: user.user_id }, body: { email: right.email } })
  expect((await names(user)).waits).toHaveLength(2)
  await server.api().auth.forgetPassword({ email: right.email, phone: '' })
  const mail = await awaitMail(server.dataDir, right.email, 'Subject: Your temporary password')
  await logIn(right, passwordIn(mail))
  await expect.poll(() => names(user)).toEqual({ has: [name], waits: [] })

  const taken = await unproven()
  const requested = { course_ids: [course_id], people: [byEmail(taken)] }
  await api.enrolments.give({ ...requested, mail: false })
  const plan = await api.enrolments.plan({ course_ids: [course_id], text: taken.email })
  expect(plan.lines).toMatchObject([{ state: 'given' }])
  expect(await api.enrolments.take({ ...requested, paid: false })).toEqual({ taken: 1, kept: 0, had_none: 0 })
  expect(await names(taken)).toEqual({ has: [], waits: [] })
})

test('an unclaimed course waits for a year, an expired one no longer', async () => {
  const [{ course_id, name }, other] = [await buildCourse(server.db), await buildCourse(server.db)]
  const user = await unproven()
  const course_ids = [course_id, other.course_id]
  await api.enrolments.give({ course_ids, people: [byEmail(user)], mail: false })
  const sweep = () => sweepJob(server.ctx).run({}, 'one')
  await sweep()
  expect((await names(user)).waits).toHaveLength(2)
  const ages = server.db('waiting_courses').where({ email: user.email })
  await ages.clone().where({ course_id: other.course_id }).update({ given_until: new Date() })
  await ages
    .clone()
    .where({ course_id })
    .update({ given_at: new Date(Date.now() - 364 * DAY_MS) })
  await sweep()
  expect((await names(user)).waits).toEqual([name])
  await ages.clone().update({ given_at: new Date(Date.now() - 366 * DAY_MS) })
  await sweep()
  expect((await names(user)).waits).toEqual([])
})

test('a course that is taken back from an address without an account is noted under what the address begins with', async () => {
  const { course_id } = await buildCourse(server.db)
  const gone = await unproven()
  const requested = { course_ids: [course_id], people: [byEmail(gone)] }
  await api.enrolments.give({ ...requested, mail: false })
  await server.api((await logIn(gone)).access_token).account.deleteOwn({ current_password: PASSWORD })
  expect(await api.enrolments.take({ ...requested, paid: false })).toMatchObject({ taken: 1 })
  const noted = await server.db('activity').where({ call: 'enrolments.take' }).orderBy('id', 'desc').first()
  const name = `${gone.email.slice(0, 1)}…${gone.email.slice(gone.email.indexOf('@'))}`
  expect(noted).toMatchObject({ kind: 'user', target_id: null, target_name: name })
})
