import type { CourseSchedule } from 'contract/courses/schedule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { applyDue } from './schedule.service.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('editor'))
})
afterAll(() => server.stop())

const whole = {
  name: 'A course that is complete',
  description: 'Twenty characters or more, surely.',
  long_description: 'At least fifty characters of long description,\nin two lines.',
  header_text: 'A heading of ten',
  header_below: 'Below',
  price: 499,
  banner: 'https://cdn.example.com/banner.png',
}
const draft = async (fields: object = {}) => (await api.courses.create({ ...whole, ...fields, state: 'draft' })).course
const stateOf = async (id: string) => (await api.courses.placement({ id })).state
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const plan: CourseSchedule = { publish_at: null, withdraw: null, sale: null }
const incomplete = (...paths: string[]) => ({
  status: 409,
  code: 'course_incomplete',
  data: { errors: paths.map((path) => expect.objectContaining({ path })) },
})

test('a name is enough for a draft, which names what it lacks, and no visitor sees it', async () => {
  const { course } = await api.courses.create({ name: 'SEO', state: 'draft' } as never)
  const lacks = ['name', 'description', 'long_description', 'header_text', 'header_below', 'price', 'banner', 'lessons']
  expect(course).toMatchObject({ course_id: 'seo', price: 0, banner: '', missing: lacks })
  expect(await api.courses.adminGet({ id: 'seo' })).toMatchObject({ missing: lacks })
  const { courses } = await api.courses.adminList({ fields: 'list', ids: 'seo' })
  expect(courses).toMatchObject([{ status: 'draft', missing: lacks }])
  expect(await api.courses.placement({ id: 'seo' })).toMatchObject({ missing: lacks })
  await api.courses.update({ params: { id: 'seo' }, body: { ...whole, price: 0 } })
  await buildLesson(server.db, { course_id: 'seo' })
  expect(await api.courses.adminGet({ id: 'seo' })).toMatchObject({ missing: ['price'] })
  await expect(server.api().courses.get({ id: 'seo' })).rejects.toMatchObject({ status: 404 })
})

test('a new course that is to be sold has a banner; a draft may have none', async () => {
  const { banner: _, ...bare } = whole
  for (const state of [undefined, 'published', 'unlisted'] as const) {
    await expect(api.courses.create({ ...bare, ...(state && { state }) } as never)).rejects.toMatchObject({
      status: 422,
      message: 'Course banner is required',
    })
  }
  expect((await draft({ banner: '' })).missing).toEqual(['banner', 'lessons'])
  await expect(draft({ banner: 'http://10.0.0.1/x.png' })).rejects.toMatchObject({ message: 'Must be a valid URL' })
})

type Door = (course_id: string, alsoEmpty?: boolean) => Promise<unknown>
const doors: [string, Door][] = [
  ['publish', (id, yes) => api.courses.setPlacement({ params: { id }, body: { state: 'published', also_empty: yes } })],
  ['unlist', (id, yes) => api.courses.setPlacement({ params: { id }, body: { state: 'unlisted', also_empty: yes } })],
  ['flag', (id, yes) => api.courses.setPlacement({ params: { id }, body: { published: true, also_empty: yes } })],
  [
    'plan',
    (id, yes) => api.courses.setSchedule({ params: { id }, body: { ...plan, publish_at: later(1), also_empty: yes } }),
  ],
]

test.each(doors)(
  '%s: no course goes on sale incomplete, and one without lessons only after a confirmation',
  async (_, open) => {
    const { course_id } = await draft({ banner: '', description: 'Short' })
    await buildLesson(server.db, { course_id })
    await expect(open(course_id)).rejects.toMatchObject(incomplete('description', 'banner'))
    await expect(open(course_id, true)).rejects.toMatchObject(incomplete('description', 'banner'))
    expect(await stateOf(course_id)).toBe('draft')
    const empty = await draft()
    await expect(open(empty.course_id)).rejects.toMatchObject(incomplete('lessons'))
    expect(await stateOf(empty.course_id)).toBe('draft')
    await open(empty.course_id, true)
  },
)

