import { ProgressBody } from 'contract/learning'
import { AddContentBody } from 'contract/lesson-input'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Recount, recountOf } from '../../../test/learning-recount.ts'
import { isFullRun } from '../../../test/scope.ts'
import { restoreEnrolments, revokeOwnSeat } from '../../enrolments/grants.queries.ts'
import { listStudentLessons } from '../../learning/learning.queries.ts'
import { recordBeat, replaceContent } from '../../learning/learning.service.ts'
import { courseProgress } from '../../learning/learning-progress.queries.ts'
import { findCompletion, listStudentsOf } from './course-figures.queries.ts'
import { exportLearning, findCohorts, findLessonFigures, listStuck } from './learning-figures.queries.ts'

// Random histories of beats are driven through the services on a real database. What the dashboard and the owner read of them is
// compared with a recount that goes by the words of the specification and never looks into the database.

const RUNS = isFullRun ? 1_000 : 15
/** Repeats a run. */
const SEED = Number(process.env.DRILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
const STUDENTS = 3

const who = fc.nat({ max: STUDENTS - 1 })
/** Mostly one that is there. */
const lesson = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 1 }) }, { weight: 2, arbitrary: fc.nat({ max: 4 }) })
/** Mostly what a player says each 10 s; also nothing, a little more than the clock, and an hour that nobody watched. */
const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0, max: 14, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.4, 10, 15, 60) },
  { weight: 1, arbitrary: fc.constantFrom(3_600, 86_400) },
)
/** Seeks, rewinds, places of before an interruption; of two tabs, each with running numbers that may come in any order. */
const position = fc.record({
  second: fc.double({ min: 0, max: 900, noNaN: true }),
  length: fc.option(fc.constantFrom(600, 900), { nil: undefined }),
  tab: fc.constantFrom('one', 'two'),
  number: fc.integer({ min: 1, max: 6 }),
  age: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 90_000 })),
})
const beat = fc.record({
  kind: fc.constant('beat' as const),
  who,
  lesson,
  seconds,
  completed: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
  position: fc.option(position, { nil: undefined }),
})
const action = fc.oneof(
  { weight: 24, arbitrary: beat },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 16_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 60_000, max: 20 * 86_400_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addLesson' as const), first: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dropLesson' as const), lesson }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), who }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** An evening of the end of a month, at which it is the next month already in India. */
const BEGIN = Date.parse('2026-08-31T18:20:00Z')

