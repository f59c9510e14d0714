import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'
import { findOrder, updateOrder } from '../orders.queries.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'

let server: TestServer
let owner: ApiClient
let support: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken('owner'))
  support = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

let references = 0
const booking = async (input: object = {}) => {
  const user = await buildUser(server.db)
  const { course_id } = await buildCourse(server.db, { price: 499 })
  references += 1
  const body = {
    user_id: user.user_id,
    course_ids: [course_id],
    amount: 499,
    method: 'upi' as const,
    reference: `UTR-${references}`,
    received_on: '2026-01-02',
    confirm_day: true,
    ...input,
  }
  return { user, course_id, body }
}

test('an offline payment is a paid order with access, a receipt and its mail, and never calls the gateway', async () => {
  const { user, course_id, body } = await booking()
  const { order_id } = await support.orders.bookOutside({ body })
  const order = await owner.orders.adminGet({ order_id })
  expect(order).toMatchObject({
    status: 'paid',
    total: 499,
    outside: { method: 'upi', reference: body.reference, received_on: '2026-01-02' },
    refundable: 499,
    gateway: { payment_link_id: null, captured: 499 },
  })
  const { courses } = await owner.students.get({ id: user.user_id })
  expect(courses.map((row) => [row.course_id, row.source])).toEqual([[course_id, { kind: 'order', order_id }]])
  const [receipt] = await issueDocuments(server.ctx, order_id)
  expect(receipt?.facts).toMatchObject({ payment_method: 'upi', total_paise: 49_900 })
  expect(
    await server.db('pgboss.job').where({ name: 'receipt-mail' }).whereRaw(`data->>'order_id' = ?`, [order_id]),
  ).toHaveLength(1)
  // A check of it all the same reaches no gateway.
  await updateOrder(server.db, order_id, { poll_after: new Date().toISOString() })
  const stored = await findOrder(server.db, order_id)
  const requested = {
    ...server.ctx,
    payments: new Proxy({}, { get: () => () => Promise.reject(new Error('asked')) }) as never,
  }
  expect(stored && (await reconcileOrder(requested, stored))).toBe('paid')
  expect((await findOrder(server.db, order_id))?.poll_after).toBeNull()
  expect((await owner.orders.recheck({ params: { order_id } })).status).toBe('paid')
})

test('the money counts on the day on which it arrived, and the receipt names that day and the reference', async () => {
  const { body } = await booking()
  const { order_id, warnings } = await support.orders.bookOutside({ body })
  expect(warnings).toHaveLength(1)
  const [receipt] = await issueDocuments(server.ctx, order_id)
  expect(receipt?.facts).toMatchObject({ paid_at: '2026-01-01T18:30:00.000Z', payment_reference: body.reference })
  expect(indianDay(new Date(receipt?.issued_at ?? 0))).toBe(indianDay(server.ctx.now()))
  const { totals } = await owner.overview.get({ from: '2026-01-02', to: '2026-01-02' })
  expect(totals.orders).toBeGreaterThan(0)
  const today = indianDay(server.ctx.now())
  const { body: now } = await booking({ received_on: today })
  expect(await support.orders.bookOutside({ body: now })).toMatchObject({ warnings: [] })
})

test('money of another month or year is recorded only once its day is confirmed', async () => {
  const { user, body } = await booking({ confirm_day: false })
  await expect(support.orders.bookOutside({ body })).rejects.toMatchObject({
    status: 409,
    code: 'confirm_day',
    data: { warnings: [expect.stringContaining('another financial year')] },
  })
  expect(await server.db('orders').where({ user_id: user.id })).toEqual([])
  expect(await server.db('outside_payments').where({ reference: body.reference })).toEqual([])
  expect(await support.orders.bookOutside({ body: { ...body, confirm_day: true } })).toMatchObject({
    warnings: [expect.stringContaining('another financial year')],
  })
})

