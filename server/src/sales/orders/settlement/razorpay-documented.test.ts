import { describe, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { documentedRefund } from '../../../../test/documented-gateway.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { lookBack } from '../../../serve/jobs/look-back.jobs.ts'

const shop = await paidShop()
const { gateway, one, hear } = shop

async function bought(person: { phone?: string } = {}) {
  const order = await shop.bought(person)
  const query = { course_id: order.course.course_id, user_id: order.user.user_id }
  return {
    ...order,
    /** Reads the status page, which asks the gateway now. */
    status: async () => {
      one.clock.advance(10_000)
      return (await order.student.orders.paymentStatus(query)).status
    },
  }
}

test('a purchase from link to webhook in the words of the documentation', async () => {
  const { answer, link, row } = await bought()
  expect(answer.payment_link).toBe(link.short_url)
  const payment = gateway.pay(link)
  const order = {
    id: link.order_id,
    entity: 'order',
    amount_due: 0,
    notes: [],
    receipt: link.reference_id,
    status: 'paid',
  }
  await hear('payment_link.paid', { order, payment, payment_link: link })
  expect(await row()).toMatchObject({ status: 'paid', payment_id: payment.id, gateway_order_id: link.order_id })
})

test.each([
  ['what the buyer bore', { fee: 1180, tax: 180, fee_bearer: 'customer' }, 1180, 'paid'],
  ['less than the rest', { fee: 1180, tax: 180, fee_bearer: 'customer' }, 1179, 'review'],
  ['what the shop bears', { fee: 1180, tax: 180, fee_bearer: 'platform' }, 1180, 'review'],
  ['no fee that is said', { fee_bearer: 'customer' }, 1180, 'review'],
])('more than the order was captured, and its fee is %s', async (_name, change, more, status) => {
  const { link, row } = await bought()
  const payment = gateway.pay(link)
  Object.assign(payment, { ...change, amount: Number(link.amount) + more })
  await hear('payment_link.paid', { payment, payment_link: link })
  expect(await row()).toMatchObject({ status })
})

test.each([
  ['9876543210', '+919876543210'],
  ['919876543211', '+919876543211'],
  ['09876543212', '+919876543212'],
  ['447700900123', '+447700900123'],
])('the gateway gets the phone %s as %s', async (phone, contact) => {
  const { link } = await bought({ phone })
  expect(link.customer).toMatchObject({ contact })
})

describe('a paid link is recognised without any webhook', () => {
  const single = (link: Record<string, unknown>) => (link.payments as unknown[] | null)?.[0] ?? null
  test.each<[string, (link: Record<string, unknown>) => Record<string, unknown>]>([
    ['payments as listed', (link) => link],
    ['payments null', (link) => ({ ...link, payments: null })],
    ['payments empty', (link) => ({ ...link, payments: [] })],
    ['payments absent', ({ payments: _, ...link }) => link],
    ['no amount_paid', ({ amount_paid: _, ...link }) => link],
    ['payments one object, as in the types of the SDK', (link) => ({ ...link, payments: single(link) })],
    [
      'amounts and times as text, as in the types of the SDK',
      (link) => ({
        ...link,
        amount: String(link.amount),
        created_at: String(link.created_at),
        payments: link.payments && [
          { ...(single(link) as object), amount: String(link.amount), created_at: '1602522351' },
        ],
      }),
    ],
    ['no currency, as in a sample of the documentation', (link) => ({ ...link, currency: '' })],
    ['notes and reminders as lists', (link) => ({ ...link, notes: [], reminders: [], customer: [] })],
    ['times null', (link) => ({ ...link, expired_at: null, cancelled_at: null, expire_by: null })],
    ['a payment without its amount', (link) => ({ ...link, payments: [{ payment_id: 'pay_1', status: 'captured' }] })],
  ])('%s', async (_name, shape) => {
    const purchase = await bought()
    gateway.shape = shape
    expect(await purchase.status()).toBe('created')
    const payment = gateway.pay(purchase.link)
    expect(await purchase.status()).toBe('paid')
    expect(await purchase.row()).toMatchObject({ payment_id: payment.id, captured_paise: purchase.link.amount })
  })
})

describe('when the payment link names no payment,', () => {
  test('a payment authorised late and captured after the link ran out pays the order', async () => {
    const { link, status, row } = await bought()
    const payment = gateway.attempt(link, { status: 'authorized', captured: false })
    Object.assign(link, { status: 'expired', expired_at: 1 })
    expect(await status()).toBe('expired')
    Object.assign(payment, { status: 'captured', captured: true })
    await hear('payment.captured', { payment })
    await one.answerWaiting()
    expect(await row()).toMatchObject({ status: 'paid', payment_id: payment.id })
  })

  test('a payment that was never captured and was refunded by the gateway does not pay the order', async () => {
    const { link, status, row } = await bought()
    gateway.attempt(link, { status: 'refunded', captured: false, amount_refunded: link.amount })
    Object.assign(link, { status: 'expired', expired_at: 1 })
    expect(await status()).toBe('expired')
    expect(await row()).toMatchObject({ payment_id: null })
  })

  test.each([
    ['payment.captured', 'its description', { captured: true }],
    ['order.paid', 'the receipt of its order', { description: null }],
  ])('an event %s without a link finds its order by %s', async (event, _by, change) => {
    const { link, row } = await bought()
    const payment = Object.assign(gateway.pay(link), change)
    const order = { id: link.order_id, entity: 'order', receipt: link.reference_id, status: 'paid', notes: [] }
    await hear(event, event === 'order.paid' ? { payment, order } : { payment })
    await one.answerWaiting()
    expect(await row()).toMatchObject({ status: 'paid', payment_id: payment.id })
  })
})

describe('when the gateway refuses a detail of the buyer,', () => {
  test.each([
    'Contact number contains invalid country code',
    'The email must be a valid email address.',
    'The customer.name may not be greater than 50 characters.',
    'A sentence that names nobody',
  ])('%s: the link is made without the buyer', async (words) => {
    gateway.refuse = ({ method, path, body }) =>
      method === 'POST' && path === '/v1/payment_links' && body.customer ? words : undefined
    const { link, answer } = await bought()
    expect(answer.payment_link).toBe(link.short_url)
    const created = gateway.asked.filter(({ method }) => method === 'POST')
    expect(created.map(({ body }) => 'customer' in body)).toEqual([true, false])
  })

  test('a link that is refused without the buyer as well is requested no more', async () => {
    gateway.refuse = () => 'Amount exceeds maximum amount allowed.'
    await expect(bought()).rejects.toMatchObject({ status: 502 })
    expect(gateway.asked.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })
})

test('an order that waited for its link gets one that lasts as long as the gateway wants', async () => {
  const user = await buildUser(one.db)
  const course = await buildCourse(one.db)
  const student = one.api(await one.userToken(user))
  const input = { query: { user_id: user.user_id }, body: [course.course_id] }
  gateway.refuse = () => 'Something went wrong'
  await expect(student.orders.buy(input)).rejects.toMatchObject({ status: 502 })
  gateway.refuse = () => undefined
  await one
    .db('orders')
    .update({ expires_at: new Date(one.ctx.now().getTime() + 10 * 60_000) })
    .where({ user_id: user.id })
  const { order_id } = await student.orders.buy(input)
  const link = gateway.links.find((entry) => entry.reference_id === order_id)
  expect(Number(link?.expire_by) * 1000 - one.ctx.now().getTime()).toBeGreaterThan(15 * 60_000)
})

test.each([
  ['another amount', { amount: 20_000 }],
  ['another currency', { currency: 'USD' }],
])('%s came first, and what was agreed on later: that one pays, and the first goes back', async (_name, change) => {
  const { link, order_id: orderId, row } = await bought()
  const first = gateway.attempt(link, change)
  await hear('payment.captured', { payment: first })
  Object.assign(link, { payments: [{ payment_id: first.id, amount: first.amount, status: 'captured' }] })
  await hear('payment.captured', { payment: first })
  expect(await row()).toMatchObject({ status: 'review', payment_id: first.id })
  const second = gateway.pay(link)
  await hear('payment_link.paid', { payment_link: link, payment: second })
  expect(await row()).toMatchObject({ status: 'paid', payment_id: second.id })
  expect(await one.db('enrolments').where({ order_id: orderId })).toHaveLength(1)
  const back = await one.db('refunds').where({ order_id: orderId })
  expect(back).toMatchObject(first.currency === 'INR' ? [{ payment_id: first.id, amount_paise: 20_000 }] : [])
})

test('a link paid while it has to make room is settled, and its buyer learns that the course is granted', async () => {
  const { link, row, again } = await bought()
  one.clock.advance((24 * 60 - 3) * 60_000)
  gateway.refuse = ({ path }) => {
    if (!path.endsWith('/cancel')) return undefined
    gateway.pay(link)
    return 'Payment link cannot be cancelled as it is already paid'
  }
  await expect(again()).rejects.toMatchObject({ status: 409, code: 'already_purchased' })
  expect(await row()).toMatchObject({ status: 'paid' })
})

describe('at refunds,', () => {
  async function paid() {
    const purchase = await bought()
    const payment = gateway.pay(purchase.link)
    expect(await purchase.status()).toBe('paid')
    return { ...purchase, paymentId: String(payment.id) }
  }

  test.each(['created', 'pending', 'processed'])('a refund by an admin takes one that is %s', async (status) => {
    const { refund, row, paymentId } = await paid()
    gateway.refundStatus = status
    await refund()
    const made = gateway.refunds.find((entry) => entry.payment_id === paymentId)
    Object.assign(made ?? {}, { status: 'processed', notes: [] })
    await hear('refund.processed', { refund: { ...made } })
    expect(await row()).toMatchObject({ status: 'refunded' })
  })

  test('one made in the dashboard is found behind thousands of others that nobody can read', async () => {
    const { row, paymentId, link } = await paid()
    const odd = { id: 'rfnd_odd', entity: 'refund', amount: null, payment_id: null, status: 'processed' }
    gateway.refunds.unshift(...Array.from({ length: 2_050 }, () => odd))
    gateway.refunds.push(documentedRefund(paymentId, { amount: link.amount, notes: null, status: 'processed' }))
    await lookBack(one.ctx)
    await one.answerWaiting()
    expect(await row()).toMatchObject({ status: 'refunded' })
  })
})

test('keys are good whatever the account’s last payment looks like', async () => {
  gateway.payments.push({
    id: 'pay_x',
    entity: 'payment',
    amount: 100,
    currency: 'USD',
    status: 'pending',
    captured: null,
  })
  const keys = { keyId: 'rzp_live_another', keySecret: 'another secret', baseUrl: gateway.url }
  expect(await one.ctx.payments.testKeys(keys)).toEqual({ verified: true, checked: true })
})
