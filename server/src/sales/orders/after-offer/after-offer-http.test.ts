import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findLink, pay, type Shopper } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
/** The course of the offer, and the offer. */
let added: string
let offer_id: string
beforeAll(async () => {
  server = await startTestServer({ env: { PAY_PAGE: 'on' } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = server.api(await server.adminToken('owner'))
  shopper = await buildShopper(server)
  added = (await buildCourse(server.db, { name: 'Thumbnail Lab', price: 599 })).course_id
  offer_id = (await owner.offers.add({ body: offerOf() })).offer_id
  return async () => {
    await server.db('offers').update({ deleted_at: new Date() })
  }
})

const offerOf = (input: { price?: number; place?: 'checkout' | 'after' } = {}) => ({
  course_id: added,
  place: 'after' as const,
  price: 399,
  headline: 'Covers for these reels',
  with: 'any' as const,
  active: true,
  ...input,
})

const MINUTE = 60_000

/** Returns the proof in the address of an order's pay page. */
async function proofOf(orderId: string) {
  const mine = await shopper.student.orders.mine({})
  const address = new URL(String(mine.find(({ order_id }) => order_id === orderId)?.payment_link))
  return { order_id: orderId, t: String(address.searchParams.get('t')) }
}

async function buyAndPay(billing: { billing_state?: string } = {}) {
  const { orderId, orderNo, link, course } = await shopper.buyOne(1, billing)
  const proof = await proofOf(orderId)
  await pay(server, link)
  return { orderId, order_no: orderNo, proof, course_id: course.course_id }
}
type Bought = Pick<Awaited<ReturnType<typeof buyAndPay>>, 'order_no' | 'proof'>

const shown = async ({ order_no, proof }: Bought) =>
  (await server.api().orders.seeAfterOffer({ params: { order_no }, body: proof })).offer
const take = ({ order_no, proof }: Bought, more: { offer_id?: string; expected_total?: string } = {}) =>
  server.api().orders.takeAfterOffer({ params: { order_no }, body: { proof, offer_id, ...more } as never })
const ordersOf = () => server.db('orders').where({ user_id: shopper.user.id }).orderBy('created_at')
const ended = { status: 409, code: 'offer_ended' }

/** Makes the shopper a person of 16, whose parent consented. */
const becomeChild = async () => {
  const now = server.ctx.now()
  const until = new Date(now.getTime() + 730 * 24 * 60 * MINUTE)
  await server
    .db('ages')
    .insert({ user_id: shopper.user.id, answered_at: now, turns_18: '2029-06', until, confirmed_at: now })
}

test('the paid order of a child offers nothing, and takes no offer', async () => {
  const bought = await buyAndPay()
  expect(await shown(bought), 'as long as nobody knows').not.toBeNull()
  await becomeChild()
  expect(await shown(bought)).toBeNull()
  await expect(take(bought)).rejects.toMatchObject(ended)
})

test('a child buys without the offer of the checkout', async () => {
  const { offer_id: beside } = await owner.offers.add({ body: offerOf({ place: 'checkout' }) })
  const course = (await buildCourse(server.db)).course_id
  const query = { user_id: shopper.user.user_id, offer: beside }
  await becomeChild()
  await expect(shopper.student.orders.buy({ query, body: [course] })).rejects.toMatchObject(ended)
})

test('a paid order offers a course for 15 minutes, and never at checkout', async () => {
  const { orderId, orderNo: order_no, link, course } = await shopper.buyOne()
  const proof = await proofOf(orderId)
  expect(await shown({ order_no, proof }), 'not paid').toBeNull()
  await pay(server, link)
  const paidAt = (await server.db('orders').where({ order_id: orderId }).first()).paid_at
  expect(await shown({ order_no, proof })).toMatchObject({
    offer_id,
    course_id: added,
    price: 399,
    total: 399,
    list_price: 599,
    until: new Date(new Date(paidAt).getTime() + 15 * MINUTE).toISOString(),
  })
  expect(await server.api().offers.forCart({ course_ids: course.course_id })).toEqual([])
  const other = (await buildCourse(server.db)).course_id
  const query = { user_id: shopper.user.user_id, offer: offer_id }
  await expect(shopper.student.orders.buy({ query, body: [other] })).rejects.toMatchObject({ status: 422 })
  server.clock.advance(15 * MINUTE)
  expect(await shown({ order_no, proof })).toBeNull()
  await expect(take({ order_no, proof })).rejects.toMatchObject(ended)
})

test('only the signed address of the order itself has the offer', async () => {
  const one = await buyAndPay()
  const other = await buyAndPay()
  const wrong = [
    { ...one, proof: other.proof },
    { ...one, proof: { ...one.proof, t: 'x' } },
    { ...one, order_no: 'SH-2026-99999' },
  ]
  for (const bought of wrong) {
    expect(await shown(bought)).toBeNull()
    await expect(take(bought)).rejects.toMatchObject({ status: 404 })
  }
})

test('two tabs and a double press make one second order, which is paid apart and offers nothing more', async () => {
  const first = await buyAndPay()
  const answers = await Promise.all([take(first), take(first), take(first)])
  expect(new Set(answers.map(({ payment_link }) => payment_link)).size).toBe(1)
  const [, second, ...rest] = await ordersOf()
  expect(rest).toEqual([])
  expect(second).toMatchObject({ status: 'created', subtotal_paise: 39_900, total_paise: 39_900 })
  // The gateway's shortest link is longer than the offer.
  const open = Date.parse(second.expires_at) - server.ctx.now().getTime()
  expect(open).toBeGreaterThan(16 * MINUTE)
  expect(open).toBeLessThan(25 * MINUTE)
  const proof = await proofOf(second.order_id)
  await pay(server, await findLink(server, second.order_id))
  expect(await shopper.statusOf(second.order_id)).toBe('paid')
  expect(await shopper.enrolments(added)).toHaveLength(1)
  expect(await shown(first)).toBeNull()
  await expect(take(first)).rejects.toMatchObject(ended)
  const further = (await buildCourse(server.db)).course_id
  await owner.offers.add({ body: { ...offerOf({ price: 99 }), course_id: further } })
  expect(await shown({ order_no: second.order_no, proof })).toBeNull()
  expect((await owner.offers.list({})).offers.find((one) => one.offer_id === offer_id)).toMatchObject({
    place: 'after',
    taken: 1,
    revenue: 399,
  })
})

test('a refund, a course that is gone, an offer that ended and a course that is owned end it', async () => {
  const back = await buyAndPay()
  await owner.orders.refund({ params: { order_id: back.orderId }, body: {}, headers: {} })
  expect(await shown(back)).toBeNull()
  await expect(take(back)).rejects.toMatchObject(ended)

  const bought = await buyAndPay()
  const course = server.db('courses').where({ course_id: added })
  await course.clone().update({ state: 'draft' })
  expect(await shown(bought)).toBeNull()
  await expect(take(bought)).rejects.toMatchObject(ended)
  await course.clone().update({ state: 'published' })
  await expect(take(bought, { expected_total: '398.00' })).rejects.toMatchObject({ code: 'price_changed' })

  const { link } = await shopper.buy([added])
  await pay(server, link)
  expect(await shown(bought)).toBeNull()
  await expect(take(bought)).rejects.toMatchObject(ended)

  const other = await buildShopper(server)
  shopper = other
  const last = await buyAndPay()
  await owner.offers.delete({ params: { offer_id } })
  expect(await shown(last)).toBeNull()
  await expect(take(last)).rejects.toMatchObject(ended)
})

test('an offer for other courses, or in the order already, is not shown', async () => {
  const { course_id } = await buildCourse(server.db)
  await owner.offers.update({ params: { offer_id }, body: { ...offerOf(), with: [course_id] } })
  const bought = await buyAndPay()
  expect(await shown(bought)).toBeNull()
  await expect(take(bought)).rejects.toMatchObject(ended)
  const { orderId, orderNo: order_no, link } = await shopper.buy([course_id, added])
  const proof = await proofOf(orderId)
  await pay(server, link)
  expect(await shown({ order_no, proof })).toBeNull()
})

test('the second order has the details of the first, and a document of its own for the very sum', async () => {
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()) }))
  const first = await buyAndPay({ billing_state: '29' })
  await take(first)
  const [, second] = await ordersOf()
  expect(second).toMatchObject({ billing_state: '29', promocode: null })
  await pay(server, await findLink(server, second.order_id))
  for (const { order_id, total_paise } of await ordersOf()) {
    await issueDocuments(server.ctx, order_id)
    const papers = await server.db('documents').where({ order_id })
    expect(papers.map(({ kind, facts }) => [kind, facts.total_paise])).toEqual([['invoice', Number(total_paise)]])
  }
})
