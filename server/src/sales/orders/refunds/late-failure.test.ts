import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  paidEvent,
  payInSilence,
  payOtherwise,
  type Shopper,
} from '../../../../test/shopper.ts'
import { createJobs } from '../../../serve/jobs/index.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { applyRefund } from './refunds.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let friend: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())
beforeEach(async () => {
  shopper = await buildShopper(one)
  friend = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

/** Three seats at ₹499, one of them redeemed by a friend, with every event of the gateway lost. */
async function paidOrder() {
  const bought = await shopper.buyOne(3)
  const link = await payInSilence(one, bought.link)
  await deliverEvent(one, paidEvent(link))
  const codes = await one.db('gift_codes').where({ order_id: bought.orderId }).orderBy('seat')
  await friend.student.gifts.redeem({ code: codes[0].code })
  return { ...bought, id: bought.course.course_id, codes }
}

type Body = NonNullable<Parameters<ApiClient['orders']['refund']>[0]['body']>
const refund = (orderId: string, body: Body) => owner.orders.refund({ params: { order_id: orderId }, body })

/** Lets the gateway report a processed refund as failed. */
async function fail(orderId: string, refundId: string) {
  const row = await one.db('refunds').where({ refund_id: refundId }).first()
  const about = { paymentId: row.payment_id, amountPaise: row.amount_paise, ownId: refundId, orderId, notes: {} }
  await applyRefund(one.ctx, orderId, { id: row.gateway_refund_id, status: 'failed', ...about })
}
const jobs = (name: string, refundId: string) =>
  one.db('pgboss.job').where({ name }).whereJsonPath('data', '$.refund_id', '=', refundId)
const living = (orderId: string) =>
  one.db('gift_codes').where({ order_id: orderId, revoked_at: null }).orderBy('seat').pluck('code')
const notes = async (orderId: string): Promise<number[]> =>
  (await one.db('documents').where({ order_id: orderId }).whereNotNull('refund_id').orderBy('issued_at')).map(
    ({ facts }) => facts.total_paise,
  )

test('a full refund that fails late: the order is paid again with all access, and the buyer is notified once', async () => {
  const { orderId, id, codes } = await paidOrder()
  const { refund_id } = await refund(orderId, { redeemed: 'take' })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  await fail(orderId, refund_id)
  await fail(orderId, refund_id)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  for (const who of [shopper, friend]) expect(await who.enrolments(id)).toHaveLength(1)
  expect(await living(orderId)).toEqual(codes.map(({ code }) => code))
  expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
    status: 'paid',
    refundable: 1497,
    attention: { reason: 'refund_failed' },
  })
  const notified = await jobs('refund-failed-mail', refund_id)
  expect(notified).toHaveLength(1)
  await createJobs(one.ctx)
    .find(({ name }) => name === 'refund-failed-mail')
    ?.run(notified[0].data, notified[0].id)
  const [mail] = await mailsTo(one.dataDir, shopper.user.email)
  expect(mail).toMatch(/^Subject: .*did_not_go_through|did not go through/m)
})

test('an order in review whose refund fails is in review again: its money granted nothing', async () => {
  const { course, orderId, link } = await shopper.buyOne()
  await deliverEvent(one, paidEvent(await payOtherwise(one, link, { amount_paise: 20_000 })))
  const { refund_id } = await refund(orderId, {})
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  await fail(orderId, refund_id)
  expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
    status: 'review',
    grantable: true,
    refundable: 200,
    attention: { reason: 'review' },
  })
  await owner.orders.grant({ params: { order_id: orderId }, body: { reason: 'The rest came in cash' } })
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
})

test('a debit note reverses the note of a refund that fails late, and each later refund has a note of its own', async () => {
  const { orderId } = await paidOrder()
  const { refund_id } = await refund(orderId, { amount: 500 })
  expect(await notes(orderId)).toEqual([50_000])
  const issuing = () =>
    one.db('pgboss.job').where({ name: 'issue-documents' }).whereJsonPath('data', '$.order_id', '=', orderId)
  await issuing().delete()
  await fail(orderId, refund_id)
  expect(await issuing()).toHaveLength(1)
  await issueDocuments(one.ctx, orderId)
  await refund(orderId, { amount: 300 })
  await refund(orderId, { amount: 350 })
  expect(await notes(orderId)).toEqual([50_000, 30_000, 35_000])
  const shown = async (of: Pick<ApiClient, 'orders'>) => (await of.orders.adminGet({ order_id: orderId })).documents
  const kinds = ['receipt', 'refund_receipt', 'debit_note', 'refund_receipt', 'refund_receipt']
  expect((await shown(owner)).map(({ kind }) => kind)).toEqual(kinds)
  const mine = (await shopper.student.orders.mine({})).find(({ order_id }) => order_id === orderId)
  expect(mine?.documents?.map(({ kind }) => kind)).toEqual(kinds)
  expect(await issueDocuments(one.ctx, orderId)).toEqual([])
  // The sandbox still counts the late failure as refunded.
  const sent_on = new Date(one.ctx.now().getTime() + 330 * 60_000).toISOString().slice(0, 10)
  await refund(orderId, { redeemed: 'take', bank: { reference: 'UTR 1', sent_on } })
  expect((await notes(orderId)).reduce((sum, paise) => sum + paise, 0)).toBe(149_700 + 50_000)
})

test('a seat whose refund fails is there again; one that was replaced meanwhile, or is back in truth, is not', async () => {
  const { orderId, id, codes } = await paidOrder()
  const { code } = await owner.orders.renewGift({ params: { order_id: orderId, code: codes[1].code } })
  const { refund_id } = await refund(orderId, { seats: [{ course_id: id, seat: 2 }] })
  await refund(orderId, { seats: [{ course_id: id, seat: 0 }] })
  expect(await living(orderId)).toEqual([codes[0].code])
  await fail(orderId, refund_id)
  expect(await living(orderId)).toEqual([codes[0].code, code])
  expect(await shopper.enrolments(id)).toHaveLength(0)
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
})

test('nobody has a course twice who bought it anew; when that goes back, the first purchase gives the course again', async () => {
  const { orderId, id } = await paidOrder()
  const { refund_id } = await refund(orderId, { seats: [{ course_id: id, seat: 0 }] })
  const again = await shopper.buy([id])
  await deliverEvent(one, paidEvent(await payInSilence(one, again.link)))
  await fail(orderId, refund_id)
  expect(await heads(id)).toMatchObject([{ order_id: again.orderId }])
  await refund(again.orderId, {})
  expect(await heads(id)).toMatchObject([{ order_id: orderId }])
})

test('a friend who redeemed a seat of somebody whose account is gone has it again', async () => {
  const { orderId, id } = await paidOrder()
  const { refund_id } = await refund(orderId, { redeemed: 'take' })
  await owner.users.delete({ params: { id: shopper.user.user_id } })
  await fail(orderId, refund_id)
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await friend.enrolments(id)).toHaveLength(1)
})

test('access that an admin removed stays removed, whichever refunds fail', async () => {
  const { orderId, id } = await paidOrder()
  const { refund_id } = await refund(orderId, { amount: 100 })
  const person = { email: shopper.user.email, phone: null, name: null }
  await owner.enrolments.take({ course_ids: [id], people: [person], paid: true })
  await fail(orderId, refund_id)
  await refund(orderId, { amount: 50 })
  expect(await shopper.enrolments(id)).toHaveLength(0)
  expect(await friend.enrolments(id)).toHaveLength(1)
})

/** Finds the current access to a course: one row at most. */
const heads = async (id: string) => (await shopper.enrolments(id)).filter(({ continued }) => !continued)
