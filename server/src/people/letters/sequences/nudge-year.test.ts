import type { SequenceBody } from 'contract/sequences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { isFullRun, isPlainRun, lengthOf } from '../../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { sendLetters } from '../send-letters.ts'
import { enlistSequences } from './run-sequences.ts'

const STUDENTS = lengthOf('STUDENTS', { full: 1_000, usual: 60, plain: 10 })
const DAYS = isPlainRun ? 90 : 365
const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** Half past midnight in India. */
const START = Date.parse('2028-01-02T19:00:00Z')
const END = START + DAYS * DAY
const LESSONS = 3
/** Hours after half past midnight in India at which a shop looks: in the night, by day, late in the evening. */
const HOURS = isFullRun ? [2.5, 9.5, 21.5] : [2.5, 9.5]
const INDIA = 5.5 * HOUR

type Fact = { at: number; student: number } & (
  | { is: 'enrolled'; course: string; until: number | null }
  | { is: 'lesson'; course: string; lesson: number; done: boolean }
  | { is: 'revoked'; course: string }
  | { is: 'reminders'; on: boolean }
  | { is: 'deleted' }
)

/** Numbers from 0 to 1 that are the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

let server: TestServer
let admin: number
const courses: { id: string; lessons: string[] }[] = []
const ids = new Map<number, number>()
beforeAll(async () => {
  server = await startTestServer({ work: false })
  server.clock.set(new Date(START))
  for (let n = 0; n < 5; n += 1) {
    const { course_id } = await buildCourse(server.db)
    const lessons: string[] = []
    for (let at = 0; at < LESSONS; at += 1) lessons.push((await buildLesson(server.db, { course_id })).lesson_id)
    courses.push({ id: course_id, lessons })
  }
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  const owner = server.api(await server.adminToken())
  ;[admin = 0] = await server.db('admins').limit(1).pluck('id')
  for (const trigger of ['not_begun', 'quiet'] as const) {
    const step = (after_minutes: number) => ({ after_minutes, subject: trigger, blocks: [{ text: 'Hello {name}' }] })
    const body: z.input<typeof SequenceBody> = { name: trigger, trigger, steps: [step(0), step(10_080)], active: true }
    await owner.sequences.create({ body })
  }
})
afterAll(() => server.stop())

/** Invents a year of a student: courses that wait, are learned in fits, are finished, revoked, or end. */
function lifeOf(student: number, random: () => number): Fact[] {
  const facts: Fact[] = []
  const later = (from: number, most: number) => Math.round(from + random() * most)
  for (const { id: course } of courses.filter(() => random() < 0.5)) {
    const at = later(START, 0.8 * DAYS * DAY)
    facts.push({ at, student, is: 'enrolled', course, until: random() < 0.3 ? later(at + DAY, 60 * DAY) : null })
    if (random() < 0.2) facts.push({ at: later(at, 30 * DAY), student, is: 'revoked', course })
    if (random() < 0.35) continue
    const most = random() < 0.5 ? LESSONS : LESSONS - 1
    for (let lesson = 0, when = later(at, 12 * DAY); lesson < most; lesson += 1) {
      facts.push({ at: when, student, is: 'lesson', course, lesson, done: random() < 0.9 })
      when = later(when, random() < 0.5 ? 3 * DAY : 40 * DAY)
    }
  }
  if (random() < 0.2) facts.push({ at: later(START, DAYS * DAY), student, is: 'reminders', on: false })
  if (random() < 0.1) facts.push({ at: later(START, DAYS * DAY), student, is: 'reminders', on: true })
  if (random() < 0.05) facts.push({ at: later(START, DAYS * DAY), student, is: 'deleted' })
  return facts
}

async function happen(fact: Fact): Promise<void> {
  const { db } = server
  const user_id = ids.get(fact.student) ?? 0
  const at = new Date(fact.at)
  const of = { user_id, ...('course' in fact && { course_id: fact.course }) }
  if (fact.is === 'deleted') await db('users').where({ id: user_id }).update({ deleted_at: at })
  else if (fact.is === 'reminders') await db('users').where({ id: user_id }).update({ reminders: fact.on })
  else if (fact.is === 'revoked') await db('enrolments').where(of).update({ revoked_at: at, taken_by_hand: true })
  else if (fact.is === 'enrolled') {
    const end = fact.until ? { ends_at: new Date(fact.until), given_until: new Date(fact.until) } : {}
    await db('enrolments').insert({ ...of, given_by: admin, granted_at: at, ...end })
  } else {
    const lesson_id = courses.find(({ id }) => id === fact.course)?.lessons[fact.lesson]
    const row = { ...of, lesson_id, seconds: 10, updated_at: at, completed_at: fact.done ? at : null }
    await db('lesson_progress').insert(row).onConflict(['user_id', 'course_id', 'lesson_id']).merge()
  }
}

