import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { actualTexts } from '../../../test/pdf.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { bringProgress } from '../learning/moved-progress.ts'
import { applyWaitingProgress } from '../learning/waiting-progress.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

/** Creates a course of two lessons that gives a certificate. */
async function course(name = 'Reels that sell') {
  const { course_id } = await buildCourse(server.db, { name })
  const lessons = []
  for (let at = 0; at < 2; at++) lessons.push((await buildLesson(server.db, { course_id, seconds: 20 })).lesson_id)
  const editor = server.api(await server.adminToken('editor'))
  await editor.certificates.setOffer({ params: { course_id }, body: { offered: true } })
  return { course_id, lessons }
}

/** Creates a student of the course who watched and completed so many of its lessons. */
async function learner({ course_id, lessons }: Awaited<ReturnType<typeof course>>, done = 2, name = 'Meera Iyer') {
  const user = await buildUser(server.db, { name })
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const api = server.api(await server.userToken(user))
  for (const lesson_id of lessons.slice(0, done)) {
    server.clock.advance(10_000)
    await api.learning.progress({ course_id, lesson_id, seconds: 10, completed: true })
  }
  return { user, api, params: { course_id } }
}

test('the certificate needs the completed course, and belongs to its student', async () => {
  const bought = await course()
  const [early, ready] = [await learner(bought, 1), await learner(bought, 2)]
  const { api } = ready
  const stranger = server.api(await server.userToken(await buildUser(server.db)))
  const body = { name: 'Meera Iyer' }
  for (const { certificates } of [early.api, stranger]) {
    expect(await certificates.get(ready.params)).toMatchObject({ certificate: null, may_take: false })
    await expect(certificates.take({ params: ready.params, body })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await api.certificates.get(ready.params)).toEqual({
    certificate: null,
    may_take: true,
    missing: [],
    suggested_name: 'Meera Iyer',
  })
  const taken = await api.certificates.take({ params: ready.params, body: { name: '  Meera Iyer ' } })
  expect(taken).toMatchObject({
    name: 'Meera Iyer',
    course_name: 'Reels that sell',
    status: 'valid',
    revoked_reason: null,
  })
  expect(taken.code).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  expect(taken.address).toBe(`${server.ctx.config.storeUrl}/c/${taken.code}`)
  await expect(api.certificates.take({ params: ready.params, body: { name: 'M' } })).rejects.toMatchObject({
    status: 422,
  })
})

test('only time measured by the server counts for a certificate, by beat, late beat and repeated completion', async () => {
  const { course_id, lessons } = await course()
  const [film = '', text = ''] = lessons
  const at = { course_id, lesson_id: film }
  await server.db('lessons').where(at).update({ title: 'Film', seconds: 600 })
  await server.db('lessons').where({ lesson_id: text }).update({ title: 'Text', seconds: null })
  const { api, user, params } = await learner({ course_id, lessons }, 0)
  const body = { name: 'Meera Iyer' }
  const missing = async () => (await api.certificates.get(params)).missing
  for (const lesson_id of lessons) await api.learning.progress({ course_id, lesson_id, seconds: 0, completed: true })
  const late = { course_id, lesson_id: film, seconds: 86_400, completed: true }
  const first = { device: 'a device', number: 1, beats: [late] }
  await api.offline.beats(first)
  // The course reads as completed, and a first beat can claim at most 15 seconds.
  expect(await missing()).toEqual([
    { lesson_id: film, title: 'Film', seconds: 225 },
    { lesson_id: text, title: 'Text', seconds: 20 },
  ])
  await expect(api.certificates.take({ params, body })).rejects.toMatchObject({
    status: 403,
    message: 'Too little of “Film” was watched for a certificate',
  })
  // At double speed ten minutes take five, and a student who skipped the last of them has seen enough.
  server.clock.advance(225_000)
  await api.learning.progress({ ...at, seconds: 225 })
  expect(await missing()).toEqual([{ lesson_id: text, title: 'Text', seconds: 20 }])
  server.clock.advance(20_000)
  await api.learning.progress({ course_id, lesson_id: text, seconds: 20 })
  expect(await api.certificates.get(params)).toMatchObject({ may_take: true, missing: [] })
  // A shorter replacement file requires no more time; a longer one requires its share.
  await server.db('lessons').where(at).update({ seconds: 30 })
  expect(await api.certificates.get(params)).toMatchObject({ may_take: true })
  await server.db('lessons').where(at).update({ seconds: 900 })
  expect(await missing()).toEqual([{ lesson_id: film, title: 'Film', seconds: 120 }])
  await server.db('lessons').where(at).update({ kind: 'quiz', watch_link: '' })
  await api.certificates.take({ params, body })
  expect(await server.db('certificates').where({ user_id: user.id })).toHaveLength(1)
})

test('the certificate carries the account’s name, which holds no address', async () => {
  const bought = await course()
  const signed = [
    'Meera Iyer',
    'मीरा अय्यर',
    'A.P.J. Abdul Kalam',
    'Dr.Rao',
    'S.Kumar',
    'Ravi Kumar M.Com',
    'Meera S. Iyer',
  ]
  const refused = [
    'Dr. A P J Abdul Kalam, IIT Bombay - free UPI gift: www.evil.example/win',
    'Ravi evil.example',
    'Ravi gift.in',
    'ravi@evil.example',
    'Ravi t.me/win',
    'https:evil',
    'Ravi upi.link',
  ]
  for (const name of [...signed, ...refused]) {
    const { api, params } = await learner(bought, 2, name)
    const message = /^(A name cannot hold an address|Must be at most 100)/
    const taken = api.certificates.take({ params, body: { name } })
    if (signed.includes(name)) expect(await taken).toMatchObject({ name })
    else
      await expect(taken).rejects.toMatchObject({
        status: 422,
        data: { errors: [{ path: expect.stringMatching(/name$/) }] },
      })
    if (refused.includes(name)) await expect(taken).rejects.toThrow(message)
  }
  const { api, params } = await learner(bought)
  const other = { name: 'Dr. A P J Abdul Kalam' }
  await expect(api.certificates.take({ params, body: other })).rejects.toMatchObject({ status: 422 })
  expect((await api.certificates.get(params)).certificate).toBeNull()
})

test('the certificate is printed in the student’s language at issue', async () => {
  const one = await learner(await course())
  await server.db('users').where({ id: one.user.id }).update({ language: 'hi' })
  await one.api.certificates.take({ params: one.params, body: { name: 'Meera Iyer' } })
  await server.db('users').where({ id: one.user.id }).update({ language: 'mr' })
  // The store's language decides, whatever the account was made in.
  const two = await learner(await course())
  await two.api.certificates.take({ params: two.params, body: { name: 'Meera Iyer', language: 'hi' } })
  for (const { api, params } of [one, two]) {
    const bytes = Buffer.from(await (await api.certificates.pdf(params)).arrayBuffer())
    expect(actualTexts(bytes)).toContain('कोर्स पूरा करने का सर्टिफ़िकेट')
  }
})

test('a course without the switch gives none; issued ones stay when it is turned off', async () => {
  const bought = await course()
  const [first, second] = [await learner(bought), await learner(bought)]
  await first.api.certificates.take({ params: first.params, body: { name: 'Meera Iyer' } })
  const owner = server.api(await server.adminToken('owner'))
  await owner.certificates.setOffer({ params: first.params, body: { offered: false } })
  expect(await owner.certificates.offer(first.params)).toEqual({ offered: false })
  expect((await first.api.certificates.get(first.params)).certificate).toMatchObject({ status: 'valid' })
  expect(await second.api.certificates.get(second.params)).toMatchObject({ may_take: false })
  await expect(
    second.api.certificates.take({ params: second.params, body: { name: 'Meera Iyer' } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(owner.certificates.offer({ course_id: 'no-such-course' })).rejects.toMatchObject({ status: 404 })
})

test('a student has one certificate of a course, from however many tabs', async () => {
  const { api, params, user } = await learner(await course())
  const take = () => api.certificates.take({ params, body: { name: 'Meera Iyer' } })
  const taken = await Promise.all([take(), take(), take(), take()])
  expect(new Set(taken.map(({ code }) => code)).size).toBe(1)
  const again = await take()
  expect(again).toEqual(taken[0])
  expect(await server.db('certificates').where({ user_id: user.id })).toHaveLength(1)
})

test('a printed certificate survives renames of student, course and shop', async () => {
  const { api, params, user } = await learner(await course('Old title'), 2, 'Old Name')
  await api.certificates.take({ params, body: { name: 'Old Name' } })
  await server.db('users').where({ id: user.id }).update({ name: 'New Name' })
  await server.db('courses').where(params).update({ name: 'New title' })
  expect((await api.certificates.get(params)).certificate).toMatchObject({ name: 'Old Name', course_name: 'Old title' })
})

test('the owner revokes with a reason and restores; both are noted, and the student reads the reason', async () => {
  const { api, params, user } = await learner(await course(), 2, 'Asha Rao')
  const { code } = await api.certificates.take({ params, body: { name: 'Asha Rao' } })
  const owner = server.api(await server.adminToken('owner'))
  const found = await owner.certificates.list({ q: code.toUpperCase() })
  expect(found).toMatchObject({ total: 1, certificates: [{ student: 'Asha Rao', name: 'Asha Rao', by_hand: false }] })
  const target = { certificate_id: String(found.certificates[0]?.certificate_id) }
  const reason = 'The final task was copied.'
  expect(await owner.certificates.revoke({ params: target, body: { reason } })).toMatchObject({ status: 'revoked' })
  expect((await api.certificates.get(params)).certificate).toMatchObject({ status: 'revoked', revoked_reason: reason })
  expect(await owner.certificates.revoke({ params: target, body: { reason: '' } })).toMatchObject({ status: 'valid' })
  const log = await server.db('activity').where({ target_id: user.user_id }).orderBy('id').select('before', 'after')
  const notified = { certificate: 'valid', course: 'Reels that sell' }
  expect(log).toEqual([
    { before: notified, after: { ...notified, certificate: 'revoked', reason } },
    { before: { ...notified, certificate: 'revoked' }, after: notified },
  ])
  for (const role of ['support', 'editor', 'finance'] as const) {
    const other = server.api(await server.adminToken(role))
    await expect(other.certificates.revoke({ params: target, body: { reason } })).rejects.toMatchObject({ status: 403 })
  }
  expect(await owner.certificates.list({ user_id: user.user_id, course_id: 'reels' })).toMatchObject({ total: 0 })
})

test('a refunded or removed course revokes its certificate, and a restored one restores it', async () => {
  const { api, params, user } = await learner(await course(), 2, 'Asha Rao')
  await api.certificates.take({ params, body: { name: 'Asha Rao' } })
  const enrolment = server.db('enrolments').where({ user_id: user.id })
  await enrolment.clone().update({ revoked_at: server.ctx.now() })
  expect((await api.certificates.get(params)).certificate).toMatchObject({
    status: 'revoked',
    revoked_reason: 'The course was refunded or removed.',
  })
  await enrolment.clone().update({ revoked_at: null })
  expect((await api.certificates.get(params)).certificate).toMatchObject({ status: 'valid', revoked_reason: null })
})

test('the certificate goes with the account', async () => {
  const { api, params, user } = await learner(await course(), 2, 'Asha Rao')
  await api.certificates.take({ params, body: { name: 'Asha Rao' } })
  const owner = server.api(await server.adminToken('owner'))
  await owner.users.delete({ params: { id: user.user_id } })
  expect(await server.db('certificates').where({ user_id: user.id })).toEqual([])
})

test('lessons done in the shop before count by the owner’s word, and no certificate is issued by itself', async () => {
  const made = await course()
  const { user, api, params } = await learner(made, 0)
  await server.db.transaction((trx) =>
    bringProgress(trx, [{ user_id: user.id, course_id: made.course_id, percent: 100 }], { now: server.ctx.now() }),
  )
  expect(await api.certificates.get(params)).toMatchObject({ certificate: null, may_take: true, missing: [] })
  expect(await server.db('certificates').where({ user_id: user.id })).toEqual([])
  expect(await api.certificates.take({ params, body: { name: 'Meera Iyer' } })).toMatchObject({ status: 'valid' })
})

test('a student who completed the course in the shop before takes the certificate once its lessons are there', async () => {
  const { course_id } = await course()
  const { user, api, params } = await learner({ course_id, lessons: [] }, 0)
  await server.db('lessons').where({ course_id }).delete()
  const stored = { user_id: user.id, course_id, progress: { percent: 100 }, stored_at: server.ctx.now() }
  await server.db('waiting_progress').insert(stored)
  await applyWaitingProgress(server.ctx)
  expect(await api.certificates.get(params)).toMatchObject({ may_take: false })
  await buildLesson(server.db, { course_id, seconds: 600 })
  await server.db('courses').where({ course_id }).update({ lessons_updated_at: server.ctx.now() })
  await applyWaitingProgress(server.ctx)
  expect(await api.certificates.get(params)).toMatchObject({ may_take: true, missing: [] })
})
