import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  paidEvent,
  payInSilence,
  type Shopper,
  sendWebhook,
} from '../../../../test/shopper.ts'
import { signWebhook } from '../../../platform/payments/signatures.ts'
import { createJobs } from '../../../serve/jobs/index.ts'

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

test('three events in every order: one grant', async () => {
  const kinds = ['payment.captured', 'order.paid', 'payment_link.paid']
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  for (const sequence of orders) {
    const { course, orderId, link } = await shopper.buyOne()
    const paid = paidEvent(await payInSilence(one, link))
    for (const index of sequence) {
      const kind = kinds[index] as string
      const payload = kind === 'payment_link.paid' ? paid.payload : { payment: paid.payload.payment }
      expect((await deliverEvent(one, { ...paid, event: kind, payload })).status).toBe(200)
    }
    expect(await shopper.statusOf(orderId)).toBe('paid')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  }
})

describe('forged webhooks change nothing', () => {
  test('none, wrong, short, no hex, one byte changed, serialised again', async () => {
    const { course, orderId, link } = await shopper.buyOne()
    const event = paidEvent(await payInSilence(one, link))
    const body = JSON.stringify(event)
    const good = signWebhook(body, String(one.ctx.config.sandbox?.webhookSecret))
    const forged = [
      { signature: 'none' },
      { signature: signWebhook(body, 'another secret') },
      { signature: good.slice(0, 40) },
      { signature: 'z'.repeat(64) },
      { signature: good, body: body.replace('"amount_paid"', '"amount_paia"') },
      { signature: good, body: JSON.stringify(event, null, 1) },
    ]
    const before = await one.db('gateway_events').count()
    for (const attempt of forged) {
      const answer = await sendWebhook(one, event, { body, ...attempt })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    }
    expect(await one.db('gateway_events').count()).toEqual(before)
    expect(await shopper.statusOf(orderId)).toBe('created')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  })

  test('a hundred at once ask the database for nothing but the secret, so nobody waits for them', async () => {
    const statements: string[] = []
    const note = ({ sql }: { sql: string }) => void statements.push(sql)
    one.ctx.db.on('query', note)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => sendWebhook(one, { event: 'payment.captured' }, { signature: 'none' })),
    )
    one.ctx.db.off('query', note)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    // Once in five seconds, which a busy machine may need for all of them.
    expect(statements.length).toBeLessThan(10)
  })
})

test('unknown events, references and shapes are stored, answered 200 and change nothing', async () => {
  const { orderId } = await shopper.buyOne()
  const before = await one.db('orders').where({ order_id: orderId }).first()
  for (const event of [
    { entity: 'event', event: 'invoice.paid', payload: {} },
    {
      entity: 'event',
      event: 'payment_link.paid',
      payload: {
        payment_link: {
          entity: { id: 'plink_x', reference_id: 'ord_nobody', amount_paid: 1, currency: 'INR', status: 'paid' },
        },
      },
    },
    { entity: 'event', event: 'payment_link.paid', payload: { payment_link: { entity: { id: 5 } } } },
    { nothing: true },
  ]) {
    expect((await sendWebhook(one, event)).status).toBe(200)
  }
  expect(await one.db('orders').where({ order_id: orderId }).first()).toEqual(before)
})

test('events of a payment ask the gateway, with one question waiting however many they are', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, link))
  const { payment } = paid.payload
  const events = ['payment.authorized', 'payment.captured', 'order.paid', 'payment.captured', 'order.paid']
  await Promise.all(events.map((event) => sendWebhook(one, { ...paid, event, payload: { payment } })))
  const jobs = one.db('pgboss.job').where({ name: 'reconcile-order', state: 'created' })
  const waiting = await jobs.whereJsonPath('data', '$.order_id', '=', orderId)
  expect(waiting.map((job) => job.data)).toEqual([{ order_id: orderId }])
  const requested = createJobs(one.ctx).find((job) => job.name === 'reconcile-order')
  await requested?.run(waiting[0].data, 'a-job')
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('an event of any text is answered 200, and stored', async () => {
  const { orderId, link } = await shopper.buyOne()
  const paid = paidEvent({ ...link, payments: [{ payment_id: 'pay_odd' }] })
  const { payment_link, payment } = paid.payload
  const failed = (change: object) => ({
    event: 'payment.failed',
    payload: { payment: { entity: { ...payment.entity, ...change } } },
  })
  const refund = { id: 'rfnd_odd', payment_id: 'pay_odd', amount: 1, status: 'processed' }
  const odd: object[] = [
    { event: 'no\u0000thing', payload: {} },
    { event: 'lone \ud800', payload: {} },
    failed({ error_description: 'cut \u0000 off' }),
    failed({ error_description: 'lone \udfff' }),
    failed({ id: 'pay_\u0000' }),
    failed({ order_id: 'order_\u0000', notes: {} }),
    {
      ...paid,
      payload: { payment, payment_link: { entity: { ...payment_link.entity, id: 'plink_\u0000', status: 'paid' } } },
    },
    { ...paid, payload: { payment_link: { entity: { ...payment_link.entity, reference_id: 'ord_\u0000' } } } },
    { ...paid, payload: { payment_link: { entity: { ...payment_link.entity, amount_paid: 2 ** 52 } } } },
    { event: 'refund.processed', payload: { refund: { entity: { ...refund, id: 'rfnd_\u0000' } }, payment } },
    { event: 'refund.processed', payload: { refund: { entity: { ...refund, amount: 2 ** 52 } }, payment } },
    { event: 'refund.processed', payload: { refund: { entity: { ...refund, notes: { order_id: '\u0000' } } } } },
  ]
  for (const [index, event] of odd.entries()) {
    const answer = await sendWebhook(one, event, { id: `evt_odd_${index}` })
    expect([index, answer.status]).toEqual([index, 200])
  }
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  for (const body of [
    deep,
    `{"event":"deep","payload":${deep}}`,
    '\u0000',
    '{"event":"payment_link.paid"',
    'null',
    '7',
  ]) {
    expect((await sendWebhook(one, {}, { body })).status).toBe(200)
  }
  const stored = await one.db('gateway_events').where('event_id', 'like', 'evt_odd_%')
  expect(stored).toHaveLength(odd.length)
  for (const { processed_at } of stored) expect(processed_at).not.toBeNull()
  expect(['created', 'review']).toContain(await shopper.statusOf(orderId))
})

