import { DAY, type Fact } from './message-model.ts'
import { lengthOf } from './scope.ts'

/** The year of 1,000: `STUDENTS=1000 npx vitest run message-year`. */
export const STUDENTS = lengthOf('STUDENTS', { full: 200, usual: 40 })
export const DAYS = 365
export const HOUR = 3_600_000
/** Half past midnight in India. */
export const START = Date.parse('2028-01-02T19:00:00Z')
export const END = START + DAYS * DAY
export const LESSONS = 3

/** Numbers from 0 to 1 that are the same in each run. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Sold = {
  courses: readonly { id: string }[]
  /** A course with renewals, one whose access ends, and one with live lessons. */
  others: { lent: string; ending: string; live: string }
}

export const dayOf = (at: number) => new Date(at + 5.5 * HOUR).toISOString().slice(0, 10)

/** Invents a year of a student: courses in fits, access that ends or is renewed, orders, plans, consents, stops. */
export function lifeOf(student: number, random: () => number, { courses, others }: Sold): Fact[] {
  const facts: Fact[] = []
  const later = (from: number, most: number) => Math.round(from + random() * most)
  const born = later(START, 0.5 * DAYS * DAY)
  facts.push({ at: born, student, is: 'registered' })
  for (const { id: course } of courses.filter(() => random() < 0.5)) {
    const at = later(born, 0.7 * (END - born))
    facts.push({ at, student, is: 'enrolled', course, until: random() < 0.3 ? later(at + DAY, 60 * DAY) : null })
    if (random() < 0.2) facts.push({ at: later(at, 30 * DAY), student, is: 'revoked', course })
    if (random() < 0.35) continue
    const most = random() < 0.5 ? LESSONS : LESSONS - 1
    for (let lesson = 0, when = later(at, 12 * DAY); lesson < most; lesson += 1) {
      facts.push({ at: when, student, is: 'lesson', course, lesson, done: random() < 0.9 })
      when = later(when, random() < 0.5 ? 3 * DAY : 40 * DAY)
    }
  }
  for (const course of [others.lent, others.ending, others.live].filter(() => random() < 0.6)) {
    const at = later(born, 90 * DAY)
    const until = course === others.live ? null : at + 60 * DAY
    facts.push({ at, student, is: 'enrolled', course, until })
    if (random() < 0.15) facts.push({ at: later(at, 60 * DAY), student, is: 'revoked', course })
    else if (until && random() < 0.4)
      facts.push({ at: later(until - 20 * DAY, 19 * DAY), student, is: 'renewed', course, until: until + 60 * DAY })
  }
  for (let n = 0; n < 3 && random() < 0.6; n += 1) {
    const order = `ord_${student}_${n}`
    const at = later(born, END - born)
    facts.push({ at, student, is: 'paid', order })
    if (random() < 0.3)
      facts.push({ at: later(at, random() < 0.5 ? 8 * HOUR : 9 * DAY), student, is: 'refunded', order })
  }
  if (random() < 0.5) {
    const plan = `pl_${student}`
    const at = later(born, 90 * DAY)
    const count = 2 + Math.floor(random() * 5)
    const every = Math.floor(90 / (count - 1))
    const due = Array.from({ length: count }, (_, part) => dayOf(at + part * every * DAY))
    facts.push({ at, student, is: 'plan', plan, due })
    const paid = random() < 0.5 ? count : Math.floor(random() * count)
    for (let part = 1; part < paid; part += 1)
      facts.push({ at: at + part * every * DAY + later(-4 * DAY, 7 * DAY), student, is: 'part', plan })
    if (random() < 0.1) facts.push({ at: later(at, 80 * DAY), student, is: 'ended', plan })
  }
  // The course goes on sale later.
  if (random() < 0.3) facts.push({ at: later(born, START + 0.65 * DAYS * DAY - born), student, is: 'interested' })
  if (random() < 0.6)
    facts.push({ at: later(born, random() < 0.7 ? HOUR / 2 : 90 * DAY), student, is: 'agreed', to: true })
  if (random() < 0.2) facts.push({ at: later(born, 200 * DAY), student, is: 'agreed', to: false })
  if (random() < 0.15) facts.push({ at: later(born, 200 * DAY), student, is: 'stopped' })
  if (random() < 0.2) facts.push({ at: later(born, END - born), student, is: 'reminders', on: false })
  if (random() < 0.1) facts.push({ at: later(born, END - born), student, is: 'reminders', on: true })
  if (random() < 0.05) facts.push({ at: later(born, END - born), student, is: 'deleted' })
  return facts
}
