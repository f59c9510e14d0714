import { call } from '@orpc/server'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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
const moment = (at: number) => new Date(start + at * 1000)

async function student() {
  const { course_id, user_id } = await buildEnrolment(database.db)
  const { lesson_id } = await buildLesson(database.db, { course_id })
  const as = (at: number) => ({
    context: callContext(
      { db: database.db, now: () => moment(at) },
      { user: { id: user_id, user_id: `usr_${user_id}`, session_id: `s${user_id}`, viewed_by: null } },
    ),
  })
  const shown = (seconds: number) => ({ course_id, lesson_id, seconds })
  const beat = (at: number, seconds: number) => call(learningHandlers.progress, shown(seconds), as(at))
  const late = (at: number, seconds: number) =>
    call(lateBeatsHandlers.beats, { device: 'a device', number: 1, beats: [shown(seconds)] }, as(at))
  const spent = async () => (await database.db('lesson_progress').where({ user_id, lesson_id }).first())?.seconds
  return { user_id, ways: { beat, late }, beat, spent }
}

/** Begins `ask` while `first` is uncommitted, so that it must wait. */
async function behind(
  first: (trx: Knex) => Promise<unknown>,
  request: () => PromiseLike<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const holder = await database.db.transaction()
  try {
    await first(holder)
    const { rows } = await holder.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')
    const requested = Promise.allSettled([request()])
    const waiting = 'select count(*)::int as count from pg_stat_activity where ? = any(pg_blocking_pids(pid))'
    await vi.waitFor(async () => {
      const { rows: blocked } = await database.db.raw(waiting, [rows[0]?.pid ?? 0])
      expect(blocked).toEqual([{ count: 1 }])
    }, 45_000)
    await holder.commit()
    return (await requested)[0]
  } finally {
    if (!holder.isCompleted()) await holder.rollback()
  }
}

it('accepted seconds are rounded to whole ones, and a claim below half a second leaves the clock alone', async () => {
  const { beat, spent } = await student()
  await beat(0, 0.4)
  expect(await spent()).toBe(0)
  // Still the first beat: a following one is worth at most the tolerance.
  await beat(0, 9.6)
  expect(await spent()).toBe(10)
  await beat(4, 5.5)
  expect(await spent()).toBe(16)
})

describe.each(['beat', 'late'] as const)('accepted seconds of a %s', (way) => {
  it('count as a second beat when another tab’s first was faster', async () => {
    const { user_id, ways, spent } = await student()
    const first = (trx: Knex) => trx('learning_beats').insert({ user_id, beat_at: moment(0) })
    expect(await behind(first, () => ways[way](1, 10))).toMatchObject({ status: 'fulfilled' })
    expect(await spent()).toBe(1 + 2)
    expect(await database.db('learning_beats').where({ user_id }).first('tolerance_seconds')).toEqual({
      tolerance_seconds: 0,
    })
  })

  it('count from the beat of another tab that they waited for', async () => {
    const { user_id, beat, ways, spent } = await student()
    await beat(0, 10)
    const other = (trx: Knex) =>
      trx('learning_beats')
        .where({ user_id })
        .update({ beat_at: moment(95), tolerance_seconds: 1.5 })
    await behind(other, () => ways[way](100, 50))
    expect(await spent()).toBe(10 + 6)
    const [clock] = await database.db('learning_beats').where({ user_id })
    expect(clock).toMatchObject({ beat_at: moment(100).toISOString(), tolerance_seconds: 0.5 })
  })

  it('vanish with an account deleted meanwhile', async () => {
    const { user_id, ways, spent } = await student()
    const deletes = async (trx: Knex) => {
      await trx('users').where({ id: user_id }).forNoKeyUpdate().first('id')
      await trx('users')
        .where({ id: user_id })
        .update({ deleted_at: moment(0) })
    }
    const answer = await behind(deletes, () => ways[way](1, 10))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'authentication_expired' } })
    expect(await spent()).toBeUndefined()
    expect(await database.db('learning_beats').where({ user_id })).toEqual([])
  })
})
