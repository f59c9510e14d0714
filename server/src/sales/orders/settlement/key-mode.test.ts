import { afterAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { documentedKeys } from '../../../../test/documented-gateway.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

/** The shop as it sold under test keys, and as it is after the owner has saved live ones, or renewed the test ones. */
const { env, one: before, bought } = await paidShop()
const beside = (id: string) => startTestServer({ work: false, beside: before, env: { ...env, RAZORPAY_KEY_ID: id } })
const live = await beside('rzp_live_documented')
const renewed = await beside('rzp_test_renewed')
afterAll(async () => {
  await live.stop()
  await renewed.stop()
})

async function paidUnder(shop: TestServer) {
  const { order_id, user, row, paid } = await bought()
  await paid(shop)
  return { order_id, enrolments: await before.db('enrolments').where({ user_id: user.id }), order: await row() }
}

test('test money never grants under live keys, and needs attention', async () => {
  const { order_id, enrolments, order } = await paidUnder(live)
  expect(order).toMatchObject({ status: 'review', gateway_key_id: documentedKeys.RAZORPAY_KEY_ID, paid_at: null })
  expect(enrolments).toEqual([])
  const owner = live.api(await live.adminToken())
  expect((await owner.orders.adminGet({ order_id })).attention).toMatchObject({ reason: 'other_key' })
  expect(await before.db('owner_alerts').where({ order_id }).pluck('alert_key')).toEqual([`other_key:${order_id}`])
  const grant = owner.orders.grant({ params: { order_id }, body: { reason: 'The buyer asked' } })
  await expect(grant).rejects.toMatchObject({ code: 'not_grantable', message: expect.stringContaining('another mode') })
  expect(await before.db('enrolments').where({ order_id })).toEqual([])
})

test('a purchase that was begun under test keys is begun anew under live ones, and goes on under a renewed key', async () => {
  const user = await buildUser(before.db)
  const { course_id } = await buildCourse(before.db)
  const buyAt = async (shop: TestServer) => {
    const query = { user_id: user.user_id }
    const headers = { 'idempotency-key': 'begun' }
    return (await shop.api(await shop.userToken(user)).orders.buy({ query, headers, body: [course_id] })).order_id
  }
  const begun = await buyAt(before)
  expect(await buyAt(renewed)).toBe(begun)
  // The gateway confirmed the link before, and is not called again.
  expect(await before.db('orders').where({ order_id: begun }).pluck('gateway_key_id')).toEqual(['rzp_test_renewed'])
  const refresh = await buyAt(live)
  expect(refresh).not.toBe(begun)
  expect(await before.db('orders').where({ order_id: begun }).first()).toMatchObject({ status: 'cancelled' })
  const order = await before.db('orders').where({ order_id: refresh }).first()
  expect(order).toMatchObject({ status: 'created', gateway_key_id: 'rzp_live_documented' })
  expect(await buyAt(live)).toBe(refresh)
})

test('a renewed key of the same mode is the same money', async () => {
  const { enrolments, order } = await paidUnder(renewed)
  expect(order).toMatchObject({ status: 'paid' })
  expect(enrolments).toHaveLength(1)
})
