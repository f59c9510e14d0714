import { MOST_COUNTED } from 'contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fc } from '../../../../test/fast-check.ts'
import { buildAdmin } from '../../../../test/people-factories.ts'
import { lookUps, plansOf } from '../../../../test/query-plans.ts'
import { listStuck } from './learning-figures.queries.ts'

const STUDENTS = 2 * MOST_COUNTED
const FIRST = Date.parse('2026-01-01T00:00:00Z')
const at = (minutes: number) => new Date(FIRST + minutes * 60_000)
const COURSE = 'big'

let database: TestDatabase
/** Student `n` got the course in minute `n`; each 2nd sent a beat 100,000 minutes later, each 5th finished, each 7th had it taken. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { id } = await buildAdmin(db)
  await buildCourse(db, { course_id: COURSE })
  for (const lesson_id of ['one', 'two']) await buildLesson(db, { course_id: COURSE, lesson_id })
  const minute = (n: string) => `cast(:first as timestamptz) + (${n}) * interval '1 minute'`
  const values: Record<string, unknown> = { students: STUDENTS, first: at(0), course: COURSE, admin: id }
  const steps = [
    `insert into users (user_id, name, email, referral_code) select 'usr_' || n, 'Asha', n || '@example.com', 'R' || n
      from generate_series(1, :students) n`,
    `insert into enrolments (user_id, course_id, given_by, granted_at, revoked_at)
      select id, :course, :admin, ${minute('id')}, case when id % 7 = 0 then ${minute('id')} end from users where id <= :students`,
    `insert into lesson_progress (user_id, course_id, lesson_id, seconds, updated_at, completed_at)
      select id, :course, lesson, 9, ${minute(`100000 + id - case when lesson = 'one' then 1000 else 0 end`)}, case when id % 5 = 0 then cast(:first as timestamptz) end
      from users, unnest(array['one', 'two']) lesson where id % 2 = 0 and id <= :students`,
  ]
  for (const sql of steps)
    await db.raw(
      sql,
      Object.fromEntries(Object.entries(values).filter(([name]) => new RegExp(`[^:]:${name}\\b`).test(sql))),
    )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const seenAt = (n: number) => (n % 2 === 0 ? 100_000 + n : n)
/** The numbers of who is stuck before a minute, in the order of the list. */
const expected = (before: number) =>
  Array.from({ length: STUDENTS }, (_, index) => index + 1)
    .filter((n) => n % 7 !== 0 && !(n % 2 === 0 && n % 5 === 0) && seenAt(n) < before)
    .toSorted((a, b) => seenAt(b) - seenAt(a))
    .map((n) => `usr_${n}`)

test.each([0, 5_000, 100_000, 110_000, 200_000])(
  'pages read on below the total have each student once, the latest first: before minute %i',
  async (before) => {
    const ids: string[] = []
    for (let offset = 0, total = 1; offset < total; offset += 3000) {
      const page = await listStuck(database.db, COURSE, { before: at(before), limit: 3000, offset })
      ids.push(...page.students.map(({ user_id }) => user_id))
      const seen = Math.max(MOST_COUNTED, offset + 3000)
      expect(page.total).toBe(Math.min(expected(before).length, seen + 1))
      total = page.total
    }
    expect(ids).toEqual(expected(before))
  },
)

test('a student has the last beat and the lessons done, and one without a beat the day of the enrolment', async () => {
  const { students } = await listStuck(database.db, COURSE, { before: at(100_003), limit: 2, offset: 0 })
  expect(students).toMatchObject([
    { user_id: 'usr_2', last_beat_at: at(100_002).toISOString(), granted_at: at(2).toISOString(), lessons_done: 0 },
    { user_id: 'usr_19997', last_beat_at: null, granted_at: at(19_997).toISOString(), last_lesson: null },
  ])
})

test('a first page looks at no more students than its total needs', async () => {
  const { db } = database
  const plans = await plansOf(db, () => listStuck(db, COURSE, { before: at(200_000), limit: 50, offset: 0 }))
  expect(plans).toHaveLength(1)
  const looked = plans.flatMap(lookUps)
  expect(looked.length).toBeGreaterThan(3)
  // Every 7th of them has the course no more, and each 5th of those with beats is done.
  expect(Math.max(...looked)).toBeLessThan(MOST_COUNTED * 1.4)
})

test('the last beat of each student is that of their progress after every change of it', async () => {
  const { db } = database
  const students = [await buildStudentRow(db), await buildStudentRow(db)]
  const step = fc.record({
    who: fc.constantFrom(...students.map(({ id }) => id)),
    lesson: fc.constantFrom('one', 'two', 'three'),
    does: fc.constantFrom('beat', 'mark', 'delete'),
    minute: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      for (const { who, lesson, does, minute } of steps) {
        const row = { user_id: who, course_id: COURSE, lesson_id: lesson }
        if (does === 'delete') await db('lesson_progress').where(row).delete()
        else
          await db('lesson_progress')
            .insert({ ...row, updated_at: does === 'beat' ? at(minute) : null })
            .onConflict(['user_id', 'course_id', 'lesson_id'])
            .merge()
        const { rows } = await db.raw(
          `select * from (select user_id, course_id, max(updated_at) from lesson_progress where updated_at is not null group by 1, 2) p
           full join last_beats b using (user_id, course_id) where p.max is distinct from b.beat_at`,
        )
        expect(rows).toEqual([])
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
