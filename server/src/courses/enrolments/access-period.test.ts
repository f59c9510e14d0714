import { addPeriod } from 'contract/access-period'
import { dayStart, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildGiftCode, buildLesson, buildPromocode } from '../../../test/catalogue-factories.ts'
import { breaks } from '../../../test/invariants.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, type Shopper } from '../../../test/shopper.ts'
import { accessIsAsSold } from '../../sales/orders/orders.invariants.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { endsOf, type Grant } from './grants.queries.ts'

const DAY_MS = 86_400_000
/** The server's clock runs meanwhile. */
const MINUTE = 60_000

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  one.clock.set(new Date())
  await one.gateway('control/reset-faults', {})
  shopper = await buildShopper(one)
  owner = one.api(await one.adminToken())
})

/** Returns a client of the shopper with a fresh session. */
const student = async () => one.api(await one.userToken(shopper.user))

async function buy(courseId: string, promocode?: string) {
  const api = await student()
  const { order_id } = await api.orders.buy({
    query: { user_id: shopper.user.user_id, ...(promocode ? { promocode } : {}) },
    body: [courseId],
  })
  return { order_id, link: await findLink(one, order_id) }
}

const pay = ({ link }: Awaited<ReturnType<typeof buy>>) => payWithEvent(one, link)

async function bought(courseId: string) {
  const made = await buy(courseId)
  await pay(made)
  return made.order_id
}

async function endOf(courseId: string): Promise<string | null | undefined> {
  const row = await one
    .db('enrolments')
    .where({ user_id: shopper.user.id, course_id: courseId, revoked_at: null, continued: false })
    .first('ends_at')
  return row && (row.ends_at === null ? null : new Date(row.ends_at).toISOString())
}

const after = (from: Date | string, ...periods: string[]) =>
  periods.reduce((at, period) => addPeriod(at, period), new Date(from)).toISOString()

const course = (access_period: string | null = 'P12M') => buildCourse(one.db, { access_period })
const refund = async (order_id: string, body: object = { reason: 'Asked for it' }) =>
  one
    .api(await one.adminToken())
    .orders.refund({ params: { order_id }, headers: {}, body } as Parameters<ApiClient['orders']['refund']>[0])

