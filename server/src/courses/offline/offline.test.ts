import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildEnrolment, buildLesson, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { recordLateBeats } from '../learning/late-beats.service.ts'
import { offlineHandlers } from './offline.handlers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = Date.parse('2026-11-18T09:00:00Z')
const DAY = 86_400

const ctxAt = (at: number) => ({ db: database.db, now: () => new Date(start + at * 1000) })
const as = (id: number, at: number) => ({
  context: callContext(ctxAt(at), { user: { id, user_id: `usr_${id}`, session_id: `s${id}`, viewed_by: null } }),
})

async function student() {
  const { course_id, user_id } = await buildEnrolment(database.db)
  const one = (await buildLesson(database.db, { course_id })).lesson_id
  const two = (await buildLesson(database.db, { course_id })).lesson_id
  const terms = (at: number, courses = [course_id]) =>
    call(offlineHandlers.terms, { course_ids: courses }, as(user_id, at))
  return { course_id, user_id, one, two, terms }
}

it('offline time counts from the download of the lessons', async () => {
  const { course_id, user_id, one, two, terms } = await student()
  await terms(0)
  const beats = [one, two].map((lesson_id) => ({ course_id, lesson_id, seconds: 300, completed: true }))
  const late = { device: 'a device', number: 1, beats }
  expect(await recordLateBeats(ctxAt(20 * 60), { id: user_id }, late)).toBe(600)
  expect(await database.db('lesson_progress').where({ user_id }).pluck('seconds')).toEqual([300, 300])
})

describe('the term of downloaded lessons', () => {
  const after = (days: number) => new Date(start + days * DAY * 1000).toISOString()

  it('ends 30 days after the last answer, and no later than the access', async () => {
    const { course_id, user_id, one, two, terms } = await student()
    const lesson_ids = expect.arrayContaining([one, two])
    expect(await terms(0)).toEqual({
      session_id: `s${user_id}`,
      now: after(0),
      courses: [{ course_id, ends_at: after(30), lesson_ids }],
    })
    const ends_at = new Date(start + 12 * DAY * 1000)
    await database.db('enrolments').where({ user_id, course_id }).update({ ends_at, access_period: 'P1M' })
    expect((await terms(0)).courses).toEqual([{ course_id, ends_at: after(12), lesson_ids }])
    expect((await terms(13 * DAY)).courses).toEqual([])
  })

  it('ends at once for removed access, another’s course or a closed lesson', async () => {
    const { course_id, user_id, one, two, terms } = await student()
    await database.db('lessons').where({ lesson_id: two }).update({ opens_after_days: 300 })
    const stranger = await student()
    expect((await terms(0, [course_id, stranger.course_id])).courses).toMatchObject([{ course_id, lesson_ids: [one] }])
    await database
      .db('enrolments')
      .where({ user_id, course_id })
      .update({ revoked_at: new Date(start) })
    expect((await terms(0)).courses).toEqual([])
    const nobody = await buildStudentRow(database.db)
    const input = { course_ids: [course_id] }
    expect((await call(offlineHandlers.terms, input, as(nobody.id, 0))).courses).toEqual([])
  })
})
