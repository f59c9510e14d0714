import { dayStart, indianDay } from 'contract/indian-time'
import type { Membership, MembershipInput } from 'contract/memberships/memberships'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, deliverEvent, requestAll, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { membersDueJob } from './memberships.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let courses: string[]

const START = '2027-01-10'

beforeAll(async () => {
  // Its keys are those of the sandbox: each payment of a mandate is practice money.
  one = await startTestServer({ work: false, inTest: true })
})
afterAll(() => one.stop())
beforeEach(async () => {
  one.clock.set(new Date(Date.parse(dayStart(START)) + 12 * 3_600_000))
  await one.gateway('control/reset-faults', {})
  owner = one.api(await one.adminToken())
  shopper = await buildShopper(one)
  courses = [
    (await buildCourse(one.db, { price: 3000 })).course_id,
    (await buildCourse(one.db, { price: 1000 })).course_id,
  ]
})

const inputOf = (more: Partial<MembershipInput> = {}) => ({
  name: 'All courses',
  course_ids: courses,
  price: 499,
  period: 'month' as const,
  state: 'on_sale' as const,
  ...more,
})
const add = async (more: Partial<MembershipInput> = {}): Promise<Membership> =>
  (await owner.memberships.add({ body: inputOf(more) })).membership
const join = (membershipId: string, who = shopper) => who.student.memberships.start({ membership_id: membershipId })
const subscriptionOf = async (id: string): Promise<string> =>
  (await one.db('members').where({ member_id: id }).first()).subscription_id
/** Steers the mandate at the gateway. */
const act = async (id: string, what: string, body: object = {}) =>
  one.gateway(`control/subscriptions/${await subscriptionOf(id)}/${what}`, body)
async function deliver() {
  await one.gateway('control/deliver', {})
  for (const job of ['settle-member', 'settle-invoice', 'membership-mail', 'receipt-mail']) await one.answerWaiting(job)
}
/** Does what is due at the gateway, and hears of it. */
async function debits(delivered = true) {
  await one.gateway('control/subscriptions/run', {})
  if (delivered) await deliver()
}
/** Looks at what is due, without an event. */
async function sweep() {
  await membersDueJob(one.ctx).run({}, 'sweep')
  await one.answerWaiting('settle-member')
}
const loseEvents = () => one.gateway('control/faults/webhooks', { fault: 'lose', count: 1000 })
async function begin(more: Partial<MembershipInput> = {}, who = shopper) {
  const membership = await add(more)
  const { id } = await join(membership.membership_id, who)
  await act(id, 'approve')
  await deliver()
  return { membership, id }
}
const mine = async (who = shopper) => (await who.student.memberships.mine({}))[0]
const ordersOf = async (id: string) =>
  one
    .db('member_debits')
    .join('orders', 'orders.order_id', 'member_debits.order_id')
    .where({ member_id: id })
    .orderBy('from_at')
    .select('orders.*', 'stray', 'from_at', 'to_at')
