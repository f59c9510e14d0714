import { AddContentBody } from 'contract/courses/lesson-input'
import { ProgressBody } from 'contract/learning'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fc } from '../../../../test/fast-check.ts'
import { type Recount, recountOf } from '../../../../test/learning-recount.ts'
import { STUDENTS, type Step, step } from '../../../../test/learning-steps.ts'
import { isFullRun, seed } from '../../../../test/scope.ts'
import { restoreEnrolments, revokeOwnSeat } from '../../../courses/enrolments/grants.queries.ts'
import { listStudentLessons } from '../../../courses/learning/learning.queries.ts'
import { recordBeat, replaceContent } from '../../../courses/learning/learning.service.ts'
import { courseProgress } from '../../../courses/learning/learning-progress.queries.ts'
import { cancelLesson, joinLive, saveLive } from '../../../courses/live/live.service.ts'
import { findCompletion, listStudentsOf } from './course-figures.queries.ts'
import { exportLearning, findCohorts, findLessonFigures, listStuck } from './learning-figures.queries.ts'

// Random histories of beats and of joins of a live lesson run through the services on a real database. The figures of
// dashboard and owner are compared with a recount that follows the specification and never reads the database.

const RUNS = isFullRun ? 1_000 : 15
/** Repeats a run. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Lesson = { lesson_id: string | null; title: string; kind: 'media' | 'live'; watch_link: string }

const FILM = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'
const film = (title: string) => ({ title, kind: 'media' as const, watch_link: FILM })
const idOf = (lesson: Lesson | undefined) => String(lesson?.lesson_id)
const codeOf = ({ code }: { code: string }) => code

/** An evening of the end of a month, at which it is the next month already in India. */
const BEGIN = Date.parse('2026-08-31T18:20:00Z')

async function play(steps: readonly Step[]) {
  const { db } = database
  let clock = BEGIN
  const now = () => new Date(clock)
  const { course_id } = await buildCourse(db)
  let lessons: Lesson[] = [
    { ...film('One'), lesson_id: null },
    { ...film('Two'), lesson_id: null },
    { title: 'Live', kind: 'live', watch_link: '', lesson_id: null },
  ]
  const recount: Recount = recountOf()
  const saveLessons = async () => {
    await replaceContent({ db, now }, course_id, AddContentBody.parse({ course_id, content: lessons }), {
      confirmed: true,
      ifMatch: undefined,
    })
    const columns = ['lesson_id', 'title', 'kind', 'watch_link']
    lessons = await db('lessons').where({ course_id }).orderBy('position').select(columns)
    const joined = lessons.filter(({ kind, watch_link }) => kind === 'live' && watch_link === '')
    recount.lessons(lessons.map(idOf), joined.map(idOf))
  }
  await saveLessons()
  const liveId = idOf(lessons[2])
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

  for (const step of steps) {
    if (step.kind === 'wait') clock += step.ms
    if (step.kind === 'addLesson') {
      const added = { ...film(`Lesson ${lessons.length + 1}`), lesson_id: null }
      lessons = step.first ? [added, ...lessons] : [...lessons, added]
      await saveLessons()
    }
    if (step.kind === 'dropLesson' && lessons.length > 1) {
      const [dropped] = lessons.splice(step.lesson % lessons.length, 1)
      gone.push(idOf(dropped))
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
    if (step.kind === 'addRecording' && !gone.includes(liveId)) {
      lessons = lessons.map((one) => (idOf(one) === liveId ? { ...one, watch_link: FILM } : one))
      await saveLessons()
    }
    if (step.kind === 'join') {
      if (step.owner === 'cancel' && !gone.includes(liveId) && recount.live.cancel(clock))
        await cancelLesson({ db, now }, liveId)
      if (step.owner === 'set' && !gone.includes(liveId)) {
        const moment = { starts_at: new Date(clock + step.minutesAhead * 60_000).toISOString(), minutes: 60 }
        await saveLive({ db, now }, liveId, { ...moment, join_link: 'https://meet.example.com/room' }, undefined)
        recount.live.set(moment)
      }
      const { id, user_id } = studentOf(step.who)
      const expected = recount.join(user_id, liveId, clock)
      expect(await joinLive({ db, now }, id, liveId).then(() => 'joined', codeOf)).toBe(expected)
    }
    if (step.kind === 'beat') {
      const { id, user_id } = studentOf(step.who)
      // A present lesson or, past the last, a deleted one.
      const present = lessons[step.lesson]?.lesson_id ?? gone.at(-1) ?? 'never'
      const { kind: _, who: __, lesson: ___, ...said } = step
      const sent = ProgressBody.parse({ course_id, lesson_id: present, ...said })
      const expected = recount.beat(user_id, { ...sent, at: clock })
      const answer = await recordBeat({ db, now }, { id, session_id: `session ${id}` }, sent).catch(codeOf)
      expect(answer).toEqual(expected)
    }
  }
  return { course_id, students, recount, now: now() }
}

/** Reads the figures of dashboard and console. */
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
    exportLearning(db, undefined, 50, course_id),
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
    let joins = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 45, size: 'max' }), async (steps) => {
      const history = await play(steps)
      expect(await readAll(history)).toEqual(history.recount.says(history.now))
      beats += history.recount.beats
      refused += history.recount.refused
      joins += history.recount.joins
    })
    // A smaller history is looked for in a full run alone, where there is time.
    await fc.assert(property, { numRuns: RUNS, endOnFailure: !isFullRun })
    console.log(
      `${RUNS} histories, seed ${seed}: ${beats} beats taken, ${joins} of them joins, ${refused} refused, no difference`,
    )
    expect(beats).toBeGreaterThan(RUNS * 3)
    expect(refused).toBeGreaterThan(0)
    expect(joins).toBeGreaterThan(0)
  },
  isFullRun ? 30 * 60_000 : undefined,
)
