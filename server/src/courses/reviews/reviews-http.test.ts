import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const stars = (count: number, text = '', show_name = false) => ({ stars: count, text, show_name })

/** Creates a course with 10 lessons on sale. */
async function course() {
  const { course_id } = await buildCourse(server.db)
  const lessons = []
  for (let at = 0; at < 10; at++) lessons.push((await buildLesson(server.db, { course_id, seconds: 20 })).lesson_id)
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
  return { user, api }
}

const shown = async (course_id: string) => (await server.api().courses.get({ id: course_id })).reviews

test('only a student who completed 20 % of the course reviews it', async () => {
  const bought = await course()
  const { course_id } = bought
  const [early, ready] = [await learner(bought, 1), await learner(bought, 2)]
  const stranger = server.api(await server.userToken(await buildUser(server.db)))
  const params = { course_id }
  for (const { reviews } of [early.api, stranger]) {
    expect(await reviews.mine(params)).toEqual({ may_review: false, review: null })
    await expect(reviews.save({ params, body: stars(5) })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  expect(await shown(course_id)).toBeUndefined()
  expect(await ready.api.reviews.mine(params)).toEqual({ may_review: true, review: null })
  await ready.api.reviews.save({ params, body: stars(4, '  Clear and short.  ') })
  expect(await shown(course_id)).toMatchObject({
    average: 4,
    count: 1,
    latest: [{ stars: 4, text: 'Clear and short.', name: null, reply: null }],
  })
  await expect(ready.api.reviews.save({ params, body: stars(6) })).rejects.toMatchObject({ status: 422 })
  await expect(ready.api.reviews.save({ params, body: stars(5, 'x'.repeat(1001)) })).rejects.toMatchObject({
    status: 422,
  })
})

test('lessons marked without watching count for no review', async () => {
  const bought = await course()
  const { api } = await learner(bought, 0)
  const params = { course_id: bought.course_id }
  for (const lesson_id of bought.lessons)
    await api.learning.progress({ ...params, lesson_id, seconds: 0, completed: true })
  expect(await api.reviews.mine(params)).toMatchObject({ may_review: false })
  await expect(api.reviews.save({ params, body: stars(1) })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a student has one review, with the first name by consent alone', async () => {
  const bought = await course()
  const { api } = await learner(bought)
  const params = { course_id: bought.course_id }
  await api.reviews.save({ params, body: stars(2, 'Too fast', true) })
  expect((await shown(bought.course_id))?.latest).toMatchObject([{ name: 'Meera', finished: 20 }])
  await api.reviews.save({ params, body: stars(5, 'Much better now') })
  expect(await shown(bought.course_id)).toMatchObject({ average: 5, count: 1, latest: [{ name: null }] })
  await api.reviews.remove({ params })
  await expect(api.reviews.remove({ params })).rejects.toMatchObject({ status: 404 })
  expect(await shown(bought.course_id)).toBeUndefined()
})

test('the average covers all shown reviews, and the page has the latest ten', async () => {
  const bought = await course()
  for (let at = 1; at <= 11; at++) {
    const { api } = await learner(bought)
    await api.reviews.save({ params: { course_id: bought.course_id }, body: stars((at % 5) + 1, `Review ${at}`) })
  }
  const found = await shown(bought.course_id)
  expect(found).toMatchObject({ count: 11, average: 2.9 })
  expect(found?.latest.map(({ text }) => text)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `Review ${at}`))
})

test('the shop replies and hides words with a reason; the stars count, and the reviewer reads why', async () => {
  const bought = await course()
  const { course_id } = bought
  const [kind, rude] = [await learner(bought), await learner(bought)]
  await kind.api.reviews.save({ params: { course_id }, body: stars(5, 'Lovely') })
  await rude.api.reviews.save({ params: { course_id }, body: stars(1, 'Call me on 98765 43210') })
  const support = server.api(await server.adminToken('support'))
  const { reviews, total } = await support.reviews.list({ q: '98765' })
  expect([total, reviews[0]?.text]).toEqual([1, 'Call me on 98765 43210'])
  const review_id = reviews[0]?.review_id ?? 0
  await support.reviews.hide({ params: { review_id: String(review_id) }, body: { reason: 'It has a phone number.' } })
  expect(await shown(course_id)).toMatchObject({ average: 3, count: 2, stars: [1, 0, 0, 0, 1] })
  expect((await shown(course_id))?.latest.map(({ text }) => text)).toEqual(['Lovely'])
  expect((await rude.api.reviews.mine({ course_id })).review).toMatchObject({ hidden_reason: 'It has a phone number.' })
  expect((await support.reviews.list({ show: 'hidden' })).reviews.map((row) => row.review_id)).toContain(review_id)

  const [lovely] = (await support.reviews.list({ q: 'Lovely', show: 'waiting' })).reviews
  const params = { review_id: String(lovely?.review_id) }
  expect(await support.reviews.reply({ params, body: { text: 'Thank you!' } })).toMatchObject({ reply: 'Thank you!' })
  expect((await shown(course_id))?.latest[0]).toMatchObject({ reply: 'Thank you!' })
  expect((await support.reviews.list({ q: 'Lovely', show: 'waiting' })).total).toBe(0)
  await expect(support.reviews.reply({ params: { review_id: '999999' }, body: { text: 'a' } })).rejects.toMatchObject({
    status: 404,
  })
  const log = await server.db('activity').where({ target_id: course_id }).orderBy('id').select('after')
  expect(log.map(({ after }) => after)).toEqual([{ hidden_reason: 'It has a phone number.' }, { reply: 'Thank you!' }])
})

test('a review goes with the account, and is hidden after losing the course', async () => {
  const bought = await course()
  const [gone, refunded] = [await learner(bought), await learner(bought)]
  for (const { api } of [gone, refunded])
    await api.reviews.save({ params: { course_id: bought.course_id }, body: stars(5, 'Good', true) })
  await server
    .db('enrolments')
    .where({ user_id: refunded.user.id })
    .update({ revoked_at: server.ctx.now(), taken_by_hand: true })
  const owner = server.api(await server.adminToken('owner'))
  await owner.users.delete({ params: { id: gone.user.user_id } })
  expect(await shown(bought.course_id)).toBeUndefined()
  expect(await server.db('reviews').where({ course_id: bought.course_id })).toHaveLength(1)
})
