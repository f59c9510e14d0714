import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFullRun, isPlainRun } from '../../../test/scope.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  paidEvent,
  payInSilence,
  payOtherwise,
  type Shopper,
} from '../../../test/shopper.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { watchWebhooks } from '../../serve/jobs/orders.jobs.ts'
import { reconcileOrders } from '../../serve/jobs/reconcile-orders.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  // The clock moves by days from test to test, and sessions end.
  owner = one.api(await one.adminToken())
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
  await one.db('gateway_pause').delete()
  await one.db('orders').whereNotNull('poll_after').update({ poll_after: null })
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const calls = async () => ((await one.gateway('control/calls')) as Record<string, number>)['payment_links.fetch'] ?? 0
const grant = (orderId: string, reason = 'The buyer sent the bank statement') =>
  owner.orders.grant({ params: { order_id: orderId }, body: { reason } })
const due = (orderId: string) => one.db('orders').where({ order_id: orderId }).update({ poll_after: one.ctx.now() })

/** Builds an order that received a hundredth of its price. */
async function orderInReview() {
  const bought = await shopper.buyOne()
  const paid = await payOtherwise(one, bought.link, { amount_paise: 499 })
  await one.gateway('control/reset-faults', {})
  await deliverEvent(one, paidEvent(paid))
  return { ...bought, link: paid }
}

async function lettersAbout({ orderId, orderNo }: { orderId: string; orderNo: string }): Promise<string[]> {
  const job = createJobs(one.ctx).find(({ name }) => name === 'owner-alert-mail')
  const seen = new Set<string>()
  for (let round = 0; round < 3; round++) {
    for (const { id, data } of await one.db('pgboss.job').where({ name: 'owner-alert-mail' })) {
      if (!seen.has(id) && data.alert_key.endsWith(orderId)) await job?.run(data, id)
      seen.add(id)
    }
  }
  const folder = join(one.dataDir, 'mail')
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.filter((text) => text.includes(`Order ${orderNo} needs a decision`))
}

describe('an order in review', () => {
  test('needs attention with its age, and its owner is written once', async () => {
    const { orderId, orderNo, link } = await orderInReview()
    await deliverEvent(one, paidEvent(link))
    const needing = await owner.orders.adminList({ needs: 'attention', q: orderId })
    expect(needing).toMatchObject({ total: 1, orders: [{ status: 'review', attention: { reason: 'review' } }] })
    expect(await lettersAbout({ orderId, orderNo })).toHaveLength(1)
    expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
      grantable: true,
      refundable: 4.99,
      total: 499,
      gateway: { captured: 4.99 },
    })
  })

  test('can be granted once, with a reason that stays in its timeline', async () => {
    const { orderId, course } = await orderInReview()
    await expect(grant(orderId, ' ')).rejects.toMatchObject({ status: 422 })
    expect(await grant(orderId)).toEqual({ status: 'paid' })
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
    const details = await owner.orders.adminGet({ order_id: orderId })
    expect(details).toMatchObject({ attention: null, grantable: false })
    expect(details.events.find(({ kind }) => kind === 'granted')?.detail).toContain('bank statement')
    const entries = await one.db('activity').where({ call: 'orders.grant', target_id: orderId })
    expect(entries).toMatchObject([{ before: { status: 'review' }, after: { status: 'paid' } }])
    await expect(grant(orderId)).rejects.toMatchObject({ status: 409, code: 'not_grantable' })
  })

  test('can be refunded, up to the amount received', async () => {
    const { orderId, course } = await orderInReview()
    expect(await owner.orders.refund({ params: { order_id: orderId }, body: {} } as never)).toMatchObject({
      amount: 4.99,
    })
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
    await expect(grant(orderId)).rejects.toMatchObject({ code: 'not_grantable' })
  })

  test('cannot be granted without a buyer or without money', async () => {
    const { orderId, link } = await shopper.buyOne()
    await expect(grant(orderId)).rejects.toMatchObject({ code: 'not_grantable' })
    await owner.users.delete({ params: { id: shopper.user.user_id } })
    await deliverEvent(one, paidEvent(await payInSilence(one, link)))
    expect(await shopper.statusOf(orderId)).toBe('review')
    await expect(grant(orderId)).rejects.toMatchObject({ code: 'not_grantable', message: /gone/ })
  })
})