test('a course that is created on sale needs a confirmation, for it has no lessons', async () => {
  await expect(api.courses.create({ ...whole, state: 'published' })).rejects.toMatchObject(incomplete('lessons'))
  await expect(api.courses.create({ ...whole, published: true })).rejects.toMatchObject(incomplete('lessons'))
  const { course } = await api.courses.create({ ...whole, state: 'published', also_empty: true })
  expect(await stateOf(course.course_id)).toBe('published')
})

test('many: an incomplete course is refused with what it lacks', async () => {
  const { course_id } = await draft({ banner: '' })
  const set = (also_empty?: boolean) =>
    api.courses.setStates({ courses: [{ course_id, state: 'published' }], also_empty })
  expect((await set()).refused).toEqual([{ course_id, reason: 'incomplete', missing: ['banner', 'lessons'] }])
  expect((await set(true)).refused).toEqual([{ course_id, reason: 'incomplete', missing: ['banner'] }])
  expect(await stateOf(course_id)).toBe('draft')
})

test('restore: a course without lessons leaves the bin as a draft, a complete one as it was', async () => {
  const back = async (lessons: number) => {
    const { course_id } = await buildCourse(server.db)
    if (lessons > 0) await buildLesson(server.db, { course_id })
    await api.courses.delete({ params: { course_id } })
    await api.courses.restore({ params: { id: course_id } })
    return stateOf(course_id)
  }
  expect([await back(0), await back(1)]).toEqual(['draft', 'published'])
})

test('a planned publication passes by a course that lost its lessons', async () => {
  const { course_id } = await draft()
  const lesson = await buildLesson(server.db, { course_id })
  await api.courses.setSchedule({ params: { id: course_id }, body: { ...plan, publish_at: later(1) } })
  await server.db('lessons').where({ lesson_id: lesson.lesson_id }).del()
  server.clock.set(new Date(later(2)))
  await expect(server.api().courses.get({ id: course_id })).rejects.toMatchObject({ status: 404 })
  await applyDue(server.ctx)
  expect(await stateOf(course_id)).toBe('draft')
  expect(await api.courses.schedule({ id: course_id })).toEqual(plan)
  server.clock.set(new Date())
})

test('a copy of a course on sale is a draft', async () => {
  const { course_id } = await buildCourse(server.db)
  const copy = await api.courses.duplicate({ params: { id: course_id } })
  expect(await stateOf(copy.course_id)).toBe('draft')
})

test('a course on sale, or planned to be, keeps what it must have; a draft need not', async () => {
  const { course_id } = await buildCourse(server.db)
  const planned = await draft()
  await buildLesson(server.db, { course_id: planned.course_id })
  await api.courses.setSchedule({ params: { id: planned.course_id }, body: { ...plan, publish_at: later(1) } })
  const change = (id: string, body: object) => api.courses.update({ params: { id }, body })
  for (const id of [course_id, planned.course_id]) {
    await expect(change(id, { banner: '' })).rejects.toMatchObject({
      status: 422,
      message: 'Course banner is required',
      data: { errors: [{ path: 'banner', message: 'Course banner is required' }] },
    })
    await expect(change(id, { price: 0 })).rejects.toMatchObject({ message: 'Price must be positive' })
  }
  const free = await draft()
  expect((await change(free.course_id, { banner: '', price: 0 })).course.missing).toEqual([
    'price',
    'banner',
    'lessons',
  ])
})

test('a course that was sold incomplete stays on sale, and its other fields can be changed', async () => {
  const { course_id } = await buildCourse(server.db, { description: 'Short', banner: '' })
  const changed = await api.courses.update({ params: { id: course_id }, body: { name: 'Another name' } })
  expect(changed.course).toMatchObject({ name: 'Another name', missing: ['description', 'banner', 'lessons'] })
  await api.courses.setPlacement({ params: { id: course_id }, body: { state: 'unlisted' } })
  await api.courses.setPlacement({ params: { id: course_id }, body: { state: 'published' } })
  expect((await server.api().courses.get({ id: course_id })).name).toBe('Another name')
})