test('a well-signed event of a payment that never was leaves the order open', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  const made = { ...link, order_id: 'order_never', payments: [{ payment_id: 'pay_never' }] }
  const paid = paidEvent(made)
  expect((await deliverEvent(one, paid)).status).toBe(200)
  expect((await deliverEvent(one, { ...paid, event: 'payment.failed' })).status).toBe(200)
  const refund = {
    id: 'rfnd_never',
    payment_id: 'pay_never',
    amount: 100,
    status: 'failed',
    notes: { order_id: orderId },
  }
  expect((await deliverEvent(one, { event: 'refund.failed', payload: { refund: { entity: refund } } })).status).toBe(
    200,
  )
  expect(await shopper.statusOf(orderId)).toBe('created')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  expect(await one.db('refunds').where({ order_id: orderId })).toEqual([])
  expect(await one.db('order_events').where({ order_id: orderId, kind: 'payment_failed' })).toEqual([])
})

test('an event and its job are stored together: a failure stores neither, and the gateway sends it again', async () => {
  const { orderId, link } = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, link))
  const requested = () =>
    one.db('pgboss.job').where({ name: 'reconcile-order' }).whereJsonPath('data', '$.order_id', '=', orderId)
  await one.db.raw(`alter table pgboss.job add constraint full_up check (name <> 'reconcile-order') not valid`)
  const refused = await sendWebhook(one, paid, { id: 'evt_again' })
  await one.db.raw('alter table pgboss.job drop constraint full_up')
  expect(refused.status).toBe(500)
  expect(await one.db('gateway_events').where({ event_id: 'evt_again' })).toEqual([])
  expect((await sendWebhook(one, paid, { id: 'evt_again' })).status).toBe(200)
  expect(await requested()).toHaveLength(1)
  const request = createJobs(one.ctx).find(({ name }) => name === 'reconcile-order')
  // A gateway that is away has the job tried again; so it has when it is away for longer than one try.
  await one.gateway('control/faults/api', { fault: 'answer', status: 503, count: 3 })
  await expect(request?.run({ order_id: orderId }, 'a-job')).rejects.toMatchObject({ retryable: true })
  await request?.run({ order_id: orderId }, 'a-job')
  expect(await shopper.statusOf(orderId)).toBe('paid')
})

test('an event that names one order and the link of another pays neither of the two with it', async () => {
  const cheap = await shopper.buyOne()
  const dear = await shopper.buyOne()
  await one.db('orders').where({ order_id: dear.orderId }).update({ gateway_link_id: null, payment_link: null })
  const paid = paidEvent(await payInSilence(one, cheap.link), { reference_id: dear.orderId })
  expect((await deliverEvent(one, paid)).status).toBe(200)
  expect(await shopper.statusOf(dear.orderId)).toBe('created')
  expect(await shopper.enrolments(dear.course.course_id)).toHaveLength(0)
})

test('a student’s orders stand newest first by the date that is shown', async () => {
  const paidLater = await shopper.buyOne()
  one.clock.advance(60_000)
  const open = await shopper.buyOne()
  one.clock.advance(60_000)
  await deliverEvent(one, paidEvent(await payInSilence(one, paidLater.link)))
  const mine = await shopper.student.orders.mine({})
  expect(mine.map((order) => order.order_id)).toEqual([paidLater.orderId, open.orderId])
  expect(mine.map((order) => order.purchase_date)).toEqual(
    mine
      .map((order) => order.purchase_date)
      .toSorted()
      .reverse(),
  )
})
