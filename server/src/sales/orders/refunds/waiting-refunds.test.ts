import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payWithEvent } from '../../../../test/shopper.ts'
import { createJobs } from '../../../serve/jobs/index.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

let one: TestServer
let owner: ApiClient

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  owner = one.api(await one.adminToken())
  await one.gateway('control/reset-faults', {})
})

const HOUR = 60 * 60_000

async function paidOrder() {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  await payWithEvent(one, link)
  await issueDocuments(one.ctx, orderId)
  const row = () => one.db('orders').where({ order_id: orderId }).first()
  const refund = () => owner.orders.refund({ params: { order_id: orderId }, headers: {}, body: { reason: null } })
  const alerts = () => one.db('owner_alerts').where({ kind: 'refund_waiting', order_id: orderId })
  const attention = async () => (await one.api(await one.adminToken()).orders.adminGet({ order_id: orderId })).attention
  return { orderId, row, refund, alerts, attention }
}

async function lookAfterRefunds() {
  await createJobs(one.ctx)
    .find(({ name }) => name === 'reconcile-orders')
    ?.run({}, 'a-job')
}

test('a refund that the gateway does not take for a day needs attention until it is back, and is written of once', async () => {
  const { row, refund, alerts, attention } = await paidOrder()
  await one.gateway('control/faults/api', { fault: 'answer', status: 503, match: 'refund', count: 1000 })
  expect(await refund()).toMatchObject({ status: 'pending' })
  one.clock.advance(23 * HOUR)
  await lookAfterRefunds()
  expect(await attention()).toBeNull()
  one.clock.advance(2 * HOUR)
  await lookAfterRefunds()
  await lookAfterRefunds()
  expect(await attention()).toMatchObject({ reason: 'refund_waiting' })
  expect(await alerts()).toHaveLength(1)
  const needing = await one.api(await one.adminToken()).orders.adminList({ needs: 'attention' })
  expect(needing.orders).toMatchObject([{ attention: { reason: 'refund_waiting' } }])

  await one.gateway('control/reset-faults', {})
  one.clock.advance(7 * HOUR)
  await lookAfterRefunds()
  expect(await row()).toMatchObject({ status: 'refunded' })
  expect(await attention()).toBeNull()
  await lookAfterRefunds()
  expect(await alerts()).toHaveLength(1)
})

test('one that is on its way for ten days is looked at; when it fails, that is the reason it says', async () => {
  const { orderId, row, refund, alerts, attention } = await paidOrder()
  await one.gateway('control/faults/refunds', { fault: 'hold' })
  expect(await refund()).toMatchObject({ status: 'pending' })
  const made = await one.db('refunds').where({ order_id: orderId }).first()
  expect(made).toMatchObject({ status: 'pending' })
  one.clock.advance(9 * 24 * HOUR)
  await lookAfterRefunds()
  expect(await attention()).toBeNull()
  one.clock.advance(2 * 24 * HOUR)
  await lookAfterRefunds()
  expect(await row()).toMatchObject({ status: 'paid' })
  expect(await attention()).toMatchObject({ reason: 'refund_waiting' })
  expect(await alerts()).toHaveLength(1)
  await one.gateway(`control/refunds/${made.gateway_refund_id}/fail`, {})
  await one.gateway('control/deliver', {})
  expect(await attention()).toMatchObject({ reason: 'refund_failed' })
})
