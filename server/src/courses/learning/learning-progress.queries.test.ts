import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { courseProgress } from './learning-progress.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Watched = { lesson_id: string; course_id: string }

const watch = (user: { id: number }, lesson: Watched, seconds: number, completedAt: Date | null = null) =>
  database.db('lesson_progress').insert({
    user_id: user.id,
    course_id: lesson.course_id,
    lesson_id: lesson.lesson_id,
    seconds,
    completed_at: completedAt,
  })

test('a course is completed when every present lesson is done, and time rounds half up', async () => {
  const { db } = database
  const user = await buildUser(db)
  const { course_id } = await buildCourse(db)
  const lessons = [await buildLesson(db, { course_id }), await buildLesson(db, { course_id })] as const
  const [third] = [await buildLesson(db, { course_id })]
  const progress = async () => (await courseProgress(db, user.id, [course_id]))[0]

  expect(await progress()).toEqual({ course_id, course_status: 'not_started', hours_spent: 0, percent: 0 })
  await watch(user, lessons[0], 17)
  expect(await progress()).toEqual({ course_id, course_status: 'in_progress', hours_spent: 0, percent: 0 })
  // 18 s are 0.005 h exactly.
  await db('lesson_progress').where({ user_id: user.id }).update({ seconds: 18, completed_at: new Date() })
  expect(await progress()).toMatchObject({ course_status: 'in_progress', hours_spent: 0.01, percent: 33 })
  await watch(user, lessons[1], 0, new Date())
  expect(await progress()).toMatchObject({ course_status: 'in_progress', percent: 66 })
  await watch(user, third, 3_600)
  // The last open lesson leaves the course: all present ones are done, and the hour spent on it still counts.
  await db('lessons').where({ lesson_id: third.lesson_id }).delete()
  expect(await progress()).toMatchObject({ course_status: 'completed', hours_spent: 1.01, percent: 100 })
})

test('a query without ids covers the student’s enrolments and nobody else’s', async () => {
  const { db } = database
  const [user, other] = [await buildUser(db), await buildUser(db)]
  const owned = await buildLesson(db)
  const lost = await buildLesson(db)
  await buildEnrolment(db, { user_id: user.id, course_id: owned.course_id })
  await buildEnrolment(db, { user_id: user.id, course_id: lost.course_id, revoked_at: new Date() })
  await watch(other, owned, 900, new Date())
  expect(await courseProgress(db, user.id)).toEqual([
    { course_id: owned.course_id, course_status: 'not_started', hours_spent: 0, percent: 0 },
  ])
  expect(await courseProgress(db, user.id, [])).toEqual([])
  expect(await courseProgress(db, user.id, ['no-such-course', 'no-such-course'])).toEqual([
    { course_id: 'no-such-course', course_status: 'not_started', hours_spent: 0, percent: 0 },
  ])
})
