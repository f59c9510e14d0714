import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse } from '../../test/catalogue-factories.ts'
import { buildUser } from '../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../test/server.ts'
import { reconcileOrders } from '../jobs/reconcile-orders.ts'
import { signWebhook } from '../payments/signatures.ts'

let one: TestServer
let two: TestServer
let student: ApiClient
let user: { id: number; user_id: string }

beforeAll(async () => {
  one = await startTestServer()
  two = await startTestServer({ beside: one, work: false })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})
beforeEach(async () => {
  user = await buildUser(one.db)
  student = one.api(await one.userToken(user))
  await one.gateway('control/reset-faults', {})
})

type Link = { id: string; reference_id: string; amount: number; order_id: string; payments: { payment_id: string }[] }

async function buyOne(quantity = 1) {
  const course = await buildCourse(one.db)
  const answer = await student.orders.buy({
    query: { user_id: user.user_id },
    body: Array.from({ length: quantity }, () => course.course_id),
  })
  const { links } = (await one.gateway('control/ledger')) as { links: Link[] }
  const link = links.find((entry) => entry.reference_id === answer.order_id)
  if (!link) throw new Error('no link was made')
  return { course, orderId: answer.order_id, link }
}

/** Pays at the gateway with every webhook lost, so that each test decides what arrives. */
async function payInSilence(link: Link): Promise<Link> {
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await one.gateway(`control/links/${link.id}/pay`, {})
  const { links } = (await one.gateway('control/ledger')) as { links: Link[] }
  return links.find((entry) => entry.id === link.id) as Link
}

function paidEvent(link: Link, change: Record<string, unknown> = {}) {
  const payment = { id: link.payments[0]?.payment_id, order_id: link.order_id, status: 'captured', amount: link.amount }
  return {
    entity: 'event',
    account_id: 'acc_1',
    event: 'payment_link.paid',
    contains: ['payment_link', 'order', 'payment'],
    payload: {
      payment_link: { entity: { ...link, amount_paid: link.amount, currency: 'INR', status: 'paid', ...change } },
      payment: { entity: payment },
    },
    created_at: 1,
  }
}

function send(
  server: TestServer,
  event: object,
  { id = `evt_${randomUUID()}`, body = JSON.stringify(event), signature = '' } = {},
) {
  const secret = String(server.ctx.config.sandbox?.webhookSecret)
  return server.request('/api/webhooks/razorpay', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': signature || signWebhook(body, secret),
    },
    body,
  })
}

const statusOf = async (orderId: string) => (await one.db('orders').where({ order_id: orderId }).first()).status
const enrolments = (courseId: string) =>
  one.db('enrolments').where({ user_id: user.id, course_id: courseId }).whereNull('revoked_at')
const receipts = async (orderId: string) =>
  (await one.db('pgboss.job').where({ name: 'receipt-mail' }).whereJsonPath('data', '$.order_id', '=', orderId)).length

test('the same webhook 50 times in parallel on two instances: one enrolment, one receipt', async () => {
  const { course, orderId, link } = await buyOne(3)
  const event = paidEvent(await payInSilence(link))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send(index % 2 ? one : two, event, { id: 'evt_same' })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
  expect(await statusOf(orderId)).toBe('paid')
  expect(await enrolments(course.course_id)).toHaveLength(1)
  expect(await one.db('gift_codes').where({ order_id: orderId })).toHaveLength(2)
  expect(await receipts(orderId)).toBe(1)
  expect(await one.db('order_events').where({ order_id: orderId, kind: 'paid' })).toHaveLength(1)
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
    const { course, orderId, link } = await buyOne()
    const paid = paidEvent(await payInSilence(link))
    for (const index of sequence) {
      const kind = kinds[index] as string
      const payload = kind === 'payment_link.paid' ? paid.payload : { payment: paid.payload.payment }
      expect((await send(one, { ...paid, event: kind, payload })).status).toBe(200)
    }
    expect(await statusOf(orderId)).toBe('paid')
    expect(await enrolments(course.course_id)).toHaveLength(1)
  }
})

describe('forged webhooks change nothing', () => {
  test('none, wrong, short, no hex, one byte changed, serialised again', async () => {
    const { course, orderId, link } = await buyOne()
    const event = paidEvent(await payInSilence(link))
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
      const answer = await send(one, event, { body, ...attempt })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    }
    expect(await one.db('gateway_events').count()).toEqual(before)
    expect(await statusOf(orderId)).toBe('created')
    expect(await enrolments(course.course_id)).toHaveLength(0)
  })
})

test.each([
  ['another amount', { amount_paid: 100 }],
  ['another currency', { currency: 'USD' }],
])('%s puts the order in review and grants nothing', async (_name, change) => {
  const { course, orderId, link } = await buyOne()
  expect((await send(one, paidEvent(await payInSilence(link), change))).status).toBe(200)
  expect(await statusOf(orderId)).toBe('review')
  expect(await enrolments(course.course_id)).toHaveLength(0)
  const status = await student.orders.paymentStatus({ course_id: course.course_id, user_id: user.user_id })
  expect(status.status).toBe('created')
})

test('unknown events, references and shapes are kept, answered 200 and change nothing', async () => {
  const { orderId } = await buyOne()
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
    expect((await send(one, event)).status).toBe(200)
  }
  expect(await one.db('orders').where({ order_id: orderId }).first()).toEqual(before)
})

