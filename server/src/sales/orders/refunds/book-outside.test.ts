import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findRefundsAt, payWithEvent, refuseRefunds, type Shopper } from '../../../../test/shopper.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { lockOrder } from '../orders.queries.ts'
import { type Booking, bookOutside } from './book-outside.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

async function paidOrder(seats = 1) {
  const bought = await shopper.buyOne(seats)
  const link = await payWithEvent(one, bought.link)
  return { ...bought, paymentId: link.payments[0]?.payment_id ?? '' }
}

const today = () => indianDay(one.ctx.now())
type Body = NonNullable<Parameters<ApiClient['orders']['refund']>[0]['body']>
const transfer = (orderId: string, body: Body, key?: string) =>
  owner.orders.refund({
    params: { order_id: orderId },
    headers: key ? { 'idempotency-key': key } : {},
    body: { bank: { reference: 'UTR 426', sent_on: today() }, ...body },
  })

const lost: Booking = {
  channel: 'dispute',
  amount_paise: 49_900,
  reference: 'disp_AHfqOvkldwsbqt',
  sent_on: '2026-11-21',
  reason: 'chargeback lost',
}
const book = (orderId: string, booking: Booking = lost) =>
  one.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw new Error('no order')
    return bookOutside(one.ctx, trx, order, booking)
  })

const jobs = (name: string, refundId: string) =>
  one.db('pgboss.job').where({ name }).whereJsonPath('data', '$.refund_id', '=', refundId)
const kinds = async (orderId: string) =>
  (await owner.orders.adminGet({ order_id: orderId })).documents.map(({ kind }) => kind)

test('a bank transfer is recorded as done: access, document and mail as of a refund, without a gateway call', async () => {
  const { course, orderId, paymentId } = await paidOrder(2)
  const made = await transfer(orderId, { amount: 499, reason: 'A kind gesture' })
  expect(made).toMatchObject({ status: 'processed', amount: 499 })
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
  expect(await transfer(orderId, { bank: { reference: 'UTR 427', sent_on: today() } })).toMatchObject({ amount: 499 })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  expect(await findRefundsAt(one, paymentId)).toEqual([])
  expect(await jobs('refund-mail', made.refund_id)).toHaveLength(1)
  expect(await kinds(orderId)).toEqual(['receipt', 'refund_receipt', 'refund_receipt'])
  const { refunds, events, refundable } = await owner.orders.adminGet({ order_id: orderId })
  expect(refundable).toBe(0)
  expect(refunds[0]).toMatchObject({ channel: 'bank', reference: 'UTR 426', sent_on: today(), status: 'processed' })
  expect(events.find(({ kind }) => kind === 'refund_booked')?.detail).toMatch(
    /^₹499\.00, bank transfer UTR 426 by .+: A kind gesture$/,
  )
  await one.gateway('control/deliver', {})
  await expect(transfer(orderId, { bank: { reference: 'UTR 428', sent_on: today() } })).rejects.toMatchObject({
    code: 'not_refundable',
  })
})

test('a rest below a rupee goes back by bank transfer, and Razorpay is not sent one', async () => {
  const { course, orderId, paymentId } = await paidOrder()
  const params = { order_id: orderId }
  await owner.orders.refund({ params, body: { amount: 498.5, reason: 'A kind gesture' } })
  expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({ refundable: 0.5 })
  await expect(owner.orders.refund({ params, body: {} })).rejects.toMatchObject({
    code: 'not_refundable',
    message: expect.stringContaining('Send ₹0.50 by bank transfer'),
  })
  await expect(owner.orders.refund({ params, body: { amount: 0.5 } })).rejects.toMatchObject({ status: 422 })
  expect(await findRefundsAt(one, paymentId)).toMatchObject([{ amount: 49_850 }])
  expect(await transfer(orderId, { amount: 0.5 })).toMatchObject({ status: 'processed', amount: 0.5 })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  expect((await owner.orders.adminGet({ order_id: orderId })).refundable).toBe(0)
})

test('a seat of less than a rupee goes back by bank transfer after the others', async () => {
  const [dear, cheap] = [await buildCourse(one.db, { price: 499 }), await buildCourse(one.db, { price: 1 })]
  const { orderId, link } = await shopper.buy([dear.course_id, cheap.course_id], 50)
  await payWithEvent(one, link)
  const body = { seats: [{ course_id: dear.course_id, seat: 0 }] }
  await owner.orders.refund({ params: { order_id: orderId }, body })
  const seats = [{ course_id: cheap.course_id, seat: 0 }]
  await expect(owner.orders.refund({ params: { order_id: orderId }, body: { seats } })).rejects.toMatchObject({
    code: 'not_refundable',
  })
  expect(await transfer(orderId, { seats })).toMatchObject({ status: 'processed', amount: 0.5 })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
})

