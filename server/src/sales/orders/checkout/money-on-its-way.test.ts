import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, type Shopper } from '../../../../test/shopper.ts'

let one: TestServer
let shopper: Shopper
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

type Changed = { table: 'links' | 'payments'; to: object; fee?: number }

test.each<[string, Changed]>([
  ['whose link is paid in part', { table: 'links', to: { status: 'partially_paid' } }],
  ['of whose payment the fee is not said yet', { table: 'payments', to: { fee_told: false }, fee: 1_180 }],
])('an order %s blocks the purchase of another course, and the buyer hears to wait', async (_, change) => {
  const [first, other] = [await buildCourse(one.db), await buildCourse(one.db)]
  const { promocode } = await buildPromocode(one.db, { discount: 10, max_uses: 5 })
  const buy = (course_id: string) =>
    shopper.student.orders.buy({ query: { user_id: shopper.user.user_id, promocode }, body: [course_id] })
  const { order_id } = await buy(first.course_id)
  const { gateway_link_id: link_id } = await one.db('orders').where({ order_id }).first()
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  if (change.fee) await one.gateway(`control/links/${link_id}/pay-with-fee`, { fee: change.fee })
  await one.db(`sandbox.${change.table}`).where({ link_id }).update(change.to)
  await expect(buy(other.course_id)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'A payment of yours is on its way. Please wait a few minutes, then look at your orders.',
  })
  expect(await one.db('orders').where({ user_id: shopper.user.id }).pluck('order_id')).toEqual([order_id])
  // The same cart is the same order, as before.
  expect((await buy(first.course_id)).order_id).toBe(order_id)
})
