// Runs before a release: lives through a year of letters.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SequenceBody as Body, Sequence } from 'contract/sequences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { type Fact, judge, type ModelSequence } from '../../../../test/sequence-model.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { sendLetters } from '../send-letters.ts'
import { enlistSequences } from './run-sequences.ts'

type SequenceBody = z.input<typeof Body>

/** The full run: `SEQUENCE_BUYERS=1000 SEQUENCE_DAYS=365 SEQUENCE_TICK=180 npx vitest run sequence-year`. */
const BUYERS = Number(process.env.SEQUENCE_BUYERS ?? 60)
const DAYS = Number(process.env.SEQUENCE_DAYS ?? 40)
const TICK = Number(process.env.SEQUENCE_TICK ?? 360) * 60_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2028-01-03T00:00:00Z')
const END = START + DAYS * DAY

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
const courses: { id: string; lessons: string[] }[] = []
beforeAll(async () => {
  server = await startTestServer({ work: false })
  server.clock.set(new Date(START))
  for (let n = 0; n < 5; n += 1) {
    const { course_id } = await buildCourse(server.db)
    const lessons = [await buildLesson(server.db, { course_id }), await buildLesson(server.db, { course_id })]
    courses.push({ id: course_id, lessons: lessons.map(({ lesson_id }) => lesson_id) })
  }
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
})
afterAll(() => server.stop())

/** Invents the life of one buyer. */
function livesOf(buyer: number, random: () => number): Fact[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const facts: Fact[] = []
  const begin = START + random() * (END - START)
  const later = (from: number, most: number) => Math.round(from + random() * most)
  facts.push({ at: Math.round(begin), buyer, is: 'registered' })
  if (random() < 0.8) facts.push({ at: later(begin, 3 * DAY), buyer, is: 'consent', agreed: true })
  if (random() < 0.2) facts.push({ at: later(begin, 30 * DAY), buyer, is: 'consent', agreed: false })
  if (random() < 0.05) facts.push({ at: later(begin + DAY, 60 * DAY), buyer, is: 'deleted' })
  for (let n = 0, at = begin; n < Math.floor(random() * 5); n += 1) {
    at = later(at, random() < 0.3 ? 3 * HOUR : 40 * DAY)
    const order = `ord_${buyer}_${n}`
    const bought = [...new Set([pick(courses).id, pick(courses).id])]
    facts.push({ at, buyer, is: 'ordered', order, courses: bought, seats: random() < 0.1 ? 3 : 1 })
    const status = (status: 'paid' | 'expired' | 'cancelled' | 'refunded', from: number, most: number) => {
      const moment = later(from + MINUTE, most)
      facts.push({ at: moment, buyer, is: 'order', order, status })
      return moment
    }
    const fate = random()
    if (fate < 0.1) status('cancelled', at, 2 * DAY)
    else if (fate < 0.45) status('expired', at + DAY, HOUR)
    else if (fate < 0.55) status('paid', status('expired', at + DAY, HOUR), 2 * DAY)
    else if (fate < 0.95) {
      const paid = status('paid', at, random() < 0.5 ? 30 * MINUTE : 2 * DAY)
      if (random() < 0.2) status('refunded', paid, 10 * DAY)
      if (random() < 0.4) facts.push({ at: later(paid + HOUR, 30 * DAY), buyer, is: 'completed', course: pick(bought) })
    }
    if (random() < 0.15) facts.push({ at: later(at, 2 * DAY), buyer, is: 'given', course: pick(bought) })
  }
  return facts
}

const when = (at: number) => new Date(at)
const ids = new Map<number, number>()

