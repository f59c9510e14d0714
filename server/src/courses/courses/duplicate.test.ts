import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('a copy is a draft with every field and lesson of its course, of the same files, and without its students', async () => {
  const { db } = server
  const editor = server.api(await server.adminToken('editor'))
  const { course_id } = await buildCourse(db, {
    name: 'Voice notes',
    topics: ['Voice'],
    faq: [{ question: 'Q', answer: 'A' }],
  })
  await buildEnrolment(db, { course_id })
  const link = 'https://video.example.com/1'
  const content = [
    { title: 'One', watch_link: link, preview: true, section: 'Start' },
    {
      title: 'Two',
      watch_link: link,
      files: [{ name: 'Sheet', url: `/media/${'ab'.repeat(16)}/a.pdf` }],
      opens_after_days: 7,
    },
  ]
  await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const made = await editor.courses.duplicate({ params: { id: course_id } })
  const course = await editor.courses.adminGet({ id: made.course_id })
  const source = await editor.courses.adminGet({ id: course_id })
  expect(course).toEqual({ ...source, course_id: 'voice-notes-copy', name: 'Voice notes (copy)' })
  expect(await editor.courses.placement({ id: course.course_id })).toMatchObject({ state: 'draft', lessons: 2 })
  const lessonsOf = async (id: string) => (await editor.learning.adminGetContent({ id })).content
  const [from, to] = [await lessonsOf(course_id), await lessonsOf(course.course_id)]
  expect(to.map(({ lesson_id: _, ...lesson }) => lesson)).toEqual(from.map(({ lesson_id: _, ...lesson }) => lesson))
  expect(to.filter(({ lesson_id }) => from.some((lesson) => lesson.lesson_id === lesson_id))).toEqual([])
  expect(await db('enrolments').where({ course_id: course.course_id })).toEqual([])
  const again = await editor.courses.duplicate({ params: { id: course_id } })
  expect(again.course_id).toBe('voice-notes-copy-2')
  await editor.courses.delete({ params: { course_id } })
  await expect(editor.courses.duplicate({ params: { id: course_id } })).rejects.toMatchObject({ status: 404 })
})