test('every webhook lost: the status call asks the gateway', async () => {
  const { course, orderId, link } = await buyOne()
  await payInSilence(link)
  expect(await statusOf(orderId)).toBe('created')
  const answer = await student.orders.paymentStatus({ course_id: course.course_id, user_id: user.user_id })
  expect(answer).toEqual({ status: 'paid', order_id: orderId })
  expect(await enrolments(course.course_id)).toHaveLength(1)
})

test('every webhook lost and the tab closed: the reconciler grants within 5 minutes', async () => {
  const { course, orderId, link } = await buyOne()
  await payInSilence(link)
  await reconcileOrders(one.ctx)
  expect(await statusOf(orderId)).toBe('created')
  one.clock.advance(3 * 60_000)
  await reconcileOrders(one.ctx)
  expect(await statusOf(orderId)).toBe('paid')
  expect(await enrolments(course.course_id)).toHaveLength(1)
})

test('made-up parameters on the status call prove nothing', async () => {
  const { course, link } = await buyOne()
  const token = await one.userToken(user)
  const query = new URLSearchParams({
    course_id: course.course_id,
    user_id: user.user_id,
    razorpay_payment_id: 'pay_forged',
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'f'.repeat(64),
  })
  const answer = await one.request(`/api/user/payment_status?${query}`, {
    headers: { authorization: `bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ status: 'created' })
})

test('the link of another order cannot pay this one', async () => {
  const cheap = await buyOne()
  const dear = await buyOne()
  const paid = paidEvent(await payInSilence(cheap.link), { reference_id: dear.orderId })
  expect((await send(one, paid)).status).toBe(200)
  expect(await statusOf(dear.orderId)).toBe('created')
  expect(await enrolments(dear.course.course_id)).toHaveLength(0)
})

test('a failed payment leaves the order open; a later capture pays it', async () => {
  const { orderId, link } = await buyOne()
  await one.gateway(`control/links/${link.id}/fail`, {})
  await one.gateway('control/deliver', {})
  expect(await statusOf(orderId)).toBe('created')
  await one.gateway(`control/links/${link.id}/pay`, {})
  await one.gateway('control/deliver', {})
  expect(await statusOf(orderId)).toBe('paid')
})

test('a course deleted while its link was open is granted all the same; a deleted buyer is looked at', async () => {
  const bought = await buyOne()
  await one.db('courses').where({ course_id: bought.course.course_id }).update({ deleted_at: new Date() })
  await one.gateway(`control/links/${bought.link.id}/pay`, {})
  await one.gateway('control/deliver', {})
  expect(await statusOf(bought.orderId)).toBe('paid')
  expect(await enrolments(bought.course.course_id)).toHaveLength(1)

  const gone = await buyOne()
  const admin = one.api(await one.adminToken())
  await admin.users.delete({ params: { id: user.user_id } })
  await one.gateway(`control/links/${gone.link.id}/pay`, {})
  await one.gateway('control/deliver', {})
  expect(await statusOf(gone.orderId)).toBe('review')
  expect(await enrolments(gone.course.course_id)).toHaveLength(0)
})

describe('refunds made at the gateway', () => {
  test('a full one takes access and open gift codes, once; a partial one keeps them', async () => {
    const full = await buyOne(2)
    const paid = await payInSilence(full.link)
    await one.gateway('control/reset-faults', {})
    await send(one, paidEvent(paid))
    const payment = paid.payments[0]?.payment_id
    await one.gateway(`control/payments/${payment}/refund`, { amount: 100 })
    await one.gateway('control/deliver', {})
    expect(await statusOf(full.orderId)).toBe('partially_refunded')
    expect(await enrolments(full.course.course_id)).toHaveLength(1)
    await one.gateway(`control/payments/${payment}/refund`, {})
    await one.gateway('control/deliver', {})
    expect(await statusOf(full.orderId)).toBe('refunded')
    expect(await enrolments(full.course.course_id)).toHaveLength(0)
    expect(await one.db('gift_codes').where({ order_id: full.orderId }).whereNull('revoked_at')).toHaveLength(0)
    await expect(student.learning.getContent({ courseId: full.course.course_id })).rejects.toMatchObject({
      status: 403,
    })
  })
})

test('the story, the lists and the recheck tell the same', async () => {
  const { course, orderId, link } = await buyOne()
  await payInSilence(link)
  const admin = one.api(await one.adminToken())
  expect(await admin.orders.recheck({ params: { order_id: orderId } })).toEqual({ status: 'paid' })
  const story = await admin.orders.adminGet({ order_id: orderId })
  expect(story).toMatchObject({
    status: 'paid',
    buyer: { user_id: user.user_id },
    gateway: { payment_link_id: link.id },
  })
  expect(story.events.map((event) => event.kind)).toEqual(['created', 'paid'])
  const found = await admin.orders.adminList({ q: orderId, status: 'paid', limit: '10' } as never)
  expect(found).toMatchObject({ total: 1, orders: [{ order_id: orderId, total: 499 }] })
  const [mine] = await student.orders.mine()
  expect(mine).toMatchObject({
    order_id: orderId,
    status: 'paid',
    courses: [{ course_id: course.course_id, quantity: 1 }],
  })
  expect(mine).not.toHaveProperty('payment_link')
})
