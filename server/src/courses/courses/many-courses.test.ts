import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let api: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('editor'))
})
afterAll(() => server.stop())

const listed = async () => (await server.api().courses.list({})).map(({ course_id }) => course_id).sort()
async function course(state = 'draft', lessons = 1): Promise<string> {
  const { course_id } = await buildCourse(server.db)
  await server.db('courses').where({ course_id }).update({ state })
  if (lessons > 0) await buildLesson(server.db, { course_id })
  return course_id
}

it('many courses change at once, refusals have reasons, and the same call reverts it', async () => {
  const [draft, archived, empty] = [await course(), await course('archived'), await course('draft', 0)]
  const on = await course('published')
  const ids = [draft, archived, empty, on, 'no-such-course']
  const to = (state: 'published' | 'deleted') => ids.map((course_id) => ({ course_id, state }))
  expect(await listed()).toEqual([on])
  const done = await api.courses.setStates({ courses: to('published') })
  expect(done.changed).toEqual([
    { course_id: draft, was: 'draft' },
    { course_id: archived, was: 'archived' },
  ])
  expect(done.refused).toEqual([
    { course_id: empty, reason: 'no_lessons', missing: ['lessons'] },
    { course_id: 'no-such-course', reason: 'gone', missing: [] },
  ])
  expect(await listed()).toEqual([draft, archived, on].sort())

  const removed = await api.courses.setStates({ courses: to('deleted') })
  expect(removed.changed.map(({ course_id }) => course_id)).toEqual([draft, archived, empty, on])
  expect(await listed()).toEqual([])
  expect((await api.courses.adminList({ fields: 'list', status: 'deleted' })).counts).toMatchObject({ deleted: 4 })

  const back = (changed: typeof removed.changed) => ({
    courses: changed.map(({ course_id, was }) => ({ course_id, state: was })),
    also_empty: true,
  })
  await api.courses.setStates(back(removed.changed))
  expect(await listed()).toEqual([draft, archived, on].sort())
  await api.courses.setStates(back(done.changed))
  expect(await listed()).toEqual([on])
})

it('a course out of the bin is gone, and more than a hundred are refused', async () => {
  const id = await course()
  await server.db('courses').where({ course_id: id }).update({ deleted_at: new Date(), left_bin_at: new Date() })
  const { refused } = await api.courses.setStates({ courses: [{ course_id: id, state: 'draft' }] })
  expect(refused).toEqual([{ course_id: id, reason: 'gone', missing: [] }])
  const courses = Array.from({ length: 101 }, (_, index) => ({ course_id: `c-${index}`, state: 'draft' as const }))
  await expect(api.courses.setStates({ courses })).rejects.toMatchObject({ status: 422 })
})

it('texts that a folder gave its course are named, and many courses go on sale with them only after a confirmation', async () => {
  const id = await course('draft', 0)
  await buildLesson(server.db, {
    course_id: id,
    title: '✓ exports final FINAL',
    source: '1 Start/02 ✓ exports_final FINAL.mp4',
  })
  await buildLesson(server.db, { course_id: id, title: 'Export it', source: '03 export.mp4' })
  await server.db('courses').where({ course_id: id }).update({ header_below: '2 lessons and 1 file' })
  const generated = [
    { part: 'header_below', text: '2 lessons and 1 file' },
    { part: 'lessons', text: '✓ exports final FINAL' },
  ]
  expect((await api.courses.placement({ id })).generated).toEqual(generated)
  const publish = (also_generated: boolean) =>
    api.courses.setStates({ courses: [{ course_id: id, state: 'published' }], also_generated })
  expect(await publish(false)).toEqual({
    changed: [],
    refused: [{ course_id: id, reason: 'generated', missing: [], generated }],
  })
  expect((await publish(true)).changed).toEqual([{ course_id: id, was: 'draft' }])

  const typed = await course()
  await server.db('courses').where({ course_id: typed }).update({ header_below: '2 lessons' })
  expect((await api.courses.placement({ id: typed })).generated).toEqual([])
})