describe('an access bought for a period', () => {
  test('keeps the period that the buyer saw, whatever the course offers at payment', async () => {
    const { course_id } = await course('P12M')
    const made = await buy(course_id)
    await one.db('courses').where({ course_id }).update({ access_period: 'P1M' })
    const at = one.ctx.now()
    await pay(made)
    const end = await endOf(course_id)
    expect(Math.abs(Date.parse(end ?? '') - Date.parse(after(at, 'P12M')))).toBeLessThan(DAY_MS / 24)
    const { orders } = await (await student()).account.dashboard()
    expect(orders).toMatchObject([{ course_id, access: { ends_at: end, ended: false, renewable: false } }])
    expect(await (await student()).orders.mine({})).toMatchObject([{ courses: [{ access_period: 'P12M' }] }])
    // Another period is another offer: the open order does not match.
    const { order_id } = await buildShopper(one).then(async (other) => {
      const first = await other.buy([course_id])
      await one.db('courses').where({ course_id }).update({ access_period: 'P2M' })
      const second = await other.buy([course_id])
      expect(second.orderId).not.toBe(first.orderId)
      return { order_id: second.orderId }
    })
    expect(await one.db('order_lines').where({ order_id })).toMatchObject([{ access_period: 'P2M' }])
  })

  test('ends: content, beats, notes and reviews are refused from that moment, own data stays readable', async () => {
    const { course_id } = await course('P30D')
    const { lesson_id } = await buildLesson(one.db, { course_id, seconds: 20 })
    await bought(course_id)
    const note = { course_id, lesson_id, key: 'a-note-of-the-test', second: 1, text: 'Kept' }
    const beat = { course_id, lesson_id, seconds: 10, completed: true }
    const all = async () => {
      const api = await student()
      const code = (requested: Promise<unknown>) =>
        requested.then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
      return [
        await code(api.learning.getContent({ courseId: course_id })),
        await code(api.learning.progress(beat)),
        await code(api.notes.add(note)),
        await code(api.reviews.save({ params: { course_id }, body: { stars: 5, text: 'Good', show_name: true } })),
      ]
    }
    expect(await all()).toEqual(['done', 'done', 'done', 'done'])
    one.clock.set(new Date(Date.parse((await endOf(course_id)) ?? '') - MINUTE))
    expect(await all()).toEqual(['done', 'done', 'done', 'done'])
    one.clock.advance(MINUTE)
    expect(await all()).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden'])
    const api = await student()
    const ended_at = await endOf(course_id)
    await expect(api.learning.getContent({ courseId: course_id })).rejects.toMatchObject({
      message: expect.stringMatching(/^Your access to this course ended on \d+ \w+ \d{4}$/),
      data: { ended_at },
    })
    expect((await api.notes.list({ courseId: course_id })).notes).toMatchObject([{ text: 'Kept' }])
    expect((await api.account.dashboard()).orders).toMatchObject([
      { course_id, course_status: 'completed', access: { ended: true, renewable: true } },
    ])
  })

  test('renews in its last 30 days from its end, afterwards from now, and not earlier', async () => {
    const { course_id } = await course('P12M')
    await bought(course_id)
    const first = (await endOf(course_id)) ?? ''
    await expect(buy(course_id)).rejects.toMatchObject({ code: 'already_purchased' })
    one.clock.set(new Date(Date.parse(first) - 30 * DAY_MS))
    await bought(course_id)
    expect(await endOf(course_id)).toBe(after(first, 'P12M'))
    const ended = new Date(Date.parse(after(first, 'P12M')) + 5 * DAY_MS)
    one.clock.set(ended)
    await bought(course_id)
    const now = Date.parse((await endOf(course_id)) ?? '') - Date.parse(after(ended, 'P12M'))
    expect(Math.abs(now)).toBeLessThan(DAY_MS / 24)
    const since = await one.db('enrolments').where({ user_id: shopper.user.id, course_id, continued: false }).first()
    expect(new Date(since.since).getTime()).toBeLessThan(Date.parse(first))
  })

  test('counts once when paid twice, and the second payment is refunded', async () => {
    const { course_id } = await course('P12M')
    await bought(course_id)
    const first = (await endOf(course_id)) ?? ''
    one.clock.set(new Date(Date.parse(first) - 10 * DAY_MS))
    const { promocode } = await buildPromocode(one.db, { discount: 10 })
    const [a, b] = [await buy(course_id), await buy(course_id, promocode)]
    await pay(a)
    await pay(b)
    expect(await endOf(course_id)).toBe(after(first, 'P12M'))
    expect(await one.db('order_events').where({ order_id: b.order_id, kind: 'already_owned' })).toHaveLength(1)
  })

  test('counts once for a few days, too, when two of its orders are paid in turn', async () => {
    const { course_id } = await course('P7D')
    const { promocode } = await buildPromocode(one.db, { discount: 10 })
    const [a, b] = [await buy(course_id), await buy(course_id, promocode)]
    one.clock.advance(1000)
    await pay(a)
    const end = await endOf(course_id)
    await pay(b)
    expect(await endOf(course_id)).toBe(end)
    expect(await one.db('order_events').where({ order_id: b.order_id, kind: 'already_owned' })).toHaveLength(1)
  })

  test('ends exactly with a refund: other orders’ access stays, and a failed refund restores it', async () => {
    const { course_id } = await course('P12M')
    const first = await bought(course_id)
    const end = (await endOf(course_id)) ?? ''
    one.clock.set(new Date(Date.parse(end) - 10 * DAY_MS))
    const renewedAt = one.ctx.now()
    const second = await bought(course_id)
    const both = await endOf(course_id)
    await refund(second)
    expect(await endOf(course_id)).toBe(end)
    expect((await (await student()).learning.getContent({ courseId: course_id })).course_id).toBe(course_id)
    const third = await bought(course_id)
    expect(await endOf(course_id)).toBe(both)
    await refund(first)
    const alone = Date.parse((await endOf(course_id)) ?? '') - Date.parse(after(renewedAt, 'P12M'))
    expect(Math.abs(alone)).toBeLessThan(DAY_MS / 24)
    await refund(third)
    expect(await endOf(course_id)).toBeUndefined()
  })

  test('lifetime access never expires', async () => {
    const { course_id } = await course('P7D')
    await bought(course_id)
    await one.db('courses').where({ course_id }).update({ access_period: null })
    await bought(course_id)
    expect(await endOf(course_id)).toBeNull()
    await expect(buy(course_id)).rejects.toMatchObject({ code: 'already_purchased' })
  })
})