describe('while open orders are polled,', () => {
  test('F17 all instances pause for as long as the gateway requires', async () => {
    const bought = [await shopper.buyOne(), await shopper.buyOne(), await shopper.buyOne()]
    for (const { orderId } of bought) await due(orderId)
    await one.gateway('control/faults/api', {
      fault: 'answer',
      status: 429,
      retry_after: 600,
      match: 'payment_links.fetch',
      count: 100,
    })
    const before = await calls()
    await reconcileOrders(one.ctx)
    expect((await calls()) - before).toBe(1)
    for (const { orderId } of bought) await due(orderId)
    await reconcileOrders(one.ctx)
    expect((await calls()) - before).toBe(1)
    one.clock.advance(11 * MINUTE)
    await one.gateway('control/reset-faults', {})
    for (const { orderId } of bought) await due(orderId)
    expect(await reconcileOrders(one.ctx)).toBe(3)
  })

  test.skipIf(isPlainRun)(
    'F17 a round checks 200 of thousands of open orders, each with its own next time',
    async () => {
      const many = isFullRun ? 10_000 : 2_000
      const { orderId } = await shopper.buyOne()
      await one.db.raw(
        `insert into orders (order_id, user_id, fingerprint, subtotal_paise, discount_paise, total_paise, gateway_link_id,
         created_at, expires_at, poll_after)
       select 'ord_many' || n, user_id, 'many' || n, 49900, 0, 49900, null, :now, cast(:now as timestamptz) + interval '1 day',
         cast(:now as timestamptz) - interval '1 minute'
       from orders, generate_series(1, :many) n where order_id = :orderId`,
        { orderId, many, now: one.ctx.now().toISOString() },
      )
      const requested = async () =>
        ((await one.gateway('control/calls')) as Record<string, number>)['payment_links.list'] ?? 0
      const before = await requested()
      expect(await reconcileOrders(one.ctx)).toBe(200)
      expect((await requested()) - before).toBe(200)
      const { rows } = await one.db.raw(
        `select count(*)::int as count from orders where order_id like 'ord_many%' and poll_after <= :now`,
        { now: one.ctx.now().toISOString() },
      )
      expect(rows[0].count).toBe(many - 200)
    },
    60_000,
  )

  test('the shop polls with growing gaps until five days after the link’s end, then no more', async () => {
    const { orderId, link } = await shopper.buyOne()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway(`control/links/${link.id}/expire`, {})
    const gaps: number[] = []
    for (;;) {
      const order = await one.db('orders').where({ order_id: orderId }).first()
      if (order.poll_after === null) break
      const wait = Date.parse(order.poll_after) - one.ctx.now().getTime()
      gaps.push(Math.round(wait / MINUTE))
      one.clock.advance(wait + 1)
      await reconcileOrders(one.ctx)
    }
    expect(gaps.slice(0, 8)).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
    expect(Math.max(...gaps)).toBe(360)
    const days = gaps.reduce((sum, gap) => sum + gap, 0) / 60 / 24
    expect(days).toBeGreaterThan(5.9)
    expect(days).toBeLessThan(6.5)
    expect(gaps.length).toBeLessThan(40)
    expect(await shopper.statusOf(orderId)).toBe('expired')
  })

  test('late authorisation: a failed attempt that is captured on the third day is granted', async () => {
    const { orderId, link, course } = await shopper.buyOne()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    const { payment } = (await one.gateway(`control/links/${link.id}/fail`, {})) as { payment: { id: string } }
    await one.gateway(`control/links/${link.id}/expire`, {})
    one.clock.advance(HOUR)
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe('failed')
    await one.gateway(`control/payments/${payment.id}/capture`, {})
    one.clock.advance(70 * HOUR)
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe('paid')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  })

  test('an order that the gateway refuses for an hour needs attention, until it answers', async () => {
    const { orderId } = await shopper.buyOne()
    const stuck = async () => (await owner.orders.adminList({ needs: 'attention', q: orderId })).total
    await one.gateway('control/faults/api', { fault: 'answer', status: 404, match: 'payment_links.fetch', count: 100 })
    one.clock.advance(3 * MINUTE)
    await reconcileOrders(one.ctx)
    expect(await stuck()).toBe(0)
    one.clock.advance(2 * HOUR)
    await reconcileOrders(one.ctx)
    expect(await stuck()).toBe(1)
    await one.gateway('control/reset-faults', {})
    one.clock.advance(5 * HOUR)
    await reconcileOrders(one.ctx)
    expect(await stuck()).toBe(0)
  })
})

test('the timeline holds calls and events in order, and what repeats fills one line', async () => {
  const { orderId, link } = await shopper.buyOne()
  for (let n = 0; n < 5; n++) await owner.orders.recheck({ params: { order_id: orderId } })
  await one.gateway(`control/links/${link.id}/fail`, {})
  await one.gateway('control/deliver', {})
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  const { events } = await owner.orders.adminGet({ order_id: orderId })
  expect(events.map(({ kind, times }) => `${kind} ${times}`)).toEqual([
    'created 1',
    'link_created 1',
    'polled 5',
    'webhook 1',
    'polled 1',
    'payment_failed 1',
    'webhook 1',
    'polled 1',
    'paid 1',
  ])
})

test('silent webhooks are reported once, and only when orders were paid meanwhile', async () => {
  const alerts = () => one.db('owner_alerts').where({ kind: 'webhooks_silent' })
  await one.db('order_events').update({ detail: null })
  await one.db('gateway_events').update({ received_at: new Date(0) })
  await one.db('orders').update({ paid_at: null })
  one.clock.advance(3 * HOUR)
  await watchWebhooks(one.ctx)
  expect(await alerts()).toEqual([])
  const { link, orderId } = await shopper.buyOne()
  await payInSilence(one, link)
  await owner.orders.recheck({ params: { order_id: orderId } })
  one.clock.advance(50 * MINUTE)
  await watchWebhooks(one.ctx)
  expect(await alerts()).toEqual([])
  one.clock.advance(20 * MINUTE)
  await watchWebhooks(one.ctx)
  await watchWebhooks(one.ctx)
  expect(await alerts()).toHaveLength(1)
})