test('one key and one reference are one transfer; its day lies between the payment and today', async () => {
  const { orderId, paymentId } = await paidOrder()
  const same = await Promise.all(Array.from({ length: 5 }, () => transfer(orderId, { amount: 100 }, 'k')))
  expect(new Set(same.map(({ refund_id }) => refund_id)).size).toBe(1)
  await expect(transfer(orderId, { amount: 100 })).rejects.toMatchObject({
    data: { errors: [{ path: 'bank.reference' }] },
  })
  const yesterday = indianDay(new Date(one.ctx.now().getTime() - 86_400_000))
  const bank = { reference: 'UTR 426', sent_on: today() }
  for (const body of [
    { amount: 100, bank: { ...bank, reference: 'other' } },
    { amount: 100, bank: { ...bank, sent_on: yesterday } },
    { amount: 100, bank: { ...bank, payment_id: 'pay_another' } },
    { amount: 100, bank: undefined },
  ])
    await expect(transfer(orderId, body, 'k')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  expect(await transfer(orderId, { amount: 100, bank: { ...bank, payment_id: paymentId } }, 'k')).toEqual(same[0])
  for (const sent_on of ['2030-01-01', '2020-01-01'])
    await expect(transfer(orderId, { bank: { reference: 'UTR 9', sent_on } })).rejects.toMatchObject({
      data: { errors: [{ path: 'bank.sent_on' }] },
    })
  await expect(transfer(orderId, { amount: 400 })).rejects.toMatchObject({ code: 'not_refundable' })
  expect(await one.db('refunds').where({ order_id: orderId })).toHaveLength(1)
})

test('a failed refund is made up for by a transfer', async () => {
  const { orderId } = await paidOrder()
  await refuseRefunds(one, () => owner.orders.refund({ params: { order_id: orderId }, body: {} }))
  expect((await owner.orders.adminGet({ order_id: orderId })).attention).toMatchObject({ reason: 'refund_failed' })
  await transfer(orderId, {})
  expect((await owner.orders.adminGet({ order_id: orderId })).attention).toBeNull()
})

test('a lost dispute is recorded once, for the amount not yet refunded, and ends access', async () => {
  const { course, orderId } = await paidOrder()
  await transfer(orderId, { amount: 100 })
  const [row, again] = [await book(orderId), await book(orderId)]
  expect(row).toMatchObject({ amount_paise: 39_900, channel: 'dispute', origin: 'dashboard', admin_id: null })
  expect(again?.refund_id).toBe(row?.refund_id)
  expect(await jobs('refund-mail', row?.refund_id ?? '')).toHaveLength(1)
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  await issueDocuments(one.ctx, orderId)
  expect(await kinds(orderId)).toEqual(['receipt', 'refund_receipt', 'refund_receipt'])
  expect(await book(orderId, { ...lost, reference: 'disp_second' })).toBeUndefined()
})

test('a lost dispute beside a refund on its way: both are booked, and what left beyond the payment has a receipt of its own', async () => {
  const { orderId, paymentId } = await paidOrder()
  await one.gateway('control/faults/refunds', { fault: 'hold' })
  await owner.orders.refund({ params: { order_id: orderId }, body: { amount: 100 } })
  expect(await book(orderId)).toMatchObject({ amount_paise: 49_900 })
  const [held] = await findRefundsAt(one, paymentId)
  await one.gateway(`control/refunds/${held?.id}/process`, {})
  await one.gateway('control/deliver', {})
  await one.answerWaiting()
  await issueDocuments(one.ctx, orderId)
  expect(await issueDocuments(one.ctx, orderId)).toEqual([])
  expect(await kinds(orderId)).toEqual(['receipt', 'refund_receipt', 'refund_receipt'])
})

test('support books no transfer', async () => {
  const { orderId } = await paidOrder()
  const support = one.api(await one.adminToken('support'))
  await expect(
    support.orders.refund({ params: { order_id: orderId }, body: { bank: { reference: 'a', sent_on: today() } } }),
  ).rejects.toMatchObject({ status: 403 })
})