type Nudge = { student: number; course: string; trigger: string; at: number }

/** Names what is wrong with a nudge, from the facts alone; undefined for a right one. */
function fault({ student, course, trigger, at }: Nudge, facts: readonly Fact[]): string | undefined {
  const until = facts.filter((fact) => fact.student === student && fact.at <= at)
  const ofCourse = until.filter((fact) => 'course' in fact && fact.course === course)
  const access = ofCourse.find((fact) => fact.is === 'enrolled')
  const lessons = ofCourse.filter((fact) => fact.is === 'lesson')
  const hour = (at + INDIA) % DAY
  if (hour < 9 * HOUR || hour >= 21 * HOUR) return 'at night'
  if (until.some(({ is }) => is === 'deleted')) return 'to nobody'
  if (until.findLast((fact) => fact.is === 'reminders')?.on === false) return 'reminders are off'
  if (!access || ofCourse.some(({ is }) => is === 'revoked')) return 'without the course'
  if (access.until !== null && access.until <= at) return 'after the access'
  if (trigger === 'not_begun') {
    if (lessons.length > 0) return 'after the beginning'
    return at < access.at + 3 * DAY ? 'too early' : undefined
  }
  if (lessons.length === 0) return 'before the beginning'
  if (lessons.filter(({ done }) => done).length === LESSONS) return 'after the end'
  return at < Math.max(...lessons.map((one) => one.at)) + WEEK ? 'while they learn' : undefined
}

test(`over ${DAYS} days, ${STUDENTS} random students get no nudge too many, none at night and none after its reason`, {
  timeout: 3_600_000,
}, async () => {
  const random = randomOf(56)
  for (let student = 0; student < STUDENTS; student += 1) {
    const email = `student${student}@example.com`
    const known = { created_at: new Date(START), email_proven_at: new Date(START), referral_code: email }
    const phone = { phone: email, phone_key: email }
    const row = { user_id: `usr_${student}`, name: 'Asha', email, ...known, ...phone }
    const [{ id }] = await server.db('users').insert(row).returning('id')
    ids.set(student, Number(id))
  }
  const lives = Array.from({ length: STUDENTS }, (_, student) => lifeOf(student, random)).flat()
  const facts = lives.filter(({ at }) => at < END).sort((a, b) => a.at - b.at)
  let next = 0
  for (let day = 0; day < DAYS; day += 1) {
    // The shop is away for three days, and for three weeks.
    if ((day > 100 && day < 104) || (day > 200 && day < 222)) continue
    for (const hour of HOURS) {
      const tick = START + day * DAY + hour * HOUR
      for (; facts[next] && (facts[next]?.at ?? 0) <= tick; next += 1) await happen(facts[next] as Fact)
      server.clock.set(new Date(tick))
      await enlistSequences(server.ctx)
      await sendLetters(server.ctx, new AbortController().signal)
    }
  }

  const { rows } = await server.db.raw<{
    rows: { user_id: string; occasion: string; trigger: string; handing_at: string }[]
  }>(
    `select r.user_id, r.occasion, s.trigger, r.handing_at from letter_recipients r join letters using (letter_id)
     join sequences s using (sequence_id) where r.state = 'handed_over' order by r.handing_at`,
  )
  const students = new Map([...ids].map(([student, id]) => [id, student]))
  const nudges = rows.map(({ user_id, occasion, trigger, handing_at }): Nudge => {
    const [course = ''] = occasion.split(' ')
    return { student: students.get(Number(user_id)) ?? -1, course, trigger, at: Date.parse(handing_at) }
  })
  const faults = nudges.map((nudge) => fault(nudge, facts)).filter((one) => one !== undefined)
  expect(faults).toEqual([])
  const gaps = [...Map.groupBy(nudges, ({ student }) => student).values()].flatMap((list) =>
    list.slice(1).map(({ at }, before) => at - (list[before]?.at ?? 0)),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(WEEK)
  const ofCourse = Map.groupBy(nudges, ({ student, course }) => `${student} ${course}`)
  expect(Math.max(...[...ofCourse.values()].map(({ length }) => length))).toBe(2)
  // Both kinds of nudge reach many students: the rules do not exclude everybody.
  const reached = (kind: string) => new Set(nudges.filter(({ trigger }) => trigger === kind).map((one) => one.student))
  expect(reached('not_begun').size).toBeGreaterThan(STUDENTS / 5)
  expect(reached('quiet').size).toBeGreaterThan(STUDENTS / 5)
})
