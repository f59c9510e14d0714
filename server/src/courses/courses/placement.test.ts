import { call } from '@orpc/server'
import type { ChosenState } from 'contract/placement'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { courseListHandlers } from '../../serve/reports/course-figures/course-list.handlers.ts'
import { listAddresses, listCardsOf } from './course-lists.queries.ts'
import { courseHandlers } from './courses.handlers.ts'
import { findCoursesForSale } from './courses.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db('lessons').del()
  await database.db('courses').del()
})

const context = () => callContext({ db: database.db })
const shown = async (query = {}) =>
  (await call(courseHandlers.list, query, { context: context() })).map(({ name }) => name)
const set = (id: string, body: { published?: boolean; place?: number; state?: ChosenState }) =>
  call(courseHandlers.setPlacement, { params: { id }, body }, { context: context() })

it('a draft is in no list, has no page and cannot be bought, yet the console lists it', async () => {
  const { db } = database
  const { course_id } = await buildCourse(db, { name: 'Half written' })
  await buildLesson(db, { course_id })
  await buildCourse(db, { name: 'On sale' })
  expect(await set(course_id, { published: false })).toMatchObject({ placement: { published: false } })
  expect(await shown()).toEqual(['On sale'])
  expect(await shown({ q: 'half' })).toEqual([])
  await expect(call(courseHandlers.get, { id: course_id }, { context: context() })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await listAddresses(db)).toHaveLength(1)
  expect(await listCardsOf(db, [course_id])).toEqual([])
  expect(await findCoursesForSale(db, [course_id], new Date())).toEqual([])
  expect(await call(courseHandlers.adminGet, { id: course_id }, { context: context() })).toMatchObject({ course_id })
  const { courses } = await call(courseListHandlers.adminList, {}, { context: context() })
  expect(courses).toHaveLength(2)
  await set(course_id, { published: true })
  expect(await shown({ q: 'half' })).toEqual(['Half written'])
})

it('an unlisted course has its page and can be bought, and is in no list', async () => {
  const { db } = database
  const { course_id } = await buildCourse(db, { name: 'For friends', topics: ['Friends'] })
  await buildCourse(db, { name: 'On sale' })
  const get = () => call(courseHandlers.get, { id: course_id }, { context: context() })
  expect(await get()).toMatchObject({ listed: true })
  expect(await set(course_id, { state: 'unlisted' })).toMatchObject({
    placement: { published: false, state: 'unlisted' },
  })
  expect(await get()).toMatchObject({ course_id, listed: false })
  expect(await findCoursesForSale(db, [course_id], new Date())).toMatchObject([{ course_id }])
  // A cart requests its own courses.
  expect(await shown({ ids: course_id })).toEqual(['For friends'])
  expect(await shown()).toEqual(['On sale'])
  expect(await shown({ q: 'friends' })).toEqual([])
  expect((await call(courseHandlers.filters, undefined, { context: context() })).topics).toEqual([])
  expect(await listAddresses(db)).toHaveLength(1)
  expect(await listCardsOf(db, [course_id])).toEqual([])
})

it('an archived course has no page and cannot be bought; old clients still publish with a flag', async () => {
  const { db } = database
  const { course_id } = await buildCourse(db, { name: 'Of last year' })
  await buildLesson(db, { course_id })
  await set(course_id, { state: 'archived' })
  expect(await shown()).toEqual([])
  expect(await shown({ ids: course_id })).toEqual([])
  expect(await findCoursesForSale(db, [course_id], new Date())).toEqual([])
  await expect(call(courseHandlers.get, { id: course_id }, { context: context() })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await set(course_id, { published: false })).toMatchObject({ placement: { state: 'draft' } })
  expect(await set(course_id, { published: true })).toMatchObject({ placement: { state: 'published' } })
})

it('a moved course takes its place, and a new one precedes all', async () => {
  const { db } = database
  const ids: string[] = []
  for (const [index, name] of ['First', 'Second', 'Third'].entries()) {
    ids.push((await buildCourse(db, { name, position: index + 1 })).course_id)
  }
  expect(await set(ids[2] ?? '', { place: 1 })).toMatchObject({ placement: { place: 1, courses: 3 } })
  expect(await shown()).toEqual(['Third', 'First', 'Second'])
  expect(await set(ids[2] ?? '', { place: 99 })).toMatchObject({ placement: { place: 3 } })
  expect(await shown()).toEqual(['First', 'Second', 'Third'])
  await buildCourse(db, { name: 'New', position: 0 })
  expect(await shown()).toEqual(['New', 'First', 'Second', 'Third'])
  await expect(set('no-such-course', { place: 1 })).rejects.toMatchObject({ code: 'not_found' })
})