const endsOf = async (courseId: string, who = shopper) => {
  const { orders } = await who.student.account.dashboard()
  return orders.find(({ course_id }) => course_id === courseId)?.access?.ends_at ?? undefined
}
async function toDay(day: string, hour = 12) {
  one.clock.set(new Date(Date.parse(dayStart(day)) + hour * 3_600_000))
  owner = one.api(await one.adminToken())
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
/** The subscriptions that can still be registered at the gateway. */
const openMandates = async (): Promise<string[]> =>
  one.db('sandbox.subscriptions').where({ status: 'created' }).pluck('subscription_id')
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await one.db.raw(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

describe('a membership of the shop', () => {
  test('keeps price and rhythm once somebody joined, and can be ended but not deleted', async () => {
    const { membership } = await begin()
    const params = { membership_id: membership.membership_id }
    await refused(owner.memberships.save({ params, body: inputOf({ price: 599 }) }), 'conflict')
    await refused(owner.memberships.save({ params, body: inputOf({ period: 'year' }) }), 'conflict')
    await refused(owner.memberships.remove({ params }), 'conflict')
    const { membership: ended } = await owner.memberships.save({
      params,
      body: inputOf({ state: 'ended', name: 'Everything' }),
    })
    expect(ended).toMatchObject({ state: 'ended', name: 'Everything', locked: true, active: 1, late: 0 })
    const other = await buildShopper(one)
    await refused(join(membership.membership_id, other), 'not_found')
    expect(await mine()).toMatchObject({ state: 'active', name: 'Everything' })
  })

  test('can be changed and deleted before anybody joined, and costs ₹15,000 at most', async () => {
    const { membership_id } = await add()
    const params = { membership_id }
    const { membership } = await owner.memberships.save({
      params,
      body: inputOf({ price: 15_000, period: 'quarter', cycles: 4 }),
    })
    expect(membership).toMatchObject({ price: 15_000, period: 'quarter', cycles: 4, locked: false })
    const over = { 'if-match': `"${membership.version}"` }
    const { membership: newer } = await owner.memberships.save({ params, headers: over, body: inputOf({ price: 400 }) })
    await expect(
      owner.memberships.save({ params, headers: over, body: inputOf({ price: 500 }) }),
    ).rejects.toMatchObject({
      code: 'edit_conflict',
      data: { current: newer },
    })
    await refused(owner.memberships.save({ params, body: inputOf({ price: 15_000.01 }) }), 'invalid')
    await refused(owner.memberships.add({ body: inputOf({ course_ids: ['no-such-course'] }) }), 'invalid')
    await owner.memberships.remove({ params })
    await refused(owner.memberships.remove({ params }), 'not_found')
  })

  test('is public while it is on sale, with all that is known before the first debit', async () => {
    const { membership_id } = await add({ period: 'quarter' })
    const draft = await add({ state: 'draft' })
    const shown = await one.api().memberships.shown({})
    expect(shown.find((row) => row.membership_id === membership_id)).toMatchObject({
      price: 499,
      period: 'quarter',
      most: 499,
      first_debit_on: START,
      next_debit_on: '2027-04-10',
      all: false,
    })
    expect(shown.some((row) => row.membership_id === draft.membership_id)).toBe(false)
  })
})

describe('a mandate', () => {
  test('is offered again while it waits, and starts once its first debit is paid', async () => {
    const { membership_id } = await add()
    const first = await join(membership_id)
    expect(await join(membership_id)).toEqual(first)
    await act(first.id, 'refuse')
    await deliver()
    expect((await owner.orders.unmatchedEvents({})).events).toEqual([])
    expect(await mine()).toMatchObject({ id: first.id, state: 'starting', paid_until: null, next_debit_on: null })
    // The dashboard says so before any course is there.
    expect((await shopper.student.account.dashboard()).parts).toEqual(['memberships'])
    expect(await endsOf(courses[0] ?? '')).toBeUndefined()
    await act(first.id, 'approve')
    await deliver()
    expect(await mine()).toMatchObject({
      state: 'active',
      price: 499,
      paid_until: dayStart('2027-02-10'),
      access_until: dayStart('2027-02-13'),
      next_debit_on: '2027-02-10',
    })
    for (const id of courses) expect(await endsOf(id)).toBe(dayStart('2027-02-13'))
    const [order] = await ordersOf(first.id)
    expect(order).toMatchObject({ status: 'paid', total_paise: 49_900, captured_paise: 49_900 })
    await refused(join(membership_id), 'conflict')
    const mails = (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) =>
      mail.includes('Your membership has begun'),
    )
    // The gateway charges at midnight in India: its text in UTC names the day before.
    expect(mails).toEqual([expect.stringContaining('10 February 2027')])
  })

  test('is not begun at another price than its page shows, though the owner changes it while the gateway makes the plan', async () => {
    const { membership_id } = await add({ price: 999 })
    const params = { membership_id }
    const before = await openMandates()
    const seen = { membership_id, expected_price: 999 }
    const answer = await one.db.transaction(async (gateway) => {
      await gateway.raw('lock table sandbox.plans in exclusive mode')
      const joining = shopper.student.memberships.start(seen).catch((error) => error)
      await expect.poll(waitingForLocks).toBeGreaterThan(0)
      await owner.memberships.save({ params, body: inputOf({ price: 99 }) })
      return { joining }
    })
    expect(await answer.joining).toMatchObject({ code: 'price_changed', data: { total: 99 } })
    await one.answerWaiting('end-subscription')
    expect(await openMandates()).toEqual(before)
    await refused(shopper.student.memberships.start(seen), 'price_changed')
    const { id } = await shopper.student.memberships.start({ membership_id, expected_price: 99 })
    await act(id, 'approve')
    await deliver()
    expect(await ordersOf(id)).toMatchObject([{ total_paise: 9_900 }])
  })

  test('is open once at the gateway, however often its person joins at once', async () => {
    const { membership_id } = await add()
    const before = await openMandates()
    const joined = await Promise.all(Array.from({ length: 8 }, () => join(membership_id)))
    await one.answerWaiting('end-subscription')
    expect(new Set(joined.map(({ id }) => id)).size).toBe(1)
    const made = (await openMandates()).filter((id) => !before.includes(id))
    expect(made).toEqual([await subscriptionOf(joined[0]?.id ?? '')])
  })

  test('ends unpaid when nobody registers it for a day', async () => {
    const { membership_id } = await add()
    const { id } = await join(membership_id)
    await toDay('2027-01-12')
    await sweep()
    expect(await mine()).toBeUndefined()
    expect((await join(membership_id)).id).not.toBe(id)
  })
})

/** Tells whether the dashboard says of its courses that a next debit extends their access. */
async function isFollowed() {
  const { orders } = await shopper.student.account.dashboard()
  const [followed, ...others] = new Set(orders.map(({ access }) => access?.membership === true))
  expect(others).toEqual([])
  return followed
}

describe('each debit', () => {
  test('is one order, whatever events are lost, late or repeated, with a webhook that names the membership', async () => {
    const { membership, id } = await begin()
    await toDay('2027-02-10')
    await loseEvents()
    await debits(false)
    expect(await ordersOf(id)).toHaveLength(1)
    await Promise.all([sweep(), sweep(), shopper.student.memberships.mine({})])
    await sweep()
    await toDay('2027-03-10')
    await one.gateway('control/reset-faults', {})
    await one.gateway('control/subscriptions/run', {})
    await Promise.all([deliver(), deliver()])
    const orders = await ordersOf(id)
    expect(orders.map(({ status, stray }) => [status, stray])).toEqual(Array(3).fill(['paid', false]))
    expect(new Set(orders.map(({ order_no }) => order_no)).size).toBe(3)
    expect(await mine()).toMatchObject({ state: 'active', paid_until: dayStart('2027-04-10') })
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-04-13'))
    const facts = await one
      .db('webhook_events')
      .whereIn(
        'order_id',
        orders.map(({ order_id }) => order_id),
      )
      .select('detail')
    for (const { detail } of facts) expect(detail).toEqual({ membership_id: membership.membership_id })
    expect(await owner.memberships.ofOrder({ order_id: orders[1]?.order_id })).toMatchObject({ debit: 2, stray: false })
    const { stays } = await owner.orders.adminGet({ order_id: orders[1]?.order_id })
    expect(stays).toMatch(/A payment of a membership/)
    expect((await owner.orders.unmatchedEvents({})).events).toEqual([])
  })

  test('is late while it is tried again, and access lasts for the days of grace', async () => {
    const { id } = await begin({ grace_days: 2 })
    expect(await isFollowed()).toBe(true)
    await act(id, 'next', { outcomes: ['fail', 'succeed'] })
    await toDay('2027-02-10')
    await debits()
    expect(await mine()).toMatchObject({ state: 'late', next_debit_on: null, access_until: dayStart('2027-02-12') })
    expect(await isFollowed()).toBe(false)
    await toDay('2027-02-11', 13)
    await debits()
    expect(await isFollowed()).toBe(true)
    expect(await mine()).toMatchObject({ state: 'active', paid_until: dayStart('2027-03-10') })
    expect(await ordersOf(id)).toHaveLength(2)
  })

  test('is booked once after a day in process', async () => {
    const { id } = await begin()
    await act(id, 'next', { outcomes: ['open'] })
    await toDay('2027-02-10')
    await debits()
    await sweep()
    expect(await ordersOf(id)).toHaveLength(1)
    await toDay('2027-02-11')
    await loseEvents()
    await act(id, 'finish')
    await sweep()
    expect(await mine()).toMatchObject({ state: 'active', paid_until: dayStart('2027-03-10') })
    expect(await ordersOf(id)).toHaveLength(2)
  })

  test('stops after four failures, until its person pays by another card', async () => {
    const { id } = await begin()
    await toDay('2027-02-10')
    await act(id, 'halt')
    await deliver()
    expect(await mine()).toMatchObject({ state: 'stopped', next_debit_on: null })
    expect(await isFollowed()).toBe(false)
    await act(id, 'change-method', { method: 'card' })
    await deliver()
    await toDay('2027-03-10')
    await debits()
    expect(await mine()).toMatchObject({ state: 'active', paid_until: dayStart('2027-04-10') })
    expect(await ordersOf(id)).toHaveLength(2)
  })

  test('refunded whole ends its access and not the mandate', async () => {
    const { id } = await begin()
    const [order] = await ordersOf(id)
    await one.gateway(`control/payments/${order.payment_id}/refund`, {})
    await one.gateway('control/deliver', {})
    await requestAll(one)
    expect((await ordersOf(id))[0]).toMatchObject({ status: 'refunded' })
    expect(await endsOf(courses[0] ?? '')).toBeUndefined()
    await toDay('2027-02-10')
    await debits()
    expect(await mine()).toMatchObject({ state: 'active', paid_until: dayStart('2027-03-10') })
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-03-13'))
  })
})

describe('the end of a membership', () => {
  test('is made by the student at once, with access until the end of what is paid', async () => {
    const { membership, id } = await begin()
    expect(await shopper.student.memberships.cancel({ params: { id } })).toMatchObject({
      state: 'cancelled',
      access_until: dayStart('2027-02-10'),
    })
    await shopper.student.memberships.cancel({ params: { id } })
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-02-10'))
    await deliver()
    await toDay('2027-02-10')
    await debits()
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await mine()).toMatchObject({ state: 'cancelled' })
    expect((await join(membership.membership_id)).id).not.toBe(id)
  })

  test('is repeated while the gateway does not answer', async () => {
    const { id } = await begin()
    await one.gateway('control/faults/api', { fault: 'answer', status: 500, match: 'subscriptions.cancel', count: 100 })
    expect(await shopper.student.memberships.cancel({ params: { id } })).toMatchObject({ state: 'cancelled' })
    await one.gateway('control/reset-faults', {})
    expect((await one.db('members').where({ member_id: id }).first()).ended_at).toBeNull()
    await sweep()
    expect((await one.db('members').where({ member_id: id }).first()).gateway_state).toBe('cancelled')
  })

  test('may be made in the UPI app, whose pause stops it until it is resumed', async () => {
    const { id } = await begin()
    await act(id, 'app/pause')
    await deliver()
    expect(await mine()).toMatchObject({ state: 'stopped', next_debit_on: null })
    await act(id, 'app/resume')
    await deliver()
    expect(await mine()).toMatchObject({ state: 'active', next_debit_on: '2027-02-10' })
    await act(id, 'app/cancel')
    await deliver()
    expect(await mine()).toMatchObject({ state: 'cancelled', access_until: dayStart('2027-02-10') })
  })

  test('an end is found within a day where nothing tells of it', async () => {
    const { id } = await begin()
    await loseEvents()
    await act(id, 'app/cancel')
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-02-13'))
    await toDay('2027-01-11', 13)
    await sweep()
    expect(await mine()).toMatchObject({ state: 'cancelled', access_until: dayStart('2027-02-10') })
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-02-10'))
  })

  test('follows the last of its debits', async () => {
    const { membership, id } = await begin({ cycles: 2 })
    await toDay('2027-02-10')
    await debits()
    expect(await mine()).toMatchObject({
      state: 'ended',
      paid_until: dayStart('2027-03-10'),
      access_until: dayStart('2027-03-10'),
    })
    expect(await ordersOf(id)).toHaveLength(2)
    expect(
      (await owner.memberships.list({})).memberships.find(
        ({ membership_id }) => membership_id === membership.membership_id,
      ),
    ).toMatchObject({ active: 0, late: 0 })
    const file = await one.request('/api/admin/export/members.csv', {
      headers: { authorization: `bearer ${await one.adminToken()}` },
    })
    const row = (await file.text()).split('\r\n').find((line) => line.includes(shopper.user.email))
    expect(row).toMatch(/^All courses,.*,ended,499,month,2027-01-10T12:00:.*,2,2027-03-10T00:00:00\+05:30,/)
  })

  test('sends back money that arrives after it', async () => {
    const { id } = await begin()
    await act(id, 'next', { outcomes: ['open'] })
    await toDay('2027-02-10')
    await debits()
    await shopper.student.memberships.cancel({ params: { id } })
    await toDay('2027-02-11')
    await act(id, 'finish')
    await deliver()
    await requestAll(one)
    await one.gateway('control/deliver', {})
    await requestAll(one)
    const orders = await ordersOf(id)
    expect(orders.map(({ stray, status }) => [stray, status])).toEqual([
      [false, 'paid'],
      [true, 'refunded'],
    ])
    expect(await endsOf(courses[0] ?? '')).toBe(dayStart('2027-02-10'))
  })

  test('follows the erasing of its person, and later money is reported', async () => {
    const { id } = await begin()
    await owner.users.delete({ params: { id: shopper.user.user_id } } as never)
    await sweep()
    expect(await one.db('members').where({ member_id: id }).first()).toMatchObject({
      gateway_state: 'cancelled',
      end_kind: 'erased',
    })
  })
})