test('a gift code grants its buyer’s period from redemption', async () => {
  const { course_id } = await course('P6M')
  const { code, order_id } = await buildGiftCode(one.db, { course_id })
  await one.db('order_lines').where({ order_id }).update({ access_period: 'P3M' })
  breaks(one.db, accessIsAsSold, 'the buyer’s own access was planted before the line had a period')
  const api = await student()
  await api.gifts.redeem({ code })
  const redeemed = Date.parse((await endOf(course_id)) ?? '') - Date.parse(after(one.ctx.now(), 'P3M'))
  expect(Math.abs(redeemed)).toBeLessThan(DAY_MS / 24)
})

const months = (period: string) => Number(period.slice(1, -1))

test('the end matches PostgreSQL’s own date arithmetic over many histories', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const moment = () => new Date(Date.UTC(2026, 0, 1) + random(1200) * DAY_MS + random(DAY_MS))
  for (let n = 0; n < 200; n++) {
    const grants: Grant[] = Array.from({ length: 1 + random(4) }, () => {
      const kind = random(9)
      const access_period = kind === 0 ? null : `P${1 + random(14)}${kind < 5 ? 'M' : 'D'}`
      return { granted_at: moment(), access_period, given_until: kind === 8 ? moment() : null }
    }).sort((a, b) => Number(a.granted_at) - Number(b.granted_at))
    let until: unknown = null
    // Months that follow each other are one interval from their first day.
    let run: { from: unknown; period: string } | undefined
    for (const { granted_at, access_period, given_until } of grants) {
      const before = run
      const { rows } = await one.db.raw(
        `select case when :until = 'infinity' then 'infinity'
          when :given::timestamptz is not null then greatest(:until::timestamptz, :given::timestamptz)::text
          when :period::text is null then 'infinity'
          when :from::text is not null and :until::timestamptz > :at::timestamptz
            then (((:from::timestamptz at time zone 'Asia/Kolkata') + (cast(:run as interval) + cast(:period as interval))) at time zone 'Asia/Kolkata')::text
          else (((greatest(:until::timestamptz, :at::timestamptz) at time zone 'Asia/Kolkata') + cast(:period as interval)) at time zone 'Asia/Kolkata')::text
        end as until, greatest(:until::timestamptz, :at::timestamptz)::text as begun, (:until::timestamptz > :at::timestamptz) is true as running`,
        {
          until,
          given: given_until,
          period: access_period,
          at: granted_at,
          from: access_period?.endsWith('M') ? (before?.from ?? null) : null,
          run: before?.period ?? null,
        },
      )
      const { begun, running } = rows[0]
      if (given_until !== null) run = rows[0].until === until ? before : undefined
      else if (!access_period?.endsWith('M')) run = undefined
      else
        run =
          running && before
            ? { from: before.from, period: `P${months(before.period) + months(access_period)}M` }
            : { from: begun, period: access_period }
      until = rows[0].until
    }
    const end = endsOf(grants).at(-1)
    expect(end?.getTime() ?? 'infinity', JSON.stringify(grants)).toBe(
      until === 'infinity' ? until : new Date(String(until)).getTime(),
    )
  }
})

