import { DAY_MS, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, type Shopper } from '../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient
let made = 0

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
  await owner.payLinks.saveSettings({ on: true, support_percent: 20 })
})
afterAll(() => one.stop())

async function partnerWith(change: { membership_payments?: number; window_days?: number } = {}) {
  made += 1
  const { email } = await buildUser(one.db, { email: `brings.${made}@gmail.com` })
  const { partner } = await owner.partners.add({ name: 'Ravi', email, code: `RAVI${made}`, percent: 20, ...change })
  return partner
}
/** What a browser knows after a press of the link of a partner in a post on Instagram. */
function pressed(code: string) {
  const at = one.ctx.now().toISOString()
  return JSON.stringify({ first: null, last: { source: 'instagram', landing: '/', at }, via: [{ code, at }] })
}
async function bought(shopper: Shopper, courseId: string, query: Record<string, unknown> = {}) {
  const of = { user_id: shopper.user.user_id, ...query }
  return paid((await shopper.student.orders.buy({ query: of as never, body: [courseId] })).order_id)
}
async function paid(order_id: string): Promise<string> {
  await payWithEvent(one, await findLink(one, order_id))
  return order_id
}
const tieOf = async (orderId: string) => (await one.db('partner_orders').where({ order_id: orderId }).first())?.code
const sourceOf = async (order_id: string) => (await owner.orders.adminGet({ order_id })).source
const keysOfToday = async () => {
  const day = indianDay(one.ctx.now())
  return (await owner.sources.list({ from: day, to: day })).rows.map(({ key }) => key)
}
async function pass(days: number) {
  one.clock.advance(days * DAY_MS)
  owner = one.api(await one.adminToken())
}
async function withOptions() {
  const { course_id } = await buildCourse(one.db, { price: 1000, access_period: 'P180D' })
  const options = [
    { option_id: 'half', name: 'Six months', price: 1000, access_days: 180 },
    { option_id: 'life', name: 'For life', price: 3000, access_days: null },
  ]
  await owner.courses.update({ params: { id: course_id }, body: { options } as never })
  return course_id
}

/** Joins a membership, and lets some months go by. Returns the orders of its payments, the oldest first. */
async function memberFor(months: number, touches?: string): Promise<string[]> {
  const shopper = await buildShopper(one)
  const { course_id } = await buildCourse(one.db, { price: 3000 })
  const terms = { price: 499, period: 'month', state: 'on_sale' } as const
  const body = { name: 'All courses', course_ids: [course_id], ...terms }
  const { membership } = await owner.memberships.add({ body })
  const { id } = await shopper.student.memberships.start({
    membership_id: membership.membership_id,
    ...(touches && { touches }),
  })
  const { subscription_id } = await one.db('members').where({ member_id: id }).first()
  const deliver = async () => {
    await one.gateway('control/deliver', {})
    for (const job of ['settle-member', 'settle-invoice']) await one.answerWaiting(job)
  }
  await one.gateway(`control/subscriptions/${subscription_id}/approve`, {})
  await deliver()
  for (let month = 1; month < months; month += 1) {
    await pass(31)
    await one.gateway('control/subscriptions/run', {})
    await deliver()
  }
  return one.db('member_debits').where({ member_id: id }).orderBy('from_at').pluck('order_id')
}

test('a partner earns on as many payments of a membership as the terms say, whatever the window is by then', async () => {
  const { code } = await partnerWith({ membership_payments: 2, window_days: 1 })
  const orders = await memberFor(3, pressed(code))
  expect(orders).toHaveLength(3)
  expect(await Promise.all(orders.map(tieOf))).toEqual([code, code, undefined])
  for (const order of orders)
    expect(await sourceOf(order)).toMatchObject({ channel: 'membership', last: { source: 'instagram' } })
})

test('a new partner earns on the first 12 payments of a membership, and a change without the field keeps them', async () => {
  const { membership_payments, partner_id, name, email, code, percent } = await partnerWith()
  expect(membership_payments).toBe(12)
  const terms = { name: String(name), email: String(email), code, percent, membership_payments: 3 }
  const params = { partner_id }
  await owner.partners.update({ params, body: terms })
  const { membership_payments: _, ...older } = terms
  const { partner } = await owner.partners.update({ params, body: { ...older, percent: 21 } })
  expect(partner).toMatchObject({ membership_payments: 3, percent: 21 })
})

test('an upgrade is tied to who brought the purchase that it extends, by a link or a code', async () => {
  const { code } = await partnerWith()
  await buildPromocode(one.db, { promocode: code, discount: 10 })
  for (const brought of [{ touches: pressed(code) }, { promocode: code }]) {
    const shopper = await buildShopper(one)
    const course_id = await withOptions()
    await bought(shopper, course_id, { options: { [course_id]: 'half' }, ...brought })
    one.clock.advance(60_000)
    const { order_id } = await shopper.student.options.upgrade({ course_id, option_id: 'life' })
    expect(await tieOf(await paid(order_id))).toBe(code)
    expect(await sourceOf(order_id)).toMatchObject({ channel: 'upgrade', partner: code })
  }
})

test('an upgrade after the window of the link is nobody’s', async () => {
  const { code } = await partnerWith({ window_days: 3 })
  const shopper = await buildShopper(one)
  const course_id = await withOptions()
  await bought(shopper, course_id, { options: { [course_id]: 'half' }, touches: pressed(code) })
  await pass(4)
  const student = one.api(await one.userToken(shopper.user))
  const { order_id } = await student.options.upgrade({ course_id, option_id: 'life' })
  expect(await tieOf(await paid(order_id))).toBeUndefined()
  expect(await sourceOf(order_id)).toMatchObject({ channel: 'upgrade', last: { source: 'instagram' } })
})

test('a pay link is tied to the link that led its person to an order which they did not pay', async () => {
  const { code } = await partnerWith()
  const shopper = await buildShopper(one)
  const [{ course_id: left }, { course_id }] = [await buildCourse(one.db), await buildCourse(one.db)]
  const query = { user_id: shopper.user.user_id, touches: pressed(code) }
  await shopper.student.orders.buy({ query, body: [left] })
  const link = await owner.payLinks.add({
    body: { email: shopper.user.email, course_ids: [course_id], total: null, days: 7, way: 'copy' } as never,
  })
  const answer = await one.request(new URL(link.url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(303)
  const { order_id } = await one.db('pay_links').where({ pay_link_id: link.pay_link_id }).first()
  expect(await tieOf(await paid(order_id))).toBe(code)
  expect(await sourceOf(order_id)).toMatchObject({ channel: 'pay_link', last: { source: 'instagram' }, partner: code })
})

test('sources name the way of an order that no link led to', async () => {
  await pass(100)
  const before = await keysOfToday()
  expect(before).toEqual([])
  await memberFor(1)
  expect(await keysOfToday()).toEqual(['membership'])
  const { course_id } = await buildCourse(one.db)
  await bought(await buildShopper(one), course_id)
  expect((await keysOfToday()).toSorted()).toEqual(['membership', 'unknown'])
})
