import { BIN_DAYS, daysLeftInBin } from 'contract/courses/bin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson, buildPromocode } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper } from '../../../test/shopper.ts'
import { emptyBin } from './empty-bin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

// The clock moves by months, which no session outlives.
const api = async () => server.api(await server.adminToken())
const DAY_MS = 24 * 60 * 60_000
const inBin = async () => {
  const { courses, counts } = await (await api()).courses.adminList({ fields: 'list', status: 'deleted' })
  return { ids: courses.map(({ course_id }) => course_id).sort(), count: counts?.deleted }
}
const remove = async (course_id: string) => (await api()).courses.delete({ params: { course_id } })
const restore = async (id: string) => (await api()).courses.restore({ params: { id } })

it('the bin holds a course for 30 days; then an unused one is deleted, and a sold or granted one only leaves the bin', async () => {
  const { db } = server
  const shopper = await buildShopper(server)
  const { orderId } = await shopper.buyOne()
  const { course_id: ordered } = await db('order_lines').where({ order_id: orderId }).first('course_id')
  const { course_id: input } = await buildCourse(db)
  await buildEnrolment(db, { course_id: input })
  const { course_id: coded } = await buildCourse(db)
  await buildPromocode(db, { course_id: coded })
  const { course_id: unsold } = await buildCourse(db)
  await buildLesson(db, { course_id: unsold })
  const bound = [ordered, input, coded].sort()
  for (const id of [...bound, unsold]) await remove(id)
  server.clock.advance((BIN_DAYS - 0.5) * DAY_MS)
  const { course_id: later } = await buildCourse(db)
  await remove(later)
  await emptyBin(server.ctx)
  expect(await inBin()).toEqual({ ids: [...bound, unsold, later].sort(), count: 5 })
  expect((await restore(unsold)).course.course_id).toBe(unsold)
  await db('courses')
    .where({ course_id: unsold })
    .update({ deleted_at: new Date(Date.now() - DAY_MS) })

  server.clock.advance(DAY_MS)
  await emptyBin(server.ctx)
  expect(await inBin()).toEqual({ ids: [later], count: 1 })
  expect(
    await db('courses')
      .whereIn('course_id', [...bound, unsold])
      .orderBy('course_id')
      .pluck('course_id'),
  ).toEqual(bound)
  expect(await db('lessons').where({ course_id: unsold })).toEqual([])
  expect(await db('order_lines').where({ course_id: ordered })).toHaveLength(1)
  for (const id of [...bound, unsold]) await expect(restore(id)).rejects.toMatchObject({ code: 'not_found' })
  await restore(later)
  await emptyBin(server.ctx)
  expect(await inBin()).toEqual({ ids: [], count: 0 })
})

/** Tables whose rows protect a course from deletion, by reason. */
const survivors: Readonly<Record<string, readonly string[]>> = {
  'what was sold, given or promised stays': [
    'order_lines',
    'refund_seats',
    'enrolments',
    'gift_codes',
    'promocodes',
    'deleted_promocodes',
    'certificates',
  ],
  'what students did and wrote in it is theirs': [
    'lesson_progress',
    'lesson_notes',
    'quiz_attempts',
    'hand_ins',
    'live_joins',
    'questions',
    'reviews',
  ],
  'destroyCourse takes them away itself': ['lessons'],
}

it('every table that references a course goes with it, or protects it for a reason', async () => {
  const { rows } = await server.db.raw<{ rows: { table: string }[] }>(
    `select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'courses'::regclass and confdeltype <> 'c' order by 1`,
  )
  const advice =
    'a table that names a course: on delete cascade in its migration, or a reason in courses/empty-bin.test.ts'
  expect(
    rows.map(({ table }) => table),
    advice,
  ).toEqual(Object.values(survivors).flat().sort())
})

it('the bin shows the days left', () => {
  const deleted = new Date('2026-11-01T10:00:00Z')
  const left = (at: string) => daysLeftInBin(deleted, new Date(at))
  expect(['2026-11-01T10:00:00Z', '2026-11-02T09:00:00Z', '2026-12-01T09:00:00Z', '2026-12-05'].map(left)).toEqual([
    30, 30, 1, 0,
  ])
})