async function play(actions: readonly Action[]) {
  const { db } = database
  let clock = BEGIN
  const now = () => new Date(clock)
  const { course_id } = await buildCourse(db)
  let lessons: { lesson_id: string | null; title: string }[] = [
    { lesson_id: null, title: 'One' },
    { lesson_id: null, title: 'Two' },
  ]
  const recount: Recount = recountOf()
  const saveLessons = async () => {
    const content = lessons.map((one) => ({ ...one, watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }))
    await replaceContent({ db, now }, course_id, AddContentBody.parse({ course_id, content }), undefined)
    lessons = await db('lessons').where({ course_id }).orderBy('position').select('lesson_id', 'title')
    recount.lessons(lessons.map(({ lesson_id }) => String(lesson_id)))
  }
  await saveLessons()
  const gone: string[] = []
  const students: { id: number; user_id: string; order_id: string }[] = []
  for (let at = 0; at < STUDENTS; at++) {
    const { id, user_id } = await buildStudentRow(db)
    const granted_at = new Date(BEGIN + at * 8 * 60_000)
    const { order_id } = await buildEnrolment(db, { user_id: id, course_id, granted_at })
    recount.enrolled(user_id, granted_at)
    students.push({ id, user_id, order_id })
  }
  clock += STUDENTS * 8 * 60_000
  const studentOf = (at: number) => students[at] as (typeof students)[number]

  for (const step of actions) {
    if (step.kind === 'wait') clock += step.ms
    if (step.kind === 'addLesson') {
      const added = { lesson_id: null, title: `Lesson ${lessons.length + 1}` }
      lessons = step.first ? [added, ...lessons] : [...lessons, added]
      await saveLessons()
    }
    if (step.kind === 'dropLesson' && lessons.length > 1) {
      const [dropped] = lessons.splice(step.lesson % lessons.length, 1)
      gone.push(String(dropped?.lesson_id))
      await saveLessons()
    }
    if (step.kind === 'refund') {
      const { order_id: orderId, user_id } = studentOf(step.who)
      await revokeOwnSeat(db, { orderId, courseId: course_id, now: now().toISOString() })
      recount.refunded(user_id)
    }
    if (step.kind === 'giveBack') {
      const { order_id: orderId, user_id } = studentOf(step.who)
      await restoreEnrolments(db, { orderId, codes: [], without: [] })
      recount.givenBack(user_id)
    }
    if (step.kind === 'beat') {
      const { id, user_id } = studentOf(step.who)
      // One of the lessons that are there, or, past the last, one that is gone.
      const present = lessons[step.lesson]?.lesson_id ?? gone.at(-1) ?? 'never'
      const { kind: _, who: __, lesson: ___, ...said } = step
      const sent = ProgressBody.parse({ course_id, lesson_id: present, ...said })
      const expected = recount.beat(user_id, { ...sent, at: clock })
      const answer = await recordBeat({ db, now }, { id, session_id: `session ${id}` }, sent).catch(
        ({ code }: { code: string }) => code,
      )
      expect(answer).toEqual(expected)
    }
  }
  return { course_id, students, recount, now: now() }
}

/** What dashboard and console read. */
async function readAll({ course_id, students, now }: Awaited<ReturnType<typeof play>>) {
  const { db } = database
  const of = async ({ id, user_id }: { id: number; user_id: string }) => {
    const [progress] = await courseProgress(db, id, [course_id])
    const { course_id: _, ...dashboard } = progress ?? { course_id }
    const listed = await listStudentLessons(db, course_id, id, now)
    const places = listed.map(({ lesson_id, completed, position }) => ({ lesson_id, completed, position }))
    return [user_id, { dashboard, places }] as const
  }
  const before = new Date(now.getTime() - 7 * 86_400_000)
  const [stuck, listed, exported] = await Promise.all([
    listStuck(db, course_id, { before, limit: 50, offset: 0 }),
    listStudentsOf(db, course_id, { limit: 50, offset: 0 }),
    exportLearning(db, course_id, undefined, 50),
  ])
  return {
    students: Object.fromEntries(await Promise.all(students.map(of))),
    numbers: await findCompletion(db, course_id),
    lessons: (await findLessonFigures(db, course_id)).map(({ title: _, ...figures }) => figures),
    cohorts: await findCohorts(db, course_id),
    stuck: { total: stuck.total, ids: stuck.students.map(({ user_id }) => user_id).sort() },
    done: Object.fromEntries(listed.students.map(({ user_id, lessons_done }) => [user_id, Number(lessons_done)])),
    seconds: Object.fromEntries(exported.map(({ user_id, seconds: spent }) => [user_id, Number(spent)])),
  }
}

test(
  `after ${RUNS} random histories dashboard and numbers are what a recount says`,
  async () => {
    let beats = 0
    let refused = 0
    const property = fc.asyncProperty(
      fc.array(action, { minLength: 5, maxLength: 45, size: 'max' }),
      async (actions) => {
        const history = await play(actions)
        expect(await readAll(history)).toEqual(history.recount.says(history.now))
        beats += history.recount.beats
        refused += history.recount.refused
      },
    )
    // A smaller history is looked for in a full run alone, where there is time.
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: !isFullRun })
    console.log(`${RUNS} histories, seed ${SEED}: ${beats} beats taken, ${refused} refused, no difference`)
    expect(beats).toBeGreaterThan(RUNS * 3)
    expect(refused).toBeGreaterThan(0)
  },
  isFullRun ? 30 * 60_000 : undefined,
)
