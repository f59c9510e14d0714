import { addDays, dayStart } from 'contract/indian-time'
import { expect } from 'vitest'
import { findPresent } from '../src/courses/enrolments/enrolments.queries.ts'
import { issueDocuments } from '../src/sales/documents/documents.service.ts'
import { addTaxSettings } from '../src/sales/documents/tax-settings.ts'
import { buildCourse } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from './server.ts'
import { findLink, payInSilence, payWithEvent, requestAll } from './shopper.ts'
import { taxSettings } from './tax-settings.ts'

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

const FIRST_DAY = '2028-01-03'
const DAYS = 365

/** A plan as the model knows it, in days of the year: no row of the database, and no function of the shop. */
type Life = {
  user: { id: number; user_id: string }
  course: string
  count: number
  every: number
  grace: number
  begins: number
  planId: string
  due: number[]
  paid: { order: string; refunded: boolean }[]
  ended: boolean
  /** Days between the due date and this student's payment; some stop after so many parts. */
  habit: number
  stopsAfter: number
}

/** The rule in one line: some paid part that was not refunded reaches this day, or the last one is paid. */
const mayLearn = ({ paid, count, due, grace }: Life, day: number): boolean =>
  paid.some(({ refunded }, at) => !refunded && (at + 1 === count || day <= (due[at + 1] ?? 0) + grace))

/**
 * Lives through a year of plans with GST on top of the prices at two instances: parts that are paid early, late and after the lessons paused, events that are lost or arrive at
 * both instances, orders that expire and are paid all the same, moved dates, refunds, ended plans. Each day everybody's access is that of the model;
 * at the end of each month and of the year the documents of every order are its money.
 */
