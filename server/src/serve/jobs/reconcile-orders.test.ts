import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence, type Shopper } from '../../../test/shopper.ts'
import { noteOrderEvent } from '../../sales/orders/order-events.queries.ts'
import { reconcileOrders } from './reconcile-orders.jobs.ts'

let one: TestServer
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
  await one.db('orders').update({ poll_after: null })
})

const calls = async () => ((await one.gateway('control/calls')) as Record<string, number>)['payment_links.fetch'] ?? 0

/** Orders that were paid and are due, the first of them first. */
async function paidAndDue(count: number) {
  const bought: Awaited<ReturnType<Shopper['buyOne']>>[] = []
  for (let n = 0; n < count; n++) {
    bought.push(await shopper.buyOne())
    await payInSilence(one, bought[n]?.link as Parameters<typeof payInSilence>[1])
  }
  for (const { orderId } of bought) {
    await one.db('orders').where({ order_id: orderId }).update({ poll_after: one.ctx.now() })
  }
  return bought
}

test('one link that the gateway shows oddly keeps no other order waiting', async () => {
  const [odd, ...others] = await paidAndDue(4)
  await one.db('sandbox.links').where({ link_id: odd?.link.id }).update({ amount_paid_paise: -1 })
  await reconcileOrders(one.ctx)
  for (const { orderId } of others) expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.statusOf(String(odd?.orderId))).toBe('created')
})

test('a gateway that answers everything with a page is left alone after three orders', async () => {
  await paidAndDue(6)
  await one.gateway('control/faults/api', { fault: 'answer', status: 200, html: true, count: 500 })
  const before = await calls()
  expect(await reconcileOrders(one.ctx)).toBe(0)
  // Each order is checked three times.
  expect((await calls()) - before).toBe(9)
})

test('the reconciler checks an order although an event of it is being noted', async () => {
  const [due] = await paidAndDue(1)
  const order_id = String(due?.orderId)
  await one.db.transaction(async (trx) => {
    await noteOrderEvent(trx, { order_id, kind: 'webhook', detail: null, created_at: one.ctx.now().toISOString() })
    expect(await reconcileOrders(one.ctx)).toBe(1)
  })
  expect(await shopper.statusOf(order_id)).toBe('paid')
})
