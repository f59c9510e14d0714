import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('a finished course stays finished when lessons are added, and these are new to whom had finished it', async () => {
  const owner = server.api(await server.adminToken())
  const { course_id } = await buildCourse(server.db)
  const watch_link = 'https://video.example.com/1'
  const save = (content: object[]) =>
    owner.learning.addContent({ params: { id: course_id }, body: { course_id, content: content as never } })
  await save([
    { title: 'One', watch_link },
    { title: 'Two', watch_link },
  ])
  const lessons = (await owner.learning.adminGetContent({ id: course_id })).content
  const people = await Promise.all(
    [2, 1].map(async (done) => {
      const user = await buildUser(server.db)
      await buildEnrolment(server.db, { user_id: user.id, course_id })
      const api = server.api(await server.userToken(user))
      for (const { lesson_id } of lessons.slice(0, done))
        await api.learning.progress({ course_id, lesson_id, seconds: 0, completed: true })
      return { user, api }
    }),
  )
  const of = async ({ api }: { api: ReturnType<TestServer['api']> }) => {
    const [course] = (await api.account.dashboard()).orders
    const { content } = await api.learning.getContent({ courseId: course_id })
    return [course?.course_status, content.filter(({ is_new }) => is_new).map(({ title }) => title)]
  }
  const [finisher, learner] = people as [(typeof people)[number], (typeof people)[number]]
  for (const rule of ['finished', 'stopped'] as const) {
    const segment = { all: [rule === 'stopped' ? { stopped: course_id, days: 7 } : { finished: course_id }] }
    await owner.segments.create({ name: rule, segment })
  }
  await server.db('lesson_progress').update({ updated_at: new Date(Date.now() - 8 * 86_400_000) })
  const before = [
    ['completed', []],
    ['in_progress', []],
  ]
  expect([await of(finisher), await of(learner)]).toEqual(before)

  await save([
    ...lessons.map(({ lesson_id, title }) => ({ lesson_id, title, watch_link })),
    { title: 'Three', watch_link },
  ])
  expect([await of(finisher), await of(learner)]).toEqual([
    ['completed', ['Three']],
    ['in_progress', []],
  ])
  const counts = Object.fromEntries((await owner.segments.list()).map(({ name, people }) => [name, people]))
  expect(counts).toEqual({ finished: 1, stopped: 1 })
  expect(await server.db('course_finishes').where({ course_id }).pluck('user_id')).toEqual([finisher.user.id])

  const [, , three] = (await owner.learning.adminGetContent({ id: course_id })).content
  await finisher.api.learning.progress({ course_id, lesson_id: three?.lesson_id ?? '', seconds: 0, completed: true })
  expect(await of(finisher)).toEqual(['completed', []])
})
