import { dayStart } from 'contract/indian-time'
import type { MembershipInput } from 'contract/memberships/memberships'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, requestAll, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'
import { membersDueJob } from './memberships.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let course: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await toDay('2027-01-10')
  shopper = await buildShopper(one)
  course = (await buildCourse(one.db, { price: 3000 })).course_id
})

async function toDay(day: string, hour = 12) {
  one.clock.set(new Date(Date.parse(dayStart(day)) + hour * 3_600_000))
  owner = one.api(await one.adminToken())
  if (shopper) shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
async function add(more: Partial<MembershipInput> = {}) {
  const body = {
    name: 'One',
    course_ids: [course],
    price: 499,
    period: 'month' as const,
    grace_days: 3,
    state: 'on_sale' as const,
  }
  return (await owner.memberships.add({ body: { ...body, ...more } })).membership.membership_id
}
const subscriptionOf = async (id: string): Promise<string> =>
  (await one.db('members').where({ member_id: id }).first()).subscription_id
const act = async (id: string, what: string, body: object = {}) =>
  one.gateway(`control/subscriptions/${await subscriptionOf(id)}/${what}`, body)
async function deliver() {
  await one.gateway('control/deliver', {})
  await requestAll(one)
  for (const job of ['settle-member', 'membership-mail']) await one.answerWaiting(job)
}
async function sweep() {
  await one.db('members').update({ poll_after: one.ctx.now() })
  await membersDueJob(one.ctx).run({}, 'sweep')
  for (const job of ['settle-member', 'membership-mail']) await one.answerWaiting(job)
}
async function begin(membership_id: string): Promise<string> {
  const { id } = await shopper.student.memberships.start({ membership_id })
  await act(id, 'approve')
  await deliver()
  return id
}
const own = () => shopper.student.memberships.mine({})
const endOf = async () => {
  const { orders } = await shopper.student.account.dashboard()
  return orders.find(({ course_id }) => course_id === course)?.access?.ends_at
}
const statusOf = async (id: string): Promise<string> =>
  (
    await one
      .db('sandbox.subscriptions')
      .where({ subscription_id: await subscriptionOf(id) })
      .first()
  ).status
const mails = async (subject: string) =>
  (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) => mail.includes(subject))
const paymentOf = async (id: string): Promise<string> =>
  (await one.db('member_debits').where({ member_id: id }).orderBy('from_at', 'desc').first()).payment_id

test('a yearly member who cancelled joins again, and pays first at the end of what is paid', async () => {
  const membership_id = await add({ period: 'year' })
  const first = await begin(membership_id)
  await toDay('2027-01-12')
  await shopper.student.memberships.cancel({ params: { id: first } })
  await deliver()
  expect(await endOf()).toBe(dayStart('2028-01-10'))
  const again = await begin(membership_id)
  expect(again).not.toBe(first)
  // Its ₹5 to try the mandate went back, and are no debit.
  expect(await one.db('member_debits').where({ member_id: again })).toEqual([])
  expect((await owner.orders.unmatchedEvents({})).events).toEqual([])
  expect(await own()).toMatchObject([
    {
      id: again,
      state: 'active',
      paid_until: dayStart('2028-01-10'),
      access_until: dayStart('2028-01-13'),
      next_debit_on: '2028-01-10',
    },
  ])
  expect(await endOf()).toBe(dayStart('2028-01-13'))
  expect(await mails('Your membership continues')).toHaveLength(1)
  expect(await mails('Your membership has begun')).toHaveLength(1)
  await expect(shopper.student.memberships.start({ membership_id })).rejects.toMatchObject({ code: 'conflict' })

  await toDay('2028-01-10', 13)
  await one.gateway('control/subscriptions/run', {})
  await deliver()
  expect(await own()).toMatchObject([{ id: again, state: 'active', paid_until: dayStart('2029-01-10') }])
  expect(await endOf()).toBe(dayStart('2029-01-13'))
})

test('a mandate that continues another and is cancelled leaves what is paid, without days of grace', async () => {
  const membership_id = await add()
  const first = await begin(membership_id)
  await shopper.student.memberships.cancel({ params: { id: first } })
  const again = await begin(membership_id)
  expect(await endOf()).toBe(dayStart('2027-02-13'))
  await shopper.student.memberships.cancel({ params: { id: again } })
  await deliver()
  expect(await endOf()).toBe(dayStart('2027-02-10'))
  expect(await own()).toMatchObject([{ id: first, state: 'cancelled', access_until: dayStart('2027-02-10') }])
  await toDay('2027-02-10', 13)
  await one.gateway('control/subscriptions/run', {})
  await deliver()
  expect(await one.db('member_debits').where({ member_id: again })).toEqual([])
})