test('a course that is added to the list, or to the shop, opens for members at once', async () => {
  const { membership } = await begin()
  const { course_id } = await buildCourse(one.db)
  const params = { membership_id: membership.membership_id }
  await owner.memberships.save({ params, body: inputOf({ course_ids: [...courses, course_id] }) })
  expect(await endsOf(course_id)).toBe(dayStart('2027-02-13'))
  await owner.memberships.save({ params, body: inputOf({ course_ids: 'all' }) })
  const later = await buildCourse(one.db)
  await sweep()
  expect(await endsOf(later.course_id)).toBe(dayStart('2027-02-13'))
})

test('an event of an unknown subscription stays in the list of unmatched events', async () => {
  const entity = { id: 'sub_00000000000001', entity: 'subscription' }
  await deliverEvent(one, { entity: 'event', event: 'subscription.charged', payload: { subscription: { entity } } })
  expect((await owner.orders.unmatchedEvents({})).events.map(({ event }) => event)).toContain('subscription.charged')
  expect(indianDay(one.ctx.now())).toBe(START)
})

test('each debit has an invoice by the tax of its day, for the state of its member', async () => {
  await addTaxSettings(one.ctx, taxSettings({ valid_from: START, prices: 'exclusive' }))
  try {
    const { membership_id } = await add()
    await refused(join(membership_id), 'invalid')
    const { id } = await shopper.student.memberships.start({ membership_id, billing_state: '27' })
    await act(id, 'approve')
    await deliver()
    await toDay('2027-02-10')
    await addTaxSettings(one.ctx, taxSettings({ valid_from: '2027-02-10', prices: 'exclusive', rate: 12 }))
    await debits()
    const orders = await ordersOf(id)
    for (const { order_id } of orders) await issueDocuments(one.ctx, order_id)
    const invoices = await one.db('documents').whereIn(
      'order_id',
      orders.map(({ order_id }) => order_id),
    )
    expect(orders.map(({ order_id }) => invoices.find((one) => one.order_id === order_id)?.facts)).toMatchObject([
      { total_paise: 49_900, taxable_paise: 42_290 },
      { total_paise: 49_900, taxable_paise: 44_554 },
    ])
    expect(orders.map(({ billing_state }) => billing_state)).toEqual(['27', '27'])
  } finally {
    await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), enabled: false }))
  }
})

test('the page of a membership says all terms in three languages, and is gone with the sale', async () => {
  const { membership_id } = await add({ period: 'year', cycles: 3 })
  const page = async (lang: string) => (await one.request(`/membership/${membership_id}?lang=${lang}`)).text()
  const text = (await page('en')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  for (const words of [
    '₹499.00 every year',
    'Today, 10 January 2027',
    '10 January 2028',
    'Number of payments 3',
    'two taps',
  ])
    expect(text).toContain(words)
  expect(await page('hi')).toContain('जुड़ने से पहले')
  expect(await page('mr')).toContain('जॉइन करण्यापूर्वी')
  await owner.memberships.save({
    params: { membership_id },
    body: inputOf({ period: 'year', cycles: 3, state: 'draft' }),
  })
  expect((await one.request(`/membership/${membership_id}`)).status).toBe(404)
})