export async function livePlans(plans: number, seed = 7): Promise<{ paid: number; refunded: number; paused: number }> {
  const one = await startTestServer({ work: false })
  const two = await startTestServer({ work: false, beside: one })
  const random = randomOf(seed)
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const chance = (share: number) => random() < share
  const any = () => (chance(0.5) ? one : two)
  const counted = { paid: 0, refunded: 0, paused: 0 }
  const noonOf = (day: number) => new Date(Date.parse(dayStart(addDays(FIRST_DAY, day))) + 12 * 3_600_000)
  const setDay = (day: number) => [one, two].map((server) => server.clock.set(noonOf(day)))
  const admin = async () => any().api(await one.adminToken())
  const as = async ({ user }: Life, at = any()) => at.api(await at.userToken(user))
  try {
    setDay(0)
    await addTaxSettings(one.ctx, taxSettings({ valid_from: FIRST_DAY, prices: 'exclusive' }))
    const owner = one.api(await one.adminToken())
    const lives: Life[] = []
    while (lives.length < plans) lives.push(await newLife(one, owner))
    for (let day = 0; day < DAYS; day++) {
      setDay(day)
      for (const life of lives) await liveDay(life, day)
      await compareAccess(lives, day)
      if (day % 30 === 29 || day === DAYS - 1) await comparePapers()
    }
    return counted
  } finally {
    await two.stop()
    await one.stop()
  }

  async function newLife(server: TestServer, owner: ApiClient): Promise<Life> {
    const count = between(2, 6)
    const every = between(3, Math.floor(90 / (count - 1)))
    const grace = between(3, 7)
    const { course_id: course } = await buildCourse(server.db, { price: between(20, 90) * 100 + 99 })
    const terms = { count, every_days: every, grace_days: grace, ...(chance(0.3) ? { first: 999 } : {}) }
    await owner.courses.update({ params: { id: course }, body: { parts: terms } })
    const user = await buildUser(server.db)
    return {
      user,
      course,
      count,
      every,
      grace,
      begins: between(0, 240),
      planId: '',
      due: [],
      paid: [],
      ended: false,
      habit: chance(0.5) ? between(-2, 1) : between(2, 20),
      stopsAfter: chance(0.25) ? between(1, count) : count,
    }
  }

  async function liveDay(life: Life, day: number): Promise<void> {
    const { paid, due, count } = life
    if (day === life.begins) {
      const query = { user_id: life.user.user_id, parts: 'true' as const, billing_state: '27' }
      const { order_id } = await (await as(life)).orders.buy({ query, body: [life.course] })
      await settle(order_id)
      life.due = Array.from({ length: count }, (_, at) => day + at * life.every)
      paid.push({ order: order_id, refunded: false })
      const [plan] = await (await as(life)).parts.mine({})
      life.planId = plan?.plan_id ?? ''
      return
    }
    if (life.planId === '') return
    const next = paid.length
    const isOpen = !life.ended && next < count
    if (isOpen && chance(0.004)) return move(life, day)
    if (isOpen && chance(0.002)) {
      await (await admin()).parts.end({ params: { plan_id: life.planId }, body: { reason: 'moves away' } })
      life.ended = true
      return
    }
    if (chance(0.002)) return refund(life)
    if (isOpen && next < life.stopsAfter && day >= (due[next] ?? 0) + life.habit) await payNext(life)
  }

  async function payNext(life: Life): Promise<void> {
    const make = async (at: TestServer) =>
      (await (await as(life, at)).parts.pay({ params: { plan_id: life.planId }, body: {} })).order_id
    // A double press reaches both instances.
    const [order, same] = await Promise.all([make(one), make(two)])
    expect(same).toBe(order)
    if (chance(0.1)) {
      // The shop takes it for expired and another order is paid; then the money of the first one arrives, too, and goes back.
      await one.db('orders').where({ order_id: order }).update({ status: 'expired' })
      const other = await make(any())
      expect(other).not.toBe(order)
      await settle(other)
      await settle(order)
      await requestAll(any())
      life.paid.push({ order: other, refunded: false })
      return
    }
    await settle(order)
    life.paid.push({ order, refunded: false })
  }

  /** Pays an order; its event arrives, at both instances, or is lost, and a poll finds the money. */
  async function settle(order: string): Promise<void> {
    counted.paid += 1
    const link = await findLink(one, order)
    const fate = random()
    if (fate < 0.3) {
      await payInSilence(one, link)
      await one.gateway('control/reset-faults', {})
      await Promise.all([requestAll(one), requestAll(two)])
      return
    }
    const paid = await payWithEvent(one, link)
    if (fate < 0.6) await Promise.all([requestAll(two), requestAll(one)])
    expect(paid.id).toBe(link.id)
  }

  async function move(life: Life, day: number): Promise<void> {
    const next = life.paid.length
    const [first = 0] = life.due
    const from = Math.max(day, (life.due[next - 1] ?? 0) + 1)
    const to = Math.min((life.due[next + 1] ?? first + 91) - 1, first + 90)
    if (from > to) return
    const moved = between(from, to)
    const params = { plan_id: life.planId, part: String(next + 1) as never }
    await (await admin()).parts.move({ params, body: { due_on: addDays(FIRST_DAY, moved) } })
    life.due[next] = moved
  }

  async function refund(life: Life): Promise<void> {
    const one_ = life.paid[between(0, life.paid.length - 1)]
    if (!one_ || one_.refunded) return
    await (await admin()).orders.refund({ params: { order_id: one_.order }, body: { reason: 'stops' } })
    await requestAll(any())
    one_.refunded = true
    life.ended = true
    counted.refunded += 1
  }

  async function compareAccess(lives: readonly Life[], day: number): Promise<void> {
    const begun = lives.filter(({ planId }) => planId !== '')
    const present = await findPresent(
      one.db,
      begun.map(({ user }) => user.id),
      begun.map(({ course }) => course),
      noonOf(day),
    )
    const has = new Set(present.map(({ user_id, course_id }) => `${user_id} ${course_id}`))
    const open = begun.filter(({ user, course }) => has.has(`${user.id} ${course}`))
    const expected = begun.filter((life) => mayLearn(life, day))
    expect(
      open.map(({ user }) => user.id),
      `access on day ${day}`,
    ).toEqual(expected.map(({ user }) => user.id))
    counted.paused += begun.length - expected.length
  }

  /** The documents of every order sum to what was charged less what was refunded. */
  async function comparePapers(): Promise<void> {
    const orders: string[] = await one.db('orders').whereNotNull('paid_at').pluck('order_id')
    for (const order of orders) await issueDocuments(any().ctx, order)
    const { rows } = await one.db.raw(
      `select o.order_id from orders o where o.paid_at is not null and
         coalesce((select sum(case when d.kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (d.facts->>'total_paise')::bigint) from documents d
           where d.order_id = o.order_id), 0)
         <> o.captured_paise - coalesce((select sum(r.amount_paise) from refunds r
           where r.order_id = o.order_id and r.status = 'processed' and r.payment_id = o.payment_id), 0)`,
    )
    expect(rows).toEqual([])
  }
}
