import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { lateBeatsHandlers } from './late-beats.handlers.ts'
import { learningHandlers } from './learning.handlers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = Date.parse('2026-11-18T09:00:00Z')

const as = (id: number, at: number) => ({
  context: callContext(
    { db: database.db, now: () => new Date(start + at * 1000) },
    { user: { id, user_id: `usr_${id}`, session_id: `s${id}`, viewed_by: null } },
  ),
})

async function student() {
  const { course_id, user_id } = await buildEnrolment(database.db)
  const one = (await buildLesson(database.db, { course_id })).lesson_id
  const two = (await buildLesson(database.db, { course_id })).lesson_id
  const beat = (at: number, lesson_id: string, seconds: number) =>
    call(learningHandlers.progress, { course_id, lesson_id, seconds }, as(user_id, at))
  type Late = { lesson_id: string; seconds: number; completed?: boolean; position?: object; course_id?: string }
  const late = async (at: number, number: number, beats: Late[], device = 'a device') => {
    const sent = { device, number, beats: beats.map((one) => ({ course_id, ...one })) }
    return (await call(lateBeatsHandlers.beats, sent as never, as(user_id, at))).seconds
  }
  const spent = async () =>
    Object.fromEntries(
      (await database.db('lesson_progress').where({ user_id }).orderBy('lesson_id')).map((row) => [
        row.lesson_id,
        row.seconds,
      ]),
    )
  return { course_id, user_id, one, two, beat, late, spent }
}

describe('offline watching', () => {
  it('counts for each of its lessons, in total at most the time that the server’s clock ran', async () => {
    const { one, two, beat, late, spent } = await student()
    await beat(0, one, 10)
    // Half an hour away: both lessons get all of theirs, which one beat after the other would not.
    expect(
      await late(1800, 1, [
        { lesson_id: one, seconds: 600 },
        { lesson_id: two, seconds: 900 },
      ]),
    ).toBe(1500)
    expect(await spent()).toEqual({ [one]: 610, [two]: 900 })
    // Two minutes later it claims an hour.
    expect(
      await late(1920, 2, [
        { lesson_id: one, seconds: 3600 },
        { lesson_id: two, seconds: 60 },
      ]),
    ).toBe(122)
    expect(await spent()).toEqual({ [one]: 732, [two]: 900 })
  })

  it('counts once, however often it is sent and however late', async () => {
    const { one, beat, late, spent } = await student()
    await beat(0, one, 10)
    const sent = () => late(1000, 1, [{ lesson_id: one, seconds: 300 }])
    // At once, as from two tabs, and again when the answer was lost.
    expect((await Promise.all([sent(), sent(), sent()])).sort()).toEqual([0, 0, 300])
    expect(await late(9000, 1, [{ lesson_id: one, seconds: 300 }])).toBe(0)
    expect(await late(9000, 1, [{ lesson_id: one, seconds: 300 }], 'another one')).toBe(300)
    expect(await spent()).toEqual({ [one]: 610 })
  })

  it('carries position and completion of that time, and overrides nothing newer', async () => {
    const { one, two, course_id, user_id, beat, late } = await student()
    await beat(0, one, 10)
    const position = { second: 47, length: 600, tab: 'late', number: 3, age: 500 }
    await call(
      learningHandlers.progress,
      { course_id, lesson_id: two, seconds: 0, position: { second: 80, tab: 'laptop', number: 1, age: 0 } },
      as(user_id, 900),
    )
    await late(1000, 1, [
      { lesson_id: one, seconds: 60, completed: true, position },
      { lesson_id: two, seconds: 60, position },
    ])
    const { content } = await call(learningHandlers.getContent, { courseId: course_id }, as(user_id, 1000))
    expect(content).toMatchObject([
      { lesson_id: one, position: 47, completed: true },
      { lesson_id: two, position: 80, completed: false },
    ])
  })

  it('leaves out lessons that the student lost, and counts the rest', async () => {
    const { one, course_id, user_id, beat, late, spent } = await student()
    await beat(0, one, 10)
    const beats = [
      { lesson_id: 'les_gone', seconds: 100 },
      { lesson_id: one, seconds: 100 },
      { course_id: (await student()).course_id, lesson_id: one, seconds: 100 },
    ]
    expect(await late(1000, 1, beats)).toBe(100)
    await database
      .db('enrolments')
      .where({ user_id, course_id })
      .update({ revoked_at: new Date(start) })
    expect(await late(2000, 2, [{ lesson_id: one, seconds: 100 }])).toBe(0)
    expect(await spent()).toEqual({ [one]: 110 })
  })

  it('completes no assignment, which needs accepted work', async () => {
    const { one, two, course_id, user_id, late } = await student()
    await database.db('lessons').where({ lesson_id: one }).update({ kind: 'assignment' })
    await database.db('assignments').insert({
      lesson_id: one,
      course_id,
      instructions: 'Write',
      criteria: '[]',
      takes_text: true,
      file_kinds: [],
      gate: false,
      updated_at: new Date(),
    })
    await late(100, 1, [
      { lesson_id: one, seconds: 10, completed: true },
      { lesson_id: two, seconds: 10, completed: true },
    ])
    const rows = database.db('lesson_progress').where({ user_id, course_id })
    const done = await rows.whereNotNull('completed_at').pluck('lesson_id')
    expect(done).toEqual([two])
  })

  it('stores the batch number of so many devices and no more', async () => {
    const { one, user_id, late } = await student()
    for (let at = 0; at < 25; at += 1) await late(at, 1, [{ lesson_id: one, seconds: 0 }], `device ${at}`)
    const { rows } = await database.db.raw(
      'select device from learning_late_batches where user_id = ? order by taken_at',
      [user_id],
    )
    expect([rows.length, rows[0]?.device]).toEqual([20, 'device 5'])
  })
})