test('an admin grants until a day, and extends one or many, never shortens; it is noted', async () => {
  const { course_id, name } = await course('P12M')
  const people = [await buildUser(one.db), await buildUser(one.db)]
  const until = '2027-03-03'
  one.clock.set(new Date('2026-12-01T06:00:00Z'))
  owner = one.api(await one.adminToken())
  const lines = people.map(({ email, phone }) => ({ email, phone, name: null }))
  await owner.enrolments.give({ course_ids: [course_id], people: lines, mail: false, until })
  const ends = async () =>
    (await one.db('enrolments').where({ course_id, revoked_at: null, continued: false }).orderBy('user_id')).map(
      (row) => new Date(row.ends_at).toISOString(),
    )
  expect(await ends()).toEqual(['2027-03-03T18:29:59.999Z', '2027-03-03T18:29:59.999Z'])
  const ids = people.map(({ user_id }) => user_id)
  const extend = (until: string, user_ids = ids) => owner.enrolments.extend({ course_id, user_ids, until })
  expect(await extend('2027-04-01', ids.slice(0, 1))).toEqual({ extended: 1, kept: 0 })
  expect(await extend('2027-03-31')).toEqual({ extended: 1, kept: 1 })
  expect(await ends()).toEqual(['2027-04-01T18:29:59.999Z', '2027-03-31T18:29:59.999Z'])
  await expect(extend('2026-11-30')).rejects.toMatchObject({ code: 'invalid' })
  const noted = await one.db('activity').orderBy('id', 'desc').first()
  expect(JSON.stringify(noted)).toContain('2027-03-31')
  expect(JSON.stringify(noted)).toContain(name)
})

test('a student gets one email 7 days before the end, unless the shop switched it off', async () => {
  // Such emails leave by day only, and access ends at the hour at which it was bought.
  one.clock.set(new Date(Date.parse(dayStart(indianDay(new Date()), 1)) + DAY_MS / 2))
  const { course_id } = await course('P12M')
  await bought(course_id)
  const end = (await endOf(course_id)) ?? ''
  const mine = await one.db('enrolments').where({ user_id: shopper.user.id }).first(one.db.raw('id::text as id'))
  const jobs = createJobs(one.ctx)
  const run = (name: string, payload: object, id: string) => jobs.find((job) => job.name === name)?.run(payload, id)
  const requested = async () => {
    await run('access-ending', {}, crypto.randomUUID())
    const rows = await one.db('pgboss.job').where({ name: 'access-ending-mail' })
    return rows.map(({ data }) => data).filter(({ enrolment_id }) => enrolment_id === mine.id)
  }
  const switched = async (access_reminder: boolean) =>
    one.api(await one.adminToken()).settings.update({ body: { delivery: { access_reminder } } })
  one.clock.set(new Date(Date.parse(end) - 7 * DAY_MS - MINUTE))
  expect(await requested()).toEqual([])
  one.clock.advance(MINUTE)
  await switched(false)
  expect(await requested()).toEqual([])
  await switched(true)
  const [payload, ...more] = await requested()
  expect(more).toEqual([])
  expect(await requested()).toEqual([payload])
  await run('access-ending-mail', payload, crypto.randomUUID())
  const mails = await mailsTo(one.dataDir, shopper.user.email)
  expect(mails.filter((mail) => mail.includes('Your access to'))).toHaveLength(1)
  // A student who renewed gets no email about the old end.
  await bought(course_id)
  await run('access-ending-mail', payload, crypto.randomUUID())
  expect(
    (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) => mail.includes('Your access to')),
  ).toHaveLength(1)
})