/** Writes a fact as the shop stores it. */
async function happen(fact: Fact): Promise<void> {
  const { db } = server
  const user_id = ids.get(fact.buyer) ?? 0
  const at = when(fact.at)
  if (fact.is === 'registered') {
    const email = `buyer${fact.buyer}@example.com`
    const known = { created_at: at, email_proven_at: at, referral_code: email, phone: email, phone_key: email }
    const [row] = await db('users')
      .insert({ user_id: `usr_${fact.buyer}`, name: 'Asha', email, ...known })
      .returning('id')
    ids.set(fact.buyer, Number(row.id))
  } else if (fact.is === 'deleted') await db('users').where({ id: user_id }).update({ deleted_at: at })
  else if (fact.is === 'consent')
    await db('consents').insert({ user_id, purpose: 'news_email', agreed: fact.agreed, changed_at: at })
  else if (fact.is === 'ordered') {
    const { order, seats } = fact
    const sums = { subtotal_paise: 49_900, discount_paise: 0, total_paise: 49_900, fingerprint: order }
    await db('orders').insert({ order_id: order, user_id, ...sums, created_at: at, expires_at: when(fact.at + DAY) })
    const line = { order_id: order, course_name: 'A course', course_banner: '/media/b.webp', price_paise: 49_900 }
    const total = { quantity: seats, discount_paise: 0, total_paise: 49_900 * seats }
    await db('order_lines').insert(
      fact.courses.map((course_id, position) => ({ ...line, ...total, course_id, position })),
    )
  } else if (fact.is === 'order') {
    const { order: order_id, status } = fact
    await db('orders')
      .where({ order_id })
      .update({ status, ...(status === 'paid' && { paid_at: at }) })
    for (const course_id of await db('order_lines').where({ order_id }).pluck('course_id')) {
      if (status === 'paid') await enrol(user_id, course_id, order_id, at)
      if (status === 'refunded')
        await db('enrolments')
          .where({ user_id, course_id, revoked_at: null })
          .update({ revoked_at: at, taken_by_hand: true })
    }
  } else if (fact.is === 'given' && 'course' in fact) {
    const [admin] = await db('admins').limit(1).pluck('id')
    await enrol(user_id, fact.course, null, at, admin)
  } else if ('course' in fact) {
    const lessons = courses.find(({ id }) => id === fact.course)?.lessons ?? []
    const row = { user_id, course_id: fact.course, seconds: 10, updated_at: at }
    await db('lesson_progress')
      .insert(lessons.map((lesson_id, n) => ({ ...row, lesson_id, completed_at: when(fact.at - n * HOUR) })))
      .onConflict(['user_id', 'course_id', 'lesson_id'])
      .merge()
  }
}

async function enrol(user_id: number, course_id: string, order_id: string | null, granted_at: Date, given_by?: number) {
  const has = await server.db('enrolments').where({ user_id, course_id, revoked_at: null }).first('id')
  if (!has) await server.db('enrolments').insert({ user_id, course_id, order_id, given_by, granted_at })
}

const words = (subject: string, after_minutes: number, shows?: string) => ({
  subject,
  after_minutes,
  blocks: [{ text: 'Hello {name}' }, ...(shows ? [{ course: shows }] : [])],
})

/** Saves sequences as the owner does, and notes for the model what is in force from now on. */
async function save(body: SequenceBody, model: ModelSequence, id?: string) {
  const owner = server.api(await server.adminToken())
  const saved = id ? await owner.sequences.update({ params: { id }, body }) : await owner.sequences.create({ body })
  const now = server.ctx.now().getTime()
  const before = model.versions.at(-1)
  const steps = saved.steps.map((step, place) => {
    const former = before?.steps.find((one) => one.id === step.step_id)
    const shown = body.steps[place]?.blocks.find((block) => 'course' in block)
    const since = former?.minutes === step.after_minutes ? former.since : now
    return {
      id: step.step_id,
      minutes: step.after_minutes,
      since,
      ...(shown && 'course' in shown && { shows: shown.course }),
    }
  })
  model.versions.push({ at: now, on: body.active, since: before?.on ? before.since : now, steps })
  return saved
}

