import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { learningHandlers } from './learning.handlers.ts'
import { courseProgress } from './learning-progress.queries.ts'
import { bringProgress, type ProgressRow, takeBackProgress } from './moved-progress.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date('2026-11-26T09:00:00Z')

async function courseOf(titles: readonly string[]) {
  const { course_id, user_id } = await buildEnrolment(database.db)
  for (const title of titles) await buildLesson(database.db, { course_id, title })
  return { course_id, user_id }
}

const bring = (rows: readonly ProgressRow[], moveId = 'mov_1') =>
  database.db.transaction((trx) => bringProgress(trx, rows, { now, moveId }))

const done = (user: { user_id: number; course_id: string }): Promise<string[]> =>
  database
    .db('lesson_progress')
    .join('lessons', 'lessons.lesson_id', 'lesson_progress.lesson_id')
    .where({ 'lesson_progress.user_id': user.user_id, 'lessons.course_id': user.course_id })
    .whereNotNull('completed_at')
    .orderBy('position')
    .pluck('title')

test.each([
  [{ percent: 100 }, 3],
  [{ percent: 140 }, 3],
  [{ percent: 99.9 }, 2],
  [{ percent: 66 }, 2],
  [{ percent: 65 }, 1],
  [{ percent: 33 }, 1],
  [{ percent: 32 }, 0],
  [{ percent: 0 }, 0],
  [{ done: 2, total: 3 }, 2],
  [{ done: 5, total: 6 }, 2],
  [{ done: 9, total: 6 }, 3],
  [{ done: 0, total: 0 }, 0],
])('%o of three lessons marks the first %i', async (progress, lessons) => {
  const person = await courseOf(['A', 'B', 'C'])
  expect(await bring([{ ...person, ...progress }])).toEqual([{ marked: lessons, unknown: [] }])
  expect(await done(person)).toEqual(['A', 'B', 'C'].slice(0, lessons))
})

test('the percent is shown as the file has it, whatever the number of lessons', async () => {
  const person = await courseOf(Array.from({ length: 7 }, (_, index) => `L${index}`))
  for (const percent of [14, 28, 42, 57, 71, 85, 100]) {
    await bring([{ ...person, percent }])
    expect(await courseProgress(database.db, person.user_id)).toMatchObject([{ percent, hours_spent: 0 }])
  }
})

test('the move of progress finds lessons by title in any spelling or by position, also when one cell lists several', async () => {
  const person = await courseOf(['नमस्ते दुनिया', 'Shoot, cut', 'Colours', 'Sound'])
  const lessons = [' नमस्ते  दुनिया ', 'SHOOT, CUT', 'colours; 4, Export', 'Colours']
  expect(await bring([{ ...person, lessons }])).toEqual([{ marked: 4, unknown: ['Export'] }])
  expect(await bring([{ ...person, lessons: ['0', '5', ''] }])).toEqual([{ marked: 0, unknown: ['0', '5'] }])
})

test('the same rows again change nothing, less takes nothing back, and more adds', async () => {
  const person = await courseOf(['A', 'B', 'C', 'D'])
  await bring([{ ...person, percent: 50 }])
  const stored = await database.db('lesson_progress').where({ user_id: person.user_id }).orderBy('lesson_id')
  expect(
    await bring(
      [
        { ...person, percent: 50 },
        { ...person, percent: 50 },
      ],
      'mov_2',
    ),
  ).toMatchObject([{ marked: 0 }, { marked: 0 }])
  expect(await bring([{ ...person, percent: 25 }], 'mov_2')).toMatchObject([{ marked: 0 }])
  expect(await database.db('lesson_progress').where({ user_id: person.user_id }).orderBy('lesson_id')).toEqual(stored)
  expect(await bring([{ ...person, percent: 75 }], 'mov_2')).toMatchObject([{ marked: 1 }])
  expect(await done(person)).toEqual(['A', 'B', 'C'])
})

test('a lesson that the student took back stays open when the same file is moved in again', async () => {
  const person = await courseOf(['A', 'B'])
  await bring([{ ...person, percent: 100 }])
  const [first] = await database.db('lessons').where({ course_id: person.course_id }).orderBy('position')
  const user = { id: person.user_id, user_id: 'usr', session_id: 's', viewed_by: null }
  const context = callContext({ db: database.db, now: () => now }, { user })
  const beat = { course_id: person.course_id, lesson_id: first.lesson_id, seconds: 5, completed: false }
  await call(learningHandlers.progress, beat, { context })
  await bring([{ ...person, percent: 100 }])
  expect(await done(person)).toEqual(['B'])
})

test('time and position of a started lesson stay, and nothing counts as watched', async () => {
  const person = await courseOf(['A', 'B'])
  const [first] = await database.db('lessons').where({ course_id: person.course_id }).orderBy('position')
  const started = { ...person, lesson_id: first.lesson_id, seconds: 90, updated_at: now }
  await database.db('lesson_progress').insert(started)
  const at = new Date('2025-03-04T00:00:00Z')
  await bring([{ ...person, percent: 100, at }])
  const rows = await database.db('lesson_progress').where(person).orderBy('seconds', 'desc')
  expect(rows).toMatchObject([
    { seconds: 90, completed_at: at.toISOString(), updated_at: now.toISOString() },
    { seconds: 0, completed_at: at.toISOString(), updated_at: null },
  ])
})

test('a quiz that opens later lessons stays to be passed', async () => {
  const person = await courseOf(['A', 'Quiz', 'C'])
  const quiz = await database.db('lessons').where({ course_id: person.course_id, title: 'Quiz' }).first('lesson_id')
  await database.db('lessons').where(quiz).update({ kind: 'quiz', watch_link: '' })
  const { course_id } = person
  await database.db('quizzes').insert({
    ...quiz,
    course_id,
    gate: true,
    reveals: 'always',
    pass_mark: 80,
    questions: '[]',
    updated_at: now,
  })
  expect(await bring([{ ...person, percent: 100 }])).toMatchObject([{ marked: 2 }])
  expect(await done(person)).toEqual(['A', 'C'])
})

test('a thousand people in a few statements', async () => {
  const person = await courseOf(['A', 'B'])
  const people = await database
    .db('users')
    .insert(
      Array.from({ length: 1000 }, (_, index) => ({
        user_id: `usr_${index}`,
        name: 'N',
        email: `n${index}@a.example`,
        phone: null,
        referral_code: `R${index}`,
      })),
    )
    .returning('id')
  let statements = 0
  const count = () => {
    statements += 1
  }
  database.db.on('query', count)
  const brought = await bring(
    people.map(({ id }: { id: number }) => ({ course_id: person.course_id, user_id: id, percent: 100 })),
  )
  database.db.off('query', count)
  expect(brought.every(({ marked }) => marked === 2)).toBe(true)
  expect(statements).toBeLessThanOrEqual(6)
})

test('taking a move back leaves what the student opened since, and other moves', async () => {
  const person = await courseOf(['A', 'B', 'C'])
  await bring([{ ...person, percent: 66 }], 'mov_a')
  await bring([{ ...person, percent: 100 }], 'mov_b')
  await database.db('lesson_progress').where(person).orderBy('lesson_id').limit(1)
  const [opened] = await database
    .db('lesson_progress')
    .where({ ...person, move_id: 'mov_a' })
    .orderBy('lesson_id')
  await database.db('lesson_progress').where(person).where({ lesson_id: opened.lesson_id }).update({ updated_at: now })
  expect(await database.db.transaction((trx) => takeBackProgress(trx, 'mov_a', [person]))).toBe(1)
  expect(await done(person)).toHaveLength(2)
})
