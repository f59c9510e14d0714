import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, paidEvent, payInSilence, sendWebhook } from '../../../../test/shopper.ts'
import { namePaymentJob } from '../../../serve/jobs/orders.jobs.ts'
import { newOrderId } from '../order-id.ts'

let one: TestServer
let owner: ReturnType<TestServer['api']>

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

/** A payment for an order that this shop does not have. */
function foreignEvent(reference: string) {
  const link = {
    id: `plink_${randomBytes(4).toString('hex')}`,
    reference_id: reference,
    amount: 49_900,
    order_id: 'order_x',
  }
  return paidEvent({ ...link, payments: [{ payment_id: `pay_${reference.slice(-8)}` }] })
}

const alertsOf = (reference: string) => one.db('owner_alerts').where({ alert_key: `unknown_order:${reference}` })

test('an event that fits no order is shown to the owner, newest first, without the person who paid', async () => {
  const event = foreignEvent('INV-7')
  Object.assign(event.payload.payment.entity, { email: 'someone@example.com', contact: '+919876543210' })
  await sendWebhook(one, event, { id: 'evt_foreign' })
  await sendWebhook(one, { nothing: true }, { id: 'evt_odd' })
  await sendWebhook(one, { entity: 'event', event: 'invoice.paid', payload: {} })
  const { events, total } = await owner.orders.unmatchedEvents({ limit: '2' })
  expect(total).toBe(3)
  expect(events).toHaveLength(2)
  const page = await owner.orders.unmatchedEvents({ limit: '5', offset: '1' })
  expect(page.events).toMatchObject([
    {
      event_id: 'evt_odd',
      event: 'unreadable',
      reason: 'could not be read',
      reference: null,
      payment_id: null,
      amount: null,
    },
    { event_id: 'evt_foreign', reason: 'no matching order', reference: 'INV-7', payment_id: 'pay_INV-7', amount: 499 },
  ])
  expect(JSON.stringify(page)).not.toMatch(/someone@example|9876543210/)
})

test('money for an unknown order number of this shop is reported to the owner, once', async () => {
  const lost = newOrderId()
  const event = foreignEvent(lost)
  await sendWebhook(one, event)
  await sendWebhook(one, { ...event, event: 'order.paid' })
  expect(await alertsOf(lost)).toHaveLength(1)
  // Nobody paid yet, or it is somebody else's number: no letter.
  const unpaid = newOrderId()
  const waiting = foreignEvent(unpaid)
  waiting.payload.payment.entity.status = 'authorized'
  await sendWebhook(one, waiting)
  expect(await alertsOf(unpaid)).toHaveLength(0)
  await sendWebhook(one, foreignEvent('ord_1'))
  expect(await alertsOf('ord_1')).toHaveLength(0)
})

test('a link’s event with an unreadable link starts a gateway check', async () => {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, link), { status: 'settled' })
  await sendWebhook(one, paid)
  const jobs = one.db('pgboss.job').where({ name: 'reconcile-order', state: 'created' })
  expect(await jobs.whereJsonPath('data', '$.order_id', '=', orderId)).toHaveLength(1)
})

test('events of a deleted buyer, later ones too, store nothing personal', async () => {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, link))
  Object.assign(paid.payload.payment.entity, { email: shopper.user.email })
  await sendWebhook(one, paid)
  const bodies = () => one.db('gateway_events').where({ order_id: orderId }).pluck('body')
  expect((await bodies()).join()).toContain(shopper.user.email)
  await owner.users.delete({ params: { id: shopper.user.user_id } })
  expect(await bodies()).toEqual(['{}'])
  await sendWebhook(one, paid)
  expect(await bodies()).toEqual(['{}', '{}'])
  // The facts stay in the timeline.
  const { events } = await owner.orders.adminGet({ order_id: orderId })
  expect(events.filter(({ kind }) => kind === 'webhook')).not.toHaveLength(0)
})

test('a captured payment alone, without our note, is reported by the link that its description names', async () => {
  const shopper = await buildShopper(one)
  const { orderId, link } = await shopper.buyOne()
  const { payment } = paidEvent(await payInSilence(one, link)).payload
  const entity = { ...payment.entity, notes: [] }
  // The restored shop knows nothing of the order.
  const lost = newOrderId()
  await one.db('orders').where({ order_id: orderId }).update({ gateway_link_id: 'plink_other', gateway_order_id: null })
  await one.db('sandbox.links').where({ link_id: link.id }).update({ reference_id: lost })
  // The sandbox passes notes on; the real gateway describes a payment by its link.
  const described = { notes: '{}', description: link.id.replace('plink_', '#') }
  await one.db('sandbox.payments').where({ payment_id: entity.id }).update(described)
  await sendWebhook(one, { entity: 'event', event: 'payment.captured', payload: { payment: { entity } } })
  const [job] = await one.db('pgboss.job').where({ name: 'name-payment', state: 'created' })
  expect(job.data).toEqual({ payment_id: entity.id })
  await namePaymentJob(one.ctx).run(job.data, 'a-job')
  expect(await alertsOf(lost)).toHaveLength(1)
  const { events } = await owner.orders.unmatchedEvents({ limit: '50' })
  expect(events).toContainEqual(expect.objectContaining({ reference: lost, payment_id: entity.id }))
})
