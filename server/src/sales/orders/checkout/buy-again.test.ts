import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { ledgerOf } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { reconcileOrders } from '../../../serve/jobs/reconcile-orders.jobs.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

let server: TestServer
let student: ApiClient
let user: { id: number; user_id: string }

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  user = await buildUser(server.db)
  // The clock moves by days, and sessions end.
  student = server.api(await server.userToken(user))
  await server.gateway('control/reset-faults', {})
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Extra = { promocode?: string; expected_total?: string; billing_state?: string; key?: string }

function buy(ids: string[], { key, ...query }: Extra = {}) {
  return student.orders.buy({
    query: { user_id: user.user_id, ...query },
    headers: key ? { 'idempotency-key': key } : {},
    body: ids,
  } as Parameters<ApiClient['orders']['buy']>[0])
}

const linkOf = async (address: string) => (await ledgerOf(server)).links.find(({ short_url }) => short_url === address)
const order = (orderId: string) => server.db('orders').where({ order_id: orderId }).first()
const ordersOf = () => server.db('orders').where({ user_id: user.id }).orderBy('created_at')

/** A purchase whose link was never made, for the gateway was away. */
async function buyInVain(ids: string[], extra: Extra = {}) {
  await server.gateway('control/faults/api', { fault: 'answer', status: 503, match: 'payment_links', count: 50 })
  await expect(buy(ids, extra)).rejects.toMatchObject({ status: 502 })
  await server.gateway('control/reset-faults', {})
  const [stored] = (await ordersOf()).slice(-1)
  expect(stored).toMatchObject({ status: 'created', payment_link: null })
  return stored
}

test.each([1, 10, -60])(
  '%d minutes before its end, an order makes room for a new one, by the same key too',
  async (left) => {
    const { course_id } = await buildCourse(server.db)
    const first = await buy([course_id], { key: 'one' })
    server.clock.advance(DAY - left * MINUTE)
    student = server.api(await server.userToken(user))
    const again = await buy([course_id], { key: 'another' })
    if (left > 5) {
      expect(again).toEqual(first)
      return
    }
    expect(again.order_id).not.toBe(first.order_id)
    expect(await linkOf(again.payment_link)).toMatchObject({ reference_id: again.order_id, status: 'created' })
    expect(await buy([course_id], { key: 'another' })).toEqual(again)
  },
)

describe('when an order has no link,', () => {
  test('an order that ends too soon to pay makes room for a new one', async () => {
    const { course_id } = await buildCourse(server.db)
    const { promocode } = await buildPromocode(server.db, { discount: 10, max_uses: 1 })
    const first = await buyInVain([course_id], { promocode, key: 'a key' })
    // A link with a limited code is open for half an hour, and the gateway makes none for less than 15 minutes.
    server.clock.advance(20 * MINUTE)
    const again = await buy([course_id], { promocode, key: 'a key' })
    expect(again.order_id).not.toBe(first.order_id)
    expect(await linkOf(again.payment_link)).toMatchObject({ reference_id: again.order_id, status: 'created' })
    expect(await order(first.order_id)).toMatchObject({ status: 'expired' })
  })

  test('a key never returns an order that has ended meanwhile', async () => {
    const { course_id } = await buildCourse(server.db)
    const first = await buyInVain([course_id], { key: 'a key' })
    server.clock.advance(40 * MINUTE)
    await reconcileOrders(server.ctx)
    expect(await order(first.order_id)).toMatchObject({ status: 'expired' })
    const again = await buy([course_id], { key: 'a key' })
    expect(await linkOf(again.payment_link)).toMatchObject({ reference_id: again.order_id, status: 'created' })
    expect(await buy([course_id], { key: 'a key' })).toEqual(again)
  })
})

test.each(['cancel', 'expire'] as const)('a link that ended by %s is not what its key answers', async (how) => {
  const { course_id } = await buildCourse(server.db)
  const first = await buy([course_id], { key: 'a key' })
  await server.gateway(`control/links/${(await linkOf(first.payment_link))?.id}/${how}`, {})
  await server
    .db('orders')
    .where({ order_id: first.order_id })
    .update({ poll_after: new Date(0) })
  await reconcileOrders(server.ctx)
  expect((await order(first.order_id)).status).not.toBe('created')
  const again = await buy([course_id], { key: 'a key' })
  expect(again.order_id).not.toBe(first.order_id)
  expect(await linkOf(again.payment_link)).toMatchObject({ reference_id: again.order_id, status: 'created' })
  expect(await buy([course_id], { key: 'a key' })).toEqual(again)
})

describe('after keys of another gateway account were saved,', () => {
  const forget = async (orderId: string) => {
    await server.db('sandbox.links').where({ reference_id: orderId }).update({ reference_id: null })
    await server
      .db('orders')
      .where({ order_id: orderId })
      .update({ gateway_link_id: `plink_${orderId.slice(-14)}`, gateway_key_id: 'rzp_test_before' })
  }

  test.each([undefined, 'a key'])('no key hands out the unknown link again: %s', async (key) => {
    const { course_id } = await buildCourse(server.db)
    const first = await buy([course_id], key ? { key } : {})
    expect(await student.orders.mine({})).toMatchObject([{ payment_link: first.payment_link }])
    await forget(first.order_id)
    expect((await student.orders.mine({}))[0]).not.toHaveProperty('payment_link')
    const again = await buy([course_id], key ? { key } : {})
    expect(await linkOf(again.payment_link)).toMatchObject({ reference_id: again.order_id, status: 'created' })
    expect(again.order_id).not.toBe(first.order_id)
    expect(await order(first.order_id)).toMatchObject({ status: 'expired' })
  })

  test('the order of an unknown link is checked until five days after its end, then closes and still needs attention', async () => {
    const { course_id } = await buildCourse(server.db)
    const { order_id } = await buy([course_id])
    await forget(order_id)
    // The orders of other tests are checked for as long.
    await server.db('orders').whereNot({ order_id }).update({ poll_after: null })
    let requested = 0
    for (; requested < 60; requested++) {
      const { poll_after } = await order(order_id)
      if (poll_after === null) break
      server.clock.set(new Date(Date.parse(poll_after) + 1))
      await reconcileOrders(server.ctx)
    }
    expect(requested).toBeLessThan(40)
    expect(await order(order_id)).toMatchObject({ status: 'expired', poll_after: null })
    const owner = server.api(await server.adminToken())
    expect(await owner.orders.adminGet({ order_id })).toMatchObject({ attention: { reason: 'stuck' } })
  })
})

test('an order from before tax stays payable at the price shown', async () => {
  const { course_id } = await buildCourse(server.db)
  const first = await buyInVain([course_id], { expected_total: '499.00' })
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()), prices: 'exclusive' }))
  // The orders page knows no state of it to send.
  const again = await buy([course_id], { expected_total: '499.00' })
  expect(again).toMatchObject({ order_id: first.order_id, amount: 499 })
  expect(await linkOf(again.payment_link)).toMatchObject({ amount: 49_900, reference_id: first.order_id })
  const missing = { status: 422, data: { errors: [{ path: 'billing_state' }] } }
  await expect(buy([course_id])).rejects.toMatchObject(missing)
  await expect(buy([course_id, course_id], { expected_total: '998.00' })).rejects.toMatchObject(missing)
  await expect(buy([course_id], { expected_total: '499.00', billing_state: '29' })).rejects.toMatchObject({
    code: 'price_changed',
    data: { total: 588.82 },
  })
})