test('a member whose payments stopped is told to pay on the dashboard when they join again', async () => {
  const membership_id = await add()
  const id = await begin(membership_id)
  await toDay('2027-02-10')
  await act(id, 'halt')
  await deliver()
  await expect(shopper.student.memberships.start({ membership_id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your membership has stopped. Pay or change the card on your dashboard.',
  })
})

test("each payment's invoice has the business that joined, or the one of the last order", async () => {
  await addTaxSettings(one.ctx, taxSettings({ valid_from: '2027-01-10' }))
  const business = {
    billing_gstin: '27AAPFU0939F1ZV',
    billing_name: 'Udyog LLP',
    billing_address: '1 MG Road',
    billing_place: 'Pune',
    billing_pin: '411001',
  }
  try {
    const membership_id = await add()
    const start = (more: object) => shopper.student.memberships.start({ membership_id, ...more })
    await expect(start({ ...business, billing_state: '29' })).rejects.toMatchObject({ code: 'invalid' })
    const { id } = await start({ billing_state: '29' })
    // A repeat corrects what it says of the buyer.
    expect((await start(business)).id).toBe(id)
    await act(id, 'approve')
    await deliver()
    const orders = async (memberId: string) =>
      one.db('orders').whereIn('order_id', one.db('member_debits').where({ member_id: memberId }).select('order_id'))
    expect(await orders(id)).toMatchObject([{ ...business, billing_state: '27' }])
    const other = await begin(await add())
    expect(await orders(other)).toMatchObject([{ ...business, billing_state: '27' }])
  } finally {
    await addTaxSettings(one.ctx, taxSettings({ valid_from: '2027-01-10', enabled: false }))
  }
})

test('a lost dispute ends the mandate at the gateway with one email, and one that is won after all gives its time back', async () => {
  const membership_id = await add()
  const id = await begin(membership_id)
  const dispute = async (event: string) => {
    await one.gateway(`control/disputes/${disputeId}/${event}`, {})
    await deliver()
  }
  const opened = (await one.gateway(`control/payments/${await paymentOf(id)}/dispute`, {})) as { id: string }
  const disputeId = opened.id
  await deliver()
  expect(await statusOf(id)).toBe('active')
  await dispute('lost')
  expect(await statusOf(id)).toBe('cancelled')
  expect(await one.db('members').where({ member_id: id }).first()).toMatchObject({ end_kind: 'dispute' })
  expect(await endOf()).toBeUndefined()
  expect(await mails('Your membership is cancelled')).toEqual([expect.stringContaining('took back')])
  await dispute('won')
  expect(await endOf()).toBe(dayStart('2027-02-10'))
  for (const day of ['2027-02-10', '2027-03-10']) {
    await toDay(day, 13)
    await one.gateway('control/subscriptions/run', {})
    await deliver()
  }
  expect(await one.db('member_debits').where({ member_id: id })).toHaveLength(1)
  expect(await endOf()).toBe(dayStart('2027-02-10'))
})

test('support ends one mandate, now or at the end of what is paid, and its member hears of it once', async () => {
  const membership_id = await add()
  const id = await begin(membership_id)
  const params = { member_id: id }
  const support = one.api(await one.adminToken('support'))
  await expect(support.memberships.end({ params, body: { reason: '', at: 'now' } })).rejects.toMatchObject({
    code: 'invalid',
  })
  const late = await support.memberships.end({ params, body: { reason: 'Shares the login', at: 'period_end' } })
  expect(late.membership).toMatchObject({ state: 'cancelled', access_until: dayStart('2027-02-10') })
  expect(await statusOf(id)).toBe('cancelled')
  expect(await endOf()).toBe(dayStart('2027-02-10'))
  const early = await support.memberships.end({ params, body: { reason: 'Sells the films', at: 'now' } })
  expect(Date.parse(early.membership.access_until ?? '')).toBeLessThanOrEqual(one.ctx.now().getTime())
  expect(await endOf()).toBe(early.membership.access_until)
  await deliver()
  expect(await mails('Your membership is cancelled')).toEqual([expect.stringContaining('we have ended')])
  const unknown = { params: { member_id: 'mb_unknown' }, body: { reason: 'None', at: 'now' as const } }
  await expect(support.memberships.end(unknown)).rejects.toMatchObject({ code: 'not_found' })
})

test('a membership whose only payment was refunded goes on with its next payment, and is not starting', async () => {
  const id = await begin(await add())
  await one.gateway(`control/payments/${await paymentOf(id)}/refund`, {})
  await deliver()
  await sweep()
  expect(await own()).toMatchObject([{ state: 'active', paid_until: null, next_debit_on: '2027-02-10' }])
})
