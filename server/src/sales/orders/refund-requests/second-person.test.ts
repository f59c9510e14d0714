import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, findRefundsAt, paidEvent, payInSilence } from '../../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient
let finance: ApiClient
let other: ApiClient

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
  await expect(owner.orders.setRefundLimit({ limit: 900 })).rejects.toMatchObject({
    status: 422,
    message: 'You are the only one who may refund. Add another owner or a finance admin first.',
  })
  finance = one.api(await one.adminToken('finance'))
  other = one.api(await one.adminToken('finance'))
})
afterAll(() => one.stop())
beforeEach(() => owner.orders.setRefundLimit({ limit: 900 }))

/** Two seats of ₹499. */
async function paid() {
  const shopper = await buildShopper(one)
  const { orderId, link, course } = await shopper.buyOne(2)
  const paidLink = await payInSilence(one, link)
  await deliverEvent(one, paidEvent(paidLink))
  await one.gateway('control/reset-faults', {})
  const total = (await owner.orders.adminGet({ order_id: orderId })).total
  const { payment_id } = await one.db('orders').where({ order_id: orderId }).first()
  return { shopper, orderId, course, total, sent: () => findRefundsAt(one, payment_id) }
}
const details = (orderId: string) => owner.orders.adminGet({ order_id: orderId })
const refund = (orderId: string, body: object = {}, { by = finance, key }: { by?: ApiClient; key?: string } = {}) =>
  by.orders.refund({
    params: { order_id: orderId },
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const waiting = async (orderId: string) => {
  const { refund_request } = await details(orderId)
  if (!refund_request) throw new Error('nothing waits')
  return refund_request
}
const approve = (request_id: string, by = other) => by.orders.approveRefund({ params: { request_id } })
const decline = (request_id: string, answer: string | null, by = other) =>
  by.orders.declineRefund({ params: { request_id }, body: { answer } })

test('a waiting refund promises its buyer nothing: their own request waits until it is approved', async () => {
  const { shopper, orderId } = await paid()
  await shopper.student.orders.askGuarantee({ params: { order_id: orderId }, body: { reason: 'Too basic' } })
  await refund(orderId)
  const [mine] = await shopper.student.orders.mine({})
  expect(mine).toMatchObject({ status: 'paid', guarantee: { request: { status: 'open' } } })
  expect(mine).not.toHaveProperty('refunds')
  const refuse = { params: { order_id: orderId }, body: { answer: 'No.' } }
  await expect(owner.orders.declineGuarantee(refuse)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const mails = () => one.db('pgboss.job').where({ name: 'refund-mail' }).select('data')
  const before = (await mails()).length
  await approve((await waiting(orderId)).request_id)
  const [after] = await shopper.student.orders.mine({})
  expect(after).toMatchObject({ refunds: [{ amount: 998 }], guarantee: { request: { status: 'approved' } } })
  expect(await mails()).toHaveLength(before + 1)
})

test('a refund above the limit needs attention, and two tabs of a second person refund once', async () => {
  const { orderId, total, sent } = await paid()
  const requested = { refund_id: expect.stringMatching(/^rq_/), status: 'second_person', amount: total }
  expect(await refund(orderId, { reason: 'Wrong course' }, { key: 'a' })).toEqual(requested)
  expect(await refund(orderId, { reason: 'Wrong course' }, { key: 'a' })).toEqual(requested)
  const bank = { reference: 'UTR 1', sent_on: indianDay(one.ctx.now()) }
  for (const body of [{}, { reason: 'Wrong course', bank }, { reason: 'Wrong course', redeemed: 'take' }])
    await expect(refund(orderId, body, { key: 'a' })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await expect(refund(orderId, { amount: 10 }, { by: owner })).rejects.toMatchObject({ code: 'conflict' })
  expect(await sent()).toEqual([])
  const request = await waiting(orderId)
  expect(request).toMatchObject({ amount: total, reason: 'Wrong course', about: null, by_bank: false, others: 2 })
  expect(await details(orderId)).toMatchObject({
    status: 'paid',
    attention: { reason: 'second_person', since: request.asked_at },
    refunds: [],
  })
  await expect(approve(request.request_id, finance)).rejects.toMatchObject({ status: 403 })
  const both = await Promise.all([approve(request.request_id), approve(request.request_id, owner)])
  expect(new Set(both.map((answer) => answer.refund_id)).size).toBe(1)
  expect(await sent()).toHaveLength(1)
  expect(await details(orderId)).toMatchObject({ status: 'refunded', attention: null, refund_request: null })
  // The requester gets the outcome with the same key.
  expect(await refund(orderId, { reason: 'Wrong course' }, { key: 'a' })).toMatchObject({
    refund_id: both[0].refund_id,
    status: 'processed',
  })
  await expect(decline(request.request_id, 'Late')).rejects.toMatchObject({ code: 'conflict' })
  const calls = await one.db('activity').where({ target_id: orderId }).orderBy('id').select('call', 'after')
  expect(calls.filter(({ after }) => after)).toMatchObject([
    { call: 'orders.refund', after: { refund: total, second_person: 'asked', reason: 'Wrong course' } },
    { call: 'orders.approveRefund', after: { refund: total } },
  ])
})

test('approval refunds the requested seats; parts below the limit add up to it', async () => {
  const { orderId, course, total, shopper } = await paid()
  await owner.orders.setRefundLimit({ limit: total / 2 })
  await refund(orderId, { amount: 100, reason: 'Kindness' })
  const seats = [{ course_id: course.course_id, seat: 0 }]
  expect(await refund(orderId, { seats })).toMatchObject({ status: 'second_person' })
  const request = await waiting(orderId)
  expect(request.about).toBe(`Course ${course.course_id}`)
  await approve(request.request_id)
  expect(await shopper.enrolments(course.course_id)).toEqual([])
  expect((await details(orderId)).refunds).toHaveLength(2)
})

test('a request that changed meanwhile is refused with the reason, and waits on', async () => {
  const { orderId, total } = await paid()
  const bank = { reference: 'UTR-9', sent_on: indianDay(new Date()) }
  await refund(orderId, { reason: 'Sent by bank', bank })
  const request = await waiting(orderId)
  expect(request.by_bank).toBe(true)
  const { payment_id } = await one.db('orders').where({ order_id: orderId }).first()
  await one
    .db('disputes')
    .insert({ dispute_id: `disp_${orderId}`, order_id: orderId, payment_id, status: 'open', noted_at: new Date() })
  await expect(approve(request.request_id)).rejects.toMatchObject({
    code: 'not_refundable',
    message: expect.stringContaining('disputes this payment'),
  })
  await one.db('disputes').where({ order_id: orderId }).update({ status: 'won' })
  await one
    .db('refunds')
    .insert({ refund_id: `rf_${orderId}`, order_id: orderId, payment_id, amount_paise: 5_000, status: 'processed' })
  await expect(approve(request.request_id)).rejects.toMatchObject({
    code: 'not_refundable',
    message: expect.stringContaining('At most'),
  })
  expect((await waiting(orderId)).amount).toBe(total)
  expect(await one.db('refunds').where({ order_id: orderId })).toHaveLength(1)
})

test('a request is declined with a reason or withdrawn by its requester; a new one can follow', async () => {
  const { orderId, sent } = await paid()
  await refund(orderId, {}, { key: 'b' })
  const first = await waiting(orderId)
  await expect(decline(first.request_id, null)).rejects.toMatchObject({ status: 422 })
  const support = one.api(await one.adminToken('support'))
  await expect(decline(first.request_id, 'No', support)).rejects.toMatchObject({ status: 403 })
  await decline(first.request_id, 'All of it was watched')
  await expect(approve(first.request_id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(refund(orderId, {}, { key: 'b' })).rejects.toMatchObject({ code: 'conflict' })
  expect((await details(orderId)).events.map(({ kind }) => kind)).toContain('second_person_declined')
  await refund(orderId, {}, { key: 'c' })
  await decline((await waiting(orderId)).request_id, null, finance)
  expect(await details(orderId)).toMatchObject({ refund_request: null, attention: null, status: 'paid' })
  expect(await sent()).toEqual([])
})

test('only the owner changes the limit; each change is logged, and without one nobody approves', async () => {
  await expect(finance.orders.setRefundLimit({ limit: null })).rejects.toMatchObject({ status: 403 })
  expect(await finance.orders.refundLimit()).toMatchObject({ limit: 900, approvers: 3 })
  await owner.orders.setRefundLimit({ limit: null })
  expect(await one.db('activity').where({ call: 'orders.setRefundLimit' }).orderBy('id', 'desc').first()).toMatchObject(
    {
      kind: 'settings',
      before: { refund_limit: 900 },
      after: { refund_limit: null },
    },
  )
  const { orderId } = await paid()
  expect(await refund(orderId)).toMatchObject({ status: 'processed' })
})
