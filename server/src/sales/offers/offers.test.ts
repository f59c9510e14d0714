import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildPromocode } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { findLink, pay } from '../../../test/shopper.ts'
import { offerFor, writeShown } from './offers.service.ts'

let server: TestServer
let owner: ApiClient
let student: ApiClient
let user: { id: number; user_id: string }
let [cart, added] = ['', '']

beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken('owner'))
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('offers').update({ deleted_at: new Date() })
  user = await buildUser(server.db)
  student = server.api(await server.userToken(user))
  cart = (await buildCourse(server.db, { price: 499 })).course_id
  added = (await buildCourse(server.db, { price: 299, name: 'Script Vault' })).course_id
})

type Body = Parameters<ApiClient['offers']['add']>[0]['body']
const bodyOf = (input: Partial<Body> = {}): Body => ({
  course_id: added,
  price: 149,
  headline: '400 scripts',
  with: 'any',
  active: true,
  ...input,
})
const add = async (input: Partial<Body> = {}) => (await owner.offers.add({ body: bodyOf(input) })).offer_id
const seen = async (...ids: string[]) => server.api().offers.forCart({ course_ids: ids.join(',') })
const ids = async (...courses: string[]) => (await seen(...courses)).map(({ offer_id }) => offer_id)

type Query = { promocode?: string; offer?: string; expected_total?: string }
const buy = (courseIds: string[], query: Query = {}, key?: string) =>
  student.orders.buy({
    query: { user_id: user.user_id, ...query } as Parameters<ApiClient['orders']['buy']>[0]['query'],
    headers: key ? { 'idempotency-key': key } : {},
    body: courseIds,
  })
const paid = async (orderId: string) => pay(server, await findLink(server, orderId))
const lines = (order_id: string) => server.db('order_lines').where({ order_id }).orderBy('position')

test('an offer is shown for a cart that it fits, the one made for it before one for any, then the newest', async () => {
  const any = await add()
  expect(await seen(cart)).toEqual([
    {
      offer_id: any,
      course_id: added,
      name: 'Script Vault',
      price: 149,
      list_price: 299,
      banner: expect.any(String),
      headline: '400 scripts',
      text: null,
    },
  ])
  const made = await add({ with: [cart], text: 'To read from' })
  const newer = await add({ with: 'any' })
  expect(await ids(cart)).toEqual([made])
  const other = (await buildCourse(server.db)).course_id
  expect(await ids(other)).toEqual([newer])
  expect(await ids(added), 'the cart holds it').toEqual([])
  expect(await ids(), 'an empty cart').toEqual([])
})

test('an offer that is off, planned, ended, deleted, unsold or dearer than its course by now is not shown', async () => {
  const offer = await add({ with: [cart] })
  const change = (input: Partial<Body>) =>
    owner.offers.update({ params: { offer_id: offer }, body: bodyOf({ with: [cart], ...input }) })
  const states: [Partial<Body>, string, number][] = [
    [{ active: false }, 'off', 0],
    [{ from: '2999-01-01' }, 'planned', 0],
    [{ until: '2020-01-01' }, 'ended', 0],
    [{ from: '2020-01-01', until: '2999-01-01' }, 'on', 1],
  ]
  for (const [input, state, shown] of states) {
    expect((await change(input)).offer.state).toBe(state)
    expect([state, (await ids(cart)).length]).toEqual([state, shown])
  }
  const course = server.db('courses').where({ course_id: added })
  const stateNow = async () => (await owner.offers.list({})).offers[0]
  await course.clone().update({ price_paise: 14_899 })
  expect([await stateNow(), await ids(cart)]).toMatchObject([{ state: 'too_dear', list_price: 148.99 }, []])
  await expect(buy([cart], { offer })).rejects.toMatchObject({ status: 409, code: 'offer_ended' })
  await course.clone().update({ price_paise: 14_900, state: 'draft' })
  expect([await stateNow(), await ids(cart)]).toMatchObject([{ state: 'not_sold', list_price: null }, []])
  await course.clone().update({ state: 'published' })
  expect(await ids(cart)).toEqual([offer])
  await owner.offers.delete({ params: { offer_id: offer } })
  expect(await ids(cart)).toEqual([])
  await expect(owner.offers.delete({ params: { offer_id: offer } })).rejects.toMatchObject({ status: 404 })
  await expect(buy([cart], { offer })).rejects.toMatchObject({ status: 409, code: 'offer_ended' })
})

