import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let email: string
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  const admin = await buildAdmin(server.db)
  email = admin.email
  owner = server.api((await server.api().auth.adminLogin({ email, password: admin.password })).access_token)
})
afterAll(() => server.stop())

const save = (course_id: string, body: object, etag?: string) =>
  owner.courses.update({ params: { id: course_id }, headers: etag ? { 'if-match': etag } : {}, body })

test('every save keeps a version: who, when and which fields, without the lessons', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Reels from scratch' })
  expect(await owner.courses.versions({ course_id })).toEqual([])
  await save(course_id, { name: 'Reels in a week', price: 799 })
  await save(course_id, { header_text: 'Your first reel today' })
  // A save that changes nothing is none.
  await save(course_id, { header_text: 'Your first reel today' })
  await buildLesson(server.db, { course_id })
  expect(await owner.courses.versions({ course_id })).toEqual([
    { version: 3, at: expect.any(String), by: email, changed: ['header_text'] },
    { version: 2, at: expect.any(String), by: email, changed: ['name', 'price'] },
    { version: 1, at: expect.any(String), by: null, changed: [] },
  ])
  const first = await owner.courses.version({ course_id, version: '1' })
  expect(first).toMatchObject({ version: 1, course: { course_id, name: 'Reels from scratch', price: 499 } })
  expect(first.course).not.toHaveProperty('lessons')
  for (const version of ['4', '99'])
    await expect(owner.courses.version({ course_id, version })).rejects.toMatchObject({ status: 404 })
  await expect(owner.courses.versions({ course_id: 'nowhere' })).rejects.toMatchObject({ status: 404 })
})

test('a version that is brought back is the newest again, and can be undone', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Reels from scratch' })
  const { lesson_id } = await buildLesson(server.db, { course_id })
  const before = await owner.courses.adminGet({ id: course_id })
  await save(course_id, { name: 'A worse name', faq: [{ question: 'Why?', answer: 'Why not.' }] })
  const back = await owner.courses.restoreVersion({ params: { course_id, version: '1' }, headers: {} })
  expect(back).toEqual({ message: 'Version brought back', course: before, kept: [] })
  expect(await owner.courses.versions({ course_id })).toMatchObject([
    { version: 3, by: email, changed: ['name', 'faq'] },
    { version: 2 },
    { version: 1 },
  ])
  const undone = await owner.courses.restoreVersion({ params: { course_id, version: '2' }, headers: {} })
  expect(undone.course).toMatchObject({ name: 'A worse name' })
  expect(await server.db('lessons').where({ course_id }).pluck('lesson_id')).toEqual([lesson_id])
})

test('a version of a page that somebody changed since is refused', async () => {
  const { course_id } = await buildCourse(server.db)
  await save(course_id, { name: 'A second name' })
  const restore = (etag: string) =>
    owner.courses.restoreVersion({ params: { course_id, version: '1' }, headers: { 'if-match': etag } })
  await expect(restore(`"${course_id}-1"`)).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
  const version = await server.db('courses').where({ course_id }).first('version')
  expect(await restore(`"${course_id}-${version.version}"`)).toMatchObject({ message: 'Version brought back' })
})

test('a version keeps the present pictures where its own are gone', async () => {
  const { course_id, banner } = await buildCourse(server.db, { banner: '/media/med_gone/old.png' })
  await save(course_id, { banner: 'https://pictures.example.com/new.png', name: 'Another name' })
  expect(banner).toBe('/media/med_gone/old.png')
  const { course, kept } = await owner.courses.restoreVersion({ params: { course_id, version: '1' }, headers: {} })
  expect(kept).toEqual(['banner'])
  expect(course.banner).toBe('https://pictures.example.com/new.png')
})

test('a course that is made, copied or restored begins with a version, and keeps 100', async () => {
  const { course } = await owner.courses.create({ name: 'A new draft', state: 'draft' } as never)
  const { course_id } = course
  expect(await owner.courses.versions({ course_id })).toMatchObject([{ version: 1, by: email, changed: [] }])
  const copy = await owner.courses.duplicate({ params: { id: course_id } })
  expect(await owner.courses.versions({ course_id: copy.course_id })).toMatchObject([{ version: 1, by: email }])
  const rows = Array.from({ length: 100 }, (_, at) => ({
    course_id,
    version: at + 2,
    body: JSON.stringify(course),
    changed: ['name'],
    saved_at: server.ctx.now(),
  }))
  await server.db('course_versions').insert(rows)
  await save(course_id, { name: 'The last name' })
  const stored = await owner.courses.versions({ course_id })
  expect([stored.length, stored[0]?.version, stored.at(-1)?.version]).toEqual([100, 102, 3])
})

test('support and finance see no versions, and bring none back', async () => {
  const { course_id } = await buildCourse(server.db)
  await save(course_id, { name: 'A second name' })
  for (const role of ['support', 'finance'] as const) {
    const api = server.api(await server.adminToken(role))
    await expect(api.courses.versions({ course_id })).rejects.toMatchObject({ status: 403 })
    const params = { course_id, version: '1' }
    await expect(api.courses.restoreVersion({ params, headers: {} })).rejects.toMatchObject({ status: 403 })
  }
})