it('many unplaced courses are numbered once; from then on a move changes one row', async () => {
  const { db } = database
  await db.raw(
    `insert into courses (course_id, name, description, long_description, header_text, header_below, price_paise, banner, created_at)
     select 'many-' || n, 'Course number ' || n, 'd', 'l', 'h', 'b', 100, '/media/x.webp', timestamptz '2026-01-01' - n * interval '1 hour'
     from generate_series(1, 450) n`,
  )
  const order = () => db('courses').orderByRaw('position, created_at desc, course_id').pluck('course_id')
  const expected = Array.from({ length: 450 }, (_, index) => `many-${index + 1}`)
  const move = async (id: string, place: number) => {
    expected.splice(expected.indexOf(id), 1)
    expected.splice(place - 1, 0, id)
    expect(await set(id, { place })).toMatchObject({ placement: { place: Math.min(place, 450), courses: 450 } })
  }
  await move('many-450', 301)
  expect(await order()).toEqual(expected)
  const positions = () => db('courses').select('course_id', 'position').orderBy('course_id')
  const before = await positions()
  await move('many-7', 450)
  await move('many-8', 1)
  const after = await positions()
  expect(after.filter(({ position }, index) => position !== before[index]?.position)).toHaveLength(2)
  // One spot again and again: its room runs out and is made again.
  for (let turn = 0; turn < 20; turn++) await move(`many-${20 + turn}`, 5)
  await move('many-99', 999)
  expect(await order()).toEqual(expected)
  await buildCourse(db, { name: 'New', position: 0 })
  expect((await shown())[0]).toBe('New')
})

it('renumbering moves and changes of the other courses wait for each other, and none fails', async () => {
  const { db } = database
  const ids: string[] = []
  for (let index = 0; index < 12; index += 1) {
    // All at the same position: every move but the first finds no room.
    ids.push((await buildCourse(db, { name: `Course ${index}`, position: 0 })).course_id)
  }
  for (const course_id of ids) await buildLesson(db, { course_id })
  for (let round = 0; round < 8; round += 1) {
    await db('courses').update({ position: 0 })
    const writes = ids.map((id, index) =>
      index % 2 ? set(id, { place: 1 + ((index + round) % 11) }) : set(id, { published: round % 2 === 0 }),
    )
    const ended = await Promise.allSettled(writes)
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})

it('the console lists published courses, drafts and the bin apart, with lessons, students and totals', async () => {
  const { db } = database
  const { course_id } = await buildCourse(db, { name: 'Reels on sale' })
  await buildLesson(db, { course_id })
  await buildEnrolment(db, { course_id })
  await buildEnrolment(db, { course_id, revoked_at: new Date() })
  const draft = await buildCourse(db, { name: 'Reels half written' })
  await set(draft.course_id, { published: false })
  await buildCourse(db, { name: 'Reels of long ago', deleted_at: new Date('2026-10-01') })
  await buildCourse(db, { name: 'Reels of yesterday', deleted_at: new Date('2026-11-01') })
  await buildCourse(db, { name: 'Something else' })
  await set((await buildCourse(db, { name: 'Reels for friends' })).course_id, { state: 'unlisted' })
  const list = async (query: { status?: string; q?: string; sort?: 'name' }) => {
    const input = { fields: 'list', ...query } as { fields: 'list'; status?: 'draft' }
    const { courses, counts } = await call(courseListHandlers.adminList, input, { context: context() })
    return { names: courses.map(({ name }) => name), courses, counts }
  }
  const counts = { published: 2, unlisted: 1, draft: 1, archived: 0, deleted: 2 }
  expect(await list({ sort: 'name' })).toMatchObject({
    names: ['Reels for friends', 'Reels half written', 'Reels on sale', 'Something else'],
    courses: [
      { status: 'unlisted' },
      { status: 'draft', lessons: 0, lessons_updated_at: null, students: 0, deleted_at: null },
      { status: 'published', lessons: 1, students: 1 },
      {},
    ],
    counts,
  })
  expect((await list({ status: 'unlisted' })).names).toEqual(['Reels for friends'])
  expect((await list({ status: 'draft' })).names).toEqual(['Reels half written'])
  expect(await list({ status: 'published', q: 'reels' })).toMatchObject({
    names: ['Reels on sale'],
    counts: { published: 1, unlisted: 1, draft: 1, archived: 0, deleted: 2 },
  })
  expect(await list({ status: 'deleted' })).toMatchObject({
    names: ['Reels of yesterday', 'Reels of long ago'],
    courses: [{ status: 'deleted', deleted_at: '2026-11-01T00:00:00.000Z' }, {}],
    counts,
  })
  await expect(list({ status: 'sold' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await call(courseHandlers.placement, { id: course_id }, { context: context() })).toMatchObject({ lessons: 1 })
})