test('below the price the rest is a discount, above it nothing is booked', async () => {
  const { body } = await booking({ amount: 300.5 })
  const { order_id } = await support.orders.bookOutside({ body })
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ subtotal: 499, discount: 198.5, total: 300.5 })
  const more = await booking({ amount: 499.01 })
  await expect(support.orders.bookOutside({ body: more.body })).rejects.toMatchObject({
    status: 422,
    message: 'These courses cost ₹499.00: enter at most that',
  })
})

test("an offline payment is recorded once: by its key, by a transfer's reference, and never for an owned course", async () => {
  const { body, user } = await booking()
  const headers = { 'idempotency-key': 'one' }
  const first = await support.orders.bookOutside({ headers, body })
  expect(await support.orders.bookOutside({ headers, body })).toEqual(first)
  const again = { ...(await booking()).body, reference: body.reference }
  await expect(support.orders.bookOutside({ body: again })).rejects.toMatchObject({
    code: 'conflict',
    message: `A payment with this reference is already recorded: order ${first.order_id}`,
  })
  const two = [await booking(), await booking()].map((one) => ({ ...one.body, reference: 'UTR-twice' }))
  const at = await Promise.allSettled(two.map((body) => support.orders.bookOutside({ body })))
  expect(at.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['conflict'])
  const owned = { ...body, reference: 'UTR-other' }
  await expect(support.orders.bookOutside({ body: owned })).rejects.toMatchObject({ code: 'already_purchased' })
  expect((await owner.students.orders({ id: user.user_id })).total).toBe(1)
  const tomorrow = { ...(await booking()).body, received_on: '2999-01-01' }
  await expect(support.orders.bookOutside({ body: tomorrow })).rejects.toMatchObject({ status: 422 })
})

test('the refund of an offline payment is booked, never sent', async () => {
  const { body, user } = await booking()
  const { order_id } = await support.orders.bookOutside({ body })
  const params = { order_id }
  await expect(owner.orders.refund({ params, body: { reason: null } })).rejects.toMatchObject({
    code: 'not_refundable',
  })
  const bank = { reference: 'BACK-1', sent_on: indianDay(new Date()) }
  expect(await owner.orders.refund({ params, body: { reason: null, bank } })).toMatchObject({
    status: 'processed',
    amount: 499,
  })
  expect((await owner.students.get({ id: user.user_id })).courses).toEqual([])
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ status: 'refunded' })
})

test('an offline payment may be refunded before it was recorded, on the same day or later', async () => {
  const { body } = await booking({ received_on: '2026-01-02' })
  const { order_id } = await support.orders.bookOutside({ body })
  const back = (sent_on: string) =>
    owner.orders.refund({ params: { order_id }, body: { bank: { reference: 'BACK-2', sent_on } } })
  await expect(back('2026-01-01')).rejects.toMatchObject({ data: { errors: [{ path: 'bank.sent_on' }] } })
  expect(await back('2026-01-02')).toMatchObject({ status: 'processed', amount: 499 })
})

test('the list has those that were paid outside, or by the gateway', async () => {
  const { body } = await booking()
  const { order_id } = await support.orders.bookOutside({ body })
  const ids = async (paid_by: 'outside' | 'gateway') =>
    (await owner.orders.adminList({ paid_by })).orders.map((order) => order.order_id)
  expect(await ids('outside')).toContain(order_id)
  expect(await ids('gateway')).not.toContain(order_id)
})

test('with GST on top, the sum received holds the tax, and the invoice needs a state', async () => {
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(new Date()), prices: 'exclusive' }))
  const { body } = await booking({ amount: 500 })
  await expect(support.orders.bookOutside({ body })).rejects.toMatchObject({
    status: 422,
    message: 'Please choose your state',
  })
  const { order_id } = await support.orders.bookOutside({ body: { ...body, billing_state: '29' } })
  const order = await owner.orders.adminGet({ order_id })
  expect(order.total).toBe(500)
  expect(order.tax).toBeGreaterThan(0)
  expect(Math.round((order.subtotal - order.discount + order.tax) * 100)).toBe(50_000)
})
