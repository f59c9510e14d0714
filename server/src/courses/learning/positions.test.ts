import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { learningHandlers } from './learning.handlers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = Date.parse('2026-11-18T09:00:00Z')

type Place = { second: number; number: number; tab?: string; age?: number; length?: number; seconds?: number }

async function student() {
  const { course_id, user_id } = await buildEnrolment(database.db)
  const { lesson_id } = await buildLesson(database.db, { course_id })
  const as = (at: number) => ({
    context: callContext(
      { db: database.db, now: () => new Date(start + at * 1000) },
      { user: { id: user_id, user_id: `usr_${user_id}`, session_id: 's', viewed_by: null } },
    ),
  })
  /** Reports a position `at` seconds after the start. */
  const notify = (at: number, { seconds = 0, tab = 'first', ...place }: Place) =>
    call(learningHandlers.progress, { course_id, lesson_id, seconds, position: { tab, ...place } }, as(at))
  const lesson = async () => (await call(learningHandlers.getContent, { courseId: course_id }, as(0))).content[0]
  return { course_id, lesson_id, user_id, as, tell: notify, lesson }
}

describe('a student’s position in a lesson', () => {
  it('equals the last reported second, with its moment', async () => {
    const { tell, lesson } = await student()
    expect(await lesson()).toMatchObject({ position: 0, length: null, watched_at: null })
    await tell(10, { second: 47.3, number: 1, length: 600, seconds: 10 })
    expect(await lesson()).toMatchObject({
      position: 47.3,
      length: 600,
      watched_at: new Date(start + 10_000).toISOString(),
    })
  })

  it('goes back when the student does', async () => {
    const { tell, lesson } = await student()
    await tell(10, { second: 300, number: 1 })
    await tell(20, { second: 12, number: 2 })
    expect(await lesson()).toMatchObject({ position: 12 })
  })

  it('ignores an earlier report of the same tab that arrives again', async () => {
    const { tell, lesson } = await student()
    await tell(20, { second: 60, number: 2 })
    await tell(21, { second: 50, number: 1 })
    await tell(22, { second: 40, number: 2 })
    expect(await lesson()).toMatchObject({ position: 60 })
  })

  it('ignores another device’s older offline report', async () => {
    const { tell, lesson } = await student()
    await tell(100, { second: 60, number: 1, tab: 'laptop' })
    await tell(110, { second: 400, number: 9, tab: 'phone', age: 90 })
    expect(await lesson()).toMatchObject({ position: 60 })
    await tell(120, { second: 420, number: 10, tab: 'phone', age: 5 })
    expect(await lesson()).toMatchObject({ position: 420 })
  })

  it('resets to the beginning once 95 % of the length was reached', async () => {
    const { tell, lesson } = await student()
    await tell(10, { second: 569, number: 1, length: 600 })
    expect(await lesson()).toMatchObject({ position: 569 })
    await tell(20, { second: 570, number: 2, length: 600 })
    expect(await lesson()).toMatchObject({ position: 0, length: 600 })
  })

  it('adds no time to another playing tab', async () => {
    const { user_id, tell } = await student()
    await tell(0, { second: 0, number: 1, seconds: 10 })
    await tell(8, { second: 90, number: 1, tab: 'second' })
    await tell(10, { second: 10, number: 2, seconds: 10 })
    const [spent] = await database.db('lesson_progress').where({ user_id }).sum({ seconds: 'seconds' })
    expect(spent).toEqual({ seconds: 20 })
  })

  it('uses one row a lesson, however often it is reported', async () => {
    const { user_id, tell } = await student()
    await Promise.all(Array.from({ length: 20 }, (_, index) => tell(index, { second: index, number: index + 1 })))
    const rows = await database.db('lesson_progress').where({ user_id })
    expect(rows).toMatchObject([{ position_seconds: 19, position_number: 20 }])
  })

  it('accepts only seconds of the lesson', async () => {
    const { tell } = await student()
    for (const wrong of [
      { second: -1 },
      { second: 86_401 },
      { second: Number.NaN },
      { length: 0 },
      { age: -1 },
      { tab: '' },
    ]) {
      await expect(tell(0, { second: 1, number: 1, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