test.each<[string, Partial<Body>, number, string]>([
  ['a price above the list price', { price: 299.01 }, 422, 'price'],
  ['a price of nothing', { price: 0 }, 422, 'price'],
  ['no headline', { headline: ' ' }, 422, 'headline'],
  ['no course beside it', { with: [] }, 422, 'with'],
  ['an end before its begin', { from: '2026-02-02', until: '2026-02-01' }, 422, 'until'],
  ['no date', { until: 'tomorrow' }, 422, 'until'],
])('%s is refused with its field', async (_name, input, status, field) => {
  const refused = owner.offers.add({ body: bodyOf(input) })
  await expect(refused).rejects.toMatchObject({ status, data: { errors: [{ path: expect.stringContaining(field) }] } })
})

test('an offer beside its own course, of an unknown course, or by the wrong role is refused', async () => {
  await expect(add({ with: [added] })).rejects.toMatchObject({ status: 422 })
  await expect(add({ course_id: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  await expect(add({ with: ['nowhere'] })).rejects.toMatchObject({ status: 404 })
  const editor = server.api(await server.adminToken('editor'))
  await expect(editor.offers.add({ body: bodyOf({ price: 9 }) })).rejects.toMatchObject({ status: 403 })
  expect(await editor.offers.add({ body: bodyOf() })).toMatchObject({ offer: { state: 'on' } })
})

test('a taken offer is a line of its own at its price, which no code touches or counts', async () => {
  const offer = await add()
  const code = await buildPromocode(server.db, { discount: 50, minimum_paise: 50_000 })
  await expect(buy([cart], { offer, promocode: code.promocode }), '499 is below the minimum').rejects.toMatchObject({
    code: 'promocode_minimum',
  })
  await server.db('promocodes').where({ id: code.id }).update({ minimum_paise: 49_900 })
  const { order_id, amount } = await buy([cart, cart], { offer, promocode: code.promocode })
  expect(amount).toBe(499 + 149)
  expect(await lines(order_id)).toMatchObject([
    { course_id: cart, quantity: 2, discount_paise: 49_900, total_paise: 49_900, offer_id: null },
    {
      course_id: added,
      quantity: 1,
      price_paise: 14_900,
      discount_paise: 0,
      total_paise: 14_900,
      offer_id: Number(offer),
    },
  ])
  const whole = await buildPromocode(server.db, { discount: 100 })
  const free = await buy([cart], { offer, promocode: whole.promocode })
  expect(free.amount, 'a code for free courses leaves the offer to pay').toBe(149)
})

test('a change of an offer that another one preceded is refused with the present one', async () => {
  const offer_id = await add()
  const { offers } = await owner.offers.list({})
  const over = { 'if-match': `"${offers.find((one) => one.offer_id === offer_id)?.version}"` }
  const change = (price: number) =>
    owner.offers.update({ params: { offer_id }, headers: over, body: bodyOf({ price, headline: 'Other words' }) })
  const { offer } = await change(189)
  await expect(change(179)).rejects.toMatchObject({ code: 'edit_conflict', data: { current: offer } })
  expect((await owner.offers.list({})).offers).toContainEqual(offer)
})

test('an offer that does not fit the purchase is 422, and one of what the buyer owns is 409', async () => {
  const offer = await add({ with: [cart] })
  const other = (await buildCourse(server.db)).course_id
  const invalid = { status: 422, message: 'Invalid offer' }
  await expect(buy([other], { offer })).rejects.toMatchObject(invalid)
  await expect(buy([cart, added], { offer })).rejects.toMatchObject(invalid)
  for (const unknown of ['999999999', 'x', '1e3', '-1']) {
    await expect(buy([cart], { offer: unknown })).rejects.toMatchObject({ status: 422 })
  }
  await buildEnrolment(server.db, { course_id: added, user_id: user.id })
  await expect(buy([cart], { offer })).rejects.toMatchObject({ code: 'already_purchased' })
  expect(await server.db('order_lines').where({ course_id: added, offer_id: Number(offer) })).toEqual([])
})

test('an offer that ends while it is paid keeps its price, and a changed one asks again', async () => {
  const offer = await add()
  const expected_total = '648.00'
  const placed = await buy([cart], { offer, expected_total }, 'one')
  const params = { offer_id: offer }
  await owner.offers.update({ params, body: bodyOf({ price: 199 }) })
  await expect(buy([cart], { offer, expected_total }, 'two')).rejects.toMatchObject({
    code: 'price_changed',
    data: { total: 698 },
  })
  await owner.offers.update({ params, body: bodyOf({ active: false }) })
  await expect(buy([cart], { offer }, 'three')).rejects.toMatchObject({ status: 409, code: 'offer_ended' })
  expect(await buy([cart], { offer, expected_total }, 'one'), 'the same press again').toMatchObject({
    order_id: placed.order_id,
    amount: 648,
  })
  await paid(placed.order_id)
  expect((await student.orders.mine({}))[0]).toMatchObject({ total: 648, status: 'paid' })
  expect(await server.db('enrolments').where({ user_id: user.id }).pluck('course_id')).toEqual(
    expect.arrayContaining([cart, added]),
  )
})

test('20 equal presses with an offer are one order, and with and without it are two', async () => {
  const offer = await add()
  const placed = await Promise.all(Array.from({ length: 20 }, () => buy([cart], { offer })))
  expect(new Set(placed.map(({ order_id }) => order_id)).size).toBe(1)
  expect((await buy([cart])).order_id).not.toBe(placed[0]?.order_id)
  const plain = await server.db('courses').where({ course_id: added }).update({ price_paise: 14_900 })
  expect(plain).toBe(1)
  expect((await buy([cart, added])).order_id, 'the same sum without the offer').not.toBe(placed[0]?.order_id)
})

test('an offer of a course that is bought meanwhile closes, and is paid once', async () => {
  const offer = await add()
  const both = await buy([cart], { offer })
  const alone = await buy([added])
  await paid(alone.order_id)
  await server.answerWaiting('close-links')
  const { status } = await server.db('orders').where({ order_id: both.order_id }).first('status')
  expect(status).toBe('cancelled')
  await expect(buy([cart], { offer })).rejects.toMatchObject({ code: 'already_purchased' })
})

test('each offer says how often it was shown and taken, and what it brought', async () => {
  const offer = await add()
  const look = (agent: string) =>
    server.request(`/api/go/offers?course_ids=${cart}`, { headers: { 'user-agent': agent } })
  for (let time = 0; time < 30; time++) await look('Mozilla/5.0 (Linux; Android 14) Chrome/140')
  for (const bot of ['curl/8.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)']) await look(bot)
  const figures = async () => (await owner.offers.list({})).offers.find(({ offer_id }) => offer_id === offer)
  expect(await figures()).toMatchObject({ shown: 0 })
  await writeShown(server.db)
  expect(await figures(), 'a reload storm counts as 20 at most').toMatchObject({ shown: 20, taken: 0, revenue: 0 })
  const { order_id } = await buy([cart], { offer })
  expect(await figures()).toMatchObject({ taken: 0 })
  await paid(order_id)
  expect(await figures()).toMatchObject({ taken: 1, revenue: 149 })
  await owner.orders.refund({
    params: { order_id },
    headers: {},
    body: { seats: [{ course_id: added, seat: 0 }], reason: 'No more' },
  })
  expect(await figures()).toMatchObject({ taken: 1, revenue: 0 })
})

test('an offer of what a bundle of the cart holds is neither shown nor sold', async () => {
  const other = (await buildCourse(server.db)).course_id
  const bundle = await buildCourse(server.db, { price: 500 })
  await server
    .db('courses')
    .where({ course_id: bundle.course_id })
    .update({ kind: 'bundle', bundle_courses: JSON.stringify([added, other]) })
  const offer = await add()
  expect(await ids(cart)).toEqual([offer])
  expect(await ids(cart, bundle.course_id)).toEqual([])
  await expect(buy([bundle.course_id], { offer })).rejects.toMatchObject({ status: 422, message: 'Invalid offer' })
})

test('the price of a cart with an offer is what it is bought for', async () => {
  const offer = await add()
  const code = await buildPromocode(server.db, { discount: 20 })
  const requested = { course_ids: [cart], promocode: code.promocode, offer }
  const priced = await student.orders.price(requested)
  expect(priced).toMatchObject({ subtotal: 648, discount: 99.8, total: 548.2 })
  expect(priced.lines).toMatchObject([{ total: 399.2 }, { course_id: added, price: 149, discount: 0, total: 149 }])
  expect((await buy([cart], { offer, promocode: code.promocode })).amount).toBe(priced.total)
})

test('the offer for a cart reads offers and courses by an index, and no order', async () => {
  const { db } = server
  const offer = await add({ with: [cart] })
  await db.raw(
    `insert into offers (course_id, price_paise, headline, active, deleted_at)
     select :added, 100, 'Old', true, now() from generate_series(1, 5000)`,
    { added },
  )
  await db.raw('analyze offers')
  type Query = { sql: string; bindings: unknown[]; options: { values?: unknown[] } }
  const requested: Query[] = []
  const listen = (query: Query) => requested.push(query)
  db.on('query', listen)
  expect(await offerFor(db, [cart], server.ctx.now())).toMatchObject([{ offer_id: offer }])
  db.removeListener('query', listen)
  const plans = await Promise.all(
    requested.map(async ({ sql, bindings, options }) => {
      const values = options.values ?? bindings
      const { rows } = await db.raw(`explain ${sql.replaceAll(/\$\d+/g, '?')}`, values as string[])
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
    }),
  )
  expect(plans.join('\n')).not.toMatch(/\b(?:orders|order_lines|enrolments)\b/)
  expect(plans.filter((plan) => /\boffers\b/.test(plan))).toEqual([expect.stringContaining('offers_newest')])
})