test(`over ${DAYS} days, ${BUYERS} random buyers get what an independent model says, each once`, {
  timeout: 3_600_000,
}, async () => {
  const random = randomOf(47)
  const lives = Array.from({ length: BUYERS }, (_, buyer) => livesOf(buyer, random)).flat()
  const facts = lives.filter(({ at }) => at < END).sort((a, b) => a.at - b.at)
  const [first, second] = [courses[0]?.id ?? '', courses[1]?.id ?? '']
  const all: ModelSequence[] = [
    { trigger: 'order_unpaid', versions: [] },
    { trigger: 'purchase', versions: [] },
    { trigger: 'purchase', course: first, versions: [] },
    { trigger: 'registered', versions: [] },
    { trigger: 'finished', versions: [] },
  ]
  const body = (n: number, steps: SequenceBody['steps'], active = true): SequenceBody => {
    const { trigger, course = null } = all[n] as ModelSequence
    return { name: `Sequence ${n}`, trigger, course_id: course, steps, active }
  }
  const model = (n: number) => all[n] as ModelSequence
  const bodies = [
    body(0, [words('Unpaid', 60), words('Still unpaid', 1_440)]),
    body(1, [words('Thank you', 0), words('How is it', 3 * 1_440), words('A month', 30 * 1_440)]),
    body(2, [words('About this course', 120)]),
    body(3, [words('Welcome', 1_440), words('A week', 7 * 1_440, second)]),
    body(4, [words('You finished', 60, second)]),
  ]
  const saved: Sequence[] = []
  for (const [n, one] of bodies.entries()) saved.push(await save(one, model(n)))
  const step = (n: number, place: number) => ({ step_id: saved[n]?.steps[place]?.step_id ?? '' })
  const share = (part: number) => START + part * (END - START)
  const changes: [number, () => Promise<unknown>][] = [
    // A step moves, one is new between two, the last one goes.
    [
      share(0.35),
      () =>
        save(
          body(1, [
            { ...words('Thank you', 0), ...step(1, 0) },
            { ...words('How is it', 2 * 1_440), ...step(1, 1) },
            words('New', 10 * 1_440),
          ]),
          model(1),
          saved[1]?.sequence_id,
        ),
    ],
    [share(0.5), () => save({ ...body(3, saved[3]?.steps ?? []), active: false }, model(3), saved[3]?.sequence_id)],
    [share(0.6), () => save(body(3, saved[3]?.steps ?? []), model(3), saved[3]?.sequence_id)],
  ]
  const down = [
    [0.2, 26 * HOUR],
    [0.45, 3 * DAY],
    [0.75, 9 * DAY],
  ].map(([part = 0, ms = 0]) => [share(part), share(part) + ms] as const)
  const ticks: number[] = []
  let next = 0
  for (let tick = START + TICK; tick < END; tick += TICK) {
    for (; facts[next] && (facts[next]?.at ?? 0) <= tick; next += 1) await happen(facts[next] as Fact)
    const isDown = down.some(([from, to]) => tick >= from && tick < to)
    if (isDown) continue
    server.clock.set(new Date(tick))
    for (const [at, change] of changes) if (at <= tick && at > (ticks.at(-1) ?? START)) await change()
    ticks.push(server.ctx.now().getTime())
    await enlistSequences(server.ctx)
    await sendLetters(server.ctx, new AbortController().signal)
  }

  const expected = judge(facts, all, ticks)
  const rows: {
    letter_id: string
    user_id: string
    occasion: string
    state: string
    reason: string
    handing_at: string
    tries: number
  }[] = await server.db('letter_recipients')
  const buyers = new Map([...ids].map(([buyer, id]) => [id, buyer]))
  const tickOf = (at: number) => ticks.findLast((tick) => tick <= at)
  const found = new Map(
    rows.map((row) => {
      const buyer = buyers.get(Number(row.user_id))
      const became = { handed_over: `sent ${tickOf(Date.parse(row.handing_at))}`, skipped: `skipped ${row.reason}` }[
        row.state
      ]
      return [`${row.letter_id}/${buyer}/${row.occasion}`, became ?? row.state]
    }),
  )
  const differing = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${key}: ${found.get(key)}, and the model says ${expected.get(key)}`)
  expect(differing.slice(0, 20)).toEqual([])
  const sent = rows.filter(({ state }) => state === 'handed_over')
  expect(sent.every(({ tries }) => tries === 1)).toBe(true)
  // The number of files equals that of sent emails: nobody got any other.
  expect(await readdir(join(server.dataDir, 'mail'))).toHaveLength(sent.length)
  const reasons = Object.groupBy(found.values(), (fate) => fate.split(' ', fate.startsWith('sent') ? 1 : 2).join(' '))
  console.info(Object.fromEntries(Object.entries(reasons).map(([reason, list]) => [reason, list?.length])))
  expect(Object.keys(reasons)).toEqual(
    expect.arrayContaining(['sent', 'skipped no_consent', 'skipped paid', 'skipped newer_order']),
  )
})
