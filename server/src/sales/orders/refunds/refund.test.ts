import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import {
  buildShopper,
  deliverEvent,
  findLink,
  findRefundsAt,
  type Link,
  paidEvent,
  payInSilence,
  payWithEvent,
  refuseRefunds,
  requestAll,
  type Shopper,
} from '../../../../test/shopper.ts'
import { createJobs } from '../../../serve/jobs/index.ts'
import { lookBack } from '../../../serve/jobs/look-back.jobs.ts'
import { reconcileOrders } from '../../../serve/jobs/reconcile-orders.jobs.ts'
import { lockGiftCode, redeemGiftCode } from '../../gifts/gifts.queries.ts'
import { applyRefund } from './refunds.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper

beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())
beforeEach(async () => {
  // A confirmation is over once the clock was moved.
  owner = one.api(await one.adminToken())
  shopper = await buildShopper(one)
  await one.gateway('control/reset-faults', {})
})

const refundsOf = (paymentId: string) => findRefundsAt(one, paymentId)

/** Buys and pays; every later webhook arrives only when the test has it delivered. */
async function paidOrder(seats = 1) {
  const bought = await shopper.buyOne(seats)
  const link = await payWithEvent(one, bought.link)
  return { ...bought, link, paymentId: paymentOf(link) }
}

const paymentOf = (link: Link) => link.payments[0]?.payment_id ?? ''

type RefundOptions = { amount?: number; reason?: string; key?: string; redeemed?: 'keep' | 'take' }
const refund = (orderId: string, { key, ...body }: RefundOptions = {}) =>
  owner.orders.refund({
    params: { order_id: orderId },
    headers: key ? { 'idempotency-key': key } : {},
    body,
  } as Parameters<ApiClient['orders']['refund']>[0])

const paidDaysAgo = (orderId: string, days: number) =>
  one
    .db('orders')
    .where({ order_id: orderId })
    .update({ paid_at: new Date(Date.now() - days * 86_400_000) })

/** Counts statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await one.db.raw(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

const mails = (name: string, refundId: string) =>
  one.db('pgboss.job').where({ name }).whereJsonPath('data', '$.refund_id', '=', refundId)

test('a full refund takes the course and the open gift codes, and is shown to the buyer', async () => {
  const { course, orderId, paymentId } = await paidOrder(3)
  const made = await refund(orderId)
  expect(made).toMatchObject({ status: 'processed', amount: 1497 })
  // The credit note exists at once, for the admin who made the refund looks for it now.
  const { documents } = await owner.orders.adminGet({ order_id: orderId })
  expect(documents.map(({ kind }) => kind)).toEqual(['receipt', 'refund_receipt'])
  expect(await refundsOf(paymentId)).toMatchObject([{ amount: 149_700, status: 'processed' }])
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  expect(await one.db('gift_codes').where({ order_id: orderId }).whereNull('revoked_at')).toEqual([])
  const [mine] = await shopper.student.orders.mine({})
  expect(mine).toMatchObject({
    status: 'refunded',
    refunds: [{ refund_id: made.refund_id, amount: 1497, status: 'processed' }],
  })
  expect(await mails('refund-mail', made.refund_id)).toHaveLength(1)

  await one.gateway('control/deliver', {})
  expect(await one.db('refunds').where({ order_id: orderId })).toHaveLength(1)
  expect(await mails('refund-mail', made.refund_id)).toHaveLength(1)
  await expect(refund(orderId)).rejects.toMatchObject({ status: 409, code: 'not_refundable' })
})

describe('in an order of three seats at ₹499, of which a friend redeemed one,', () => {
  async function withRedeemed() {
    const order = await paidOrder(3)
    const gifts: { code: string }[] = await one.db('gift_codes').where({ order_id: order.orderId }).orderBy('code')
    const friend = await buildShopper(one)
    const [code, open] = gifts.map((gift) => gift.code)
    await friend.student.gifts.redeem({ code: code ?? '' })
    return { ...order, friend, code, open: open ?? '' }
  }
  const living = (orderId: string) =>
    one.db('gift_codes').where({ order_id: orderId, revoked_at: null }).orderBy('code').pluck('code')
  const taken = { status: 409, code: 'not_refundable', data: { refundable: 1497, refundable_without_redeemed: 998 } }

  test('a full refund needs a decision on the redeemed seat; a partial one does not, and leaves all access', async () => {
    const { course, orderId, friend, code } = await withRedeemed()
    await expect(refund(orderId)).rejects.toMatchObject({
      ...taken,
      message:
        '1 gift code of this order has been redeemed: refund ₹998.00 and let everyone who redeemed a code keep the course, or refund ₹1,497.00 and take the course away from everyone',
    })
    for (const requested of [{ amount: 998.01 }, { amount: 1497 }, { amount: 900, redeemed: 'keep' as const }])
      await expect(refund(orderId, requested)).rejects.toMatchObject(taken)
    expect(await one.db('refunds').where({ order_id: orderId })).toEqual([])
    expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
      refundable: 1497,
      refundable_without_redeemed: 998,
      gift_codes: expect.arrayContaining([
        expect.objectContaining({ code, redeemed_by: expect.objectContaining({ user_id: friend.user.user_id }) }),
      ]),
    })
    await refund(orderId, { amount: 300 })
    expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
    expect(await living(orderId)).toHaveLength(2)
    for (const who of [shopper, friend]) expect(await who.enrolments(course.course_id)).toHaveLength(1)
  })

  test('the choice "keep": the rest is refunded with the buyer’s course and the open code; "take" refunds the last seat as well', async () => {
    const { course, orderId, friend, code } = await withRedeemed()
    expect(await refund(orderId, { redeemed: 'keep', key: 'k' })).toMatchObject({ amount: 998, status: 'processed' })
    expect(await refund(orderId, { redeemed: 'keep', key: 'k' })).toMatchObject({ amount: 998 })
    await expect(refund(orderId, { redeemed: 'take', key: 'k' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({
      status: 'partially_refunded',
      refundable: 499,
      refundable_without_redeemed: 0,
    })
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
    expect(await friend.enrolments(course.course_id)).toHaveLength(1)
    expect(await living(orderId)).toEqual([code])
    await expect(refund(orderId, { redeemed: 'keep' })).rejects.toMatchObject({ code: 'not_refundable' })
    // The buyer may buy it anew.
    const again = await shopper.student.orders.buy({
      query: { user_id: shopper.user.user_id },
      body: [course.course_id],
    })
    expect(again.amount).toBe(499)

    expect(await refund(orderId, { redeemed: 'take' })).toMatchObject({ amount: 499, status: 'processed' })
    expect(await friend.enrolments(course.course_id)).toHaveLength(0)
    expect(await living(orderId)).toEqual([])
    const { events } = await owner.orders.adminGet({ order_id: orderId })
    expect(events.filter(({ kind }) => kind === 'access_taken').map(({ detail }) => detail)).toEqual([
      '1 course, 1 gift code',
      '1 course, 1 gift code',
    ])
  })

  test('redeemed seats that stay are refunded further without a choice: a sum leaves the seat, the rest takes it', async () => {
    const { course, orderId, friend } = await withRedeemed()
    await refund(orderId, { redeemed: 'keep' })
    await refund(orderId, { amount: 100 })
    expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
    expect(await friend.enrolments(course.course_id)).toHaveLength(1)
    await refund(orderId)
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await friend.enrolments(course.course_id)).toHaveLength(0)
  })

  test('the choice "take": all is refunded, and nobody has the course any more', async () => {
    const { course, orderId, friend } = await withRedeemed()
    expect(await refund(orderId, { amount: 1497, redeemed: 'take' })).toMatchObject({ amount: 1497 })
    for (const who of [shopper, friend]) expect(await who.enrolments(course.course_id)).toHaveLength(0)
    expect(await living(orderId)).toEqual([])

    // A redeemer who loses the seat gets an email; the buyer hears of the refund.
    const notified = await one.db('enrolments').where({ course_id: course.course_id }).whereNotNull('gift_code')
    const jobs = await one.db('pgboss.job').where({ name: 'seat-taken-mail' })
    const ours = jobs.filter(({ data }) => notified.some(({ id }) => String(id) === data.enrolment_id))
    expect(ours).toHaveLength(1)
    for (const { id, data } of ours)
      await createJobs(one.ctx)
        .find(({ name }) => name === 'seat-taken-mail')
        ?.run(data, id)
    const [mail] = await mailsTo(one.dataDir, friend.user.email)
    expect(mail).toMatch(/^Subject: Your access to/m)
    expect(mail).toContain(course.name)
  })

  test("a full refund in the gateway's dashboard takes the seat, too; so does the rest after a part without it", async () => {
    const whole = await withRedeemed()
    await one.gateway(`control/payments/${whole.paymentId}/refund`, {})
    await one.gateway('control/deliver', {})
    expect(await shopper.statusOf(whole.orderId)).toBe('refunded')
    expect(await whole.friend.enrolments(whole.course.course_id)).toHaveLength(0)

    shopper = await buildShopper(one)
    const stored = await withRedeemed()
    await refund(stored.orderId, { redeemed: 'keep' })
    expect(await stored.friend.enrolments(stored.course.course_id)).toHaveLength(1)
    await one.gateway(`control/payments/${stored.paymentId}/refund`, {})
    await one.gateway('control/deliver', {})
    expect(await stored.friend.enrolments(stored.course.course_id)).toHaveLength(0)
  })

  test('while the rest is on its way back nobody redeems its open code; when that fails it is good again', async () => {
    const { course, orderId, paymentId, open } = await withRedeemed()
    const late = await buildShopper(one)
    await one.gateway('control/faults/refunds', { fault: 'hold' })
    await refund(orderId, { redeemed: 'keep' })
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
    await expect(late.student.gifts.redeem({ code: open })).rejects.toMatchObject({ status: 404 })
    const [held] = await refundsOf(paymentId)
    await one.gateway(`control/refunds/${held?.id}/fail`, {})
    await one.gateway('control/deliver', {})
    expect(await late.student.gifts.redeem({ code: open })).toMatchObject({ course_id: course.course_id })
    expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({ refundable_without_redeemed: 499 })
  })

  test('a refund waits for a simultaneous redemption, and counts it', async () => {
    const { orderId, open } = await withRedeemed()
    const late = await buildShopper(one)
    const { asked } = await one.db.transaction(async (redeeming) => {
      const gift = await lockGiftCode(redeeming, open)
      const requested = refund(orderId, { amount: 998, redeemed: 'keep' }).catch((error) => error)
      await expect.poll(() => waiting()).toBe(1)
      expect(
        gift && (await redeemGiftCode(redeeming, gift, { userId: late.user.id, courses: [gift], now: one.ctx.now() })),
      ).toBe(true)
      return { asked: requested }
    })
    expect(await asked).toMatchObject({ code: 'not_refundable', data: { refundable_without_redeemed: 499 } })
  })
})

test('with a code for one seat that seat is the buyer’s own: a redeemed gift was paid in full', async () => {
  const { promocode } = await buildPromocode(one.db, { discount: 100, max_uses_per_buyer: 1 })
  const { course_id } = await buildCourse(one.db)
  const { order_id } = await shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id, promocode },
    body: [course_id, course_id, course_id],
  })
  const link = await findLink(one, order_id)
  await deliverEvent(one, paidEvent(await payInSilence(one, link)))
  const [gift] = await one.db('gift_codes').where({ order_id })
  await (await buildShopper(one)).student.gifts.redeem({ code: gift.code })
  const details = await owner.orders.adminGet({ order_id })
  expect(details).toMatchObject({ total: 998, refundable: 998, refundable_without_redeemed: 499 })
})

test('a full refund while the buyer redeems a code of the same order: neither is cut off, and both seats go', async () => {
  const { course, orderId } = await paidOrder(2)
  const [{ code }] = await one.db('gift_codes').where({ order_id: orderId })
  await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  const refunding = await one.db.transaction(async (redeeming) => {
    const gift = await lockGiftCode(redeeming, code)
    const requested = refund(orderId)
    await expect.poll(() => waiting()).toBe(1)
    expect(
      gift && (await redeemGiftCode(redeeming, gift, { userId: shopper.user.id, courses: [gift], now: one.ctx.now() })),
    ).toBe(false)
    return { asked: requested }
  })
  expect(await refunding.asked).toMatchObject({ status: 'processed' })
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  await expect(shopper.student.gifts.redeem({ code })).rejects.toMatchObject({ status: 404 })
})

test('a partial refund keeps the course; what is left can be refunded, and no more', async () => {
  const { course, orderId, paymentId } = await paidOrder()
  expect(await refund(orderId, { amount: 99.5 })).toMatchObject({ amount: 99.5, status: 'processed' })
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
  expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
  const details = await owner.orders.adminGet({ order_id: orderId })
  expect(details).toMatchObject({ refundable: 399.5, refund_needs_reason: false, grantable: false })
  await expect(refund(orderId, { amount: 399.51 })).rejects.toMatchObject({
    code: 'not_refundable',
    data: { refundable: 399.5 },
  })
  await refund(orderId)
  expect(await shopper.statusOf(orderId)).toBe('refunded')
  expect((await refundsOf(paymentId)).reduce((sum, { amount }) => sum + amount, 0)).toBe(49_900)
})

test('20 parallel refunds never give back more than was captured; one key is one refund', async () => {
  const first = await paidOrder()
  const many = await Promise.allSettled(Array.from({ length: 20 }, () => refund(first.orderId, { amount: 100 })))
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  // The gateway makes one refund of a payment at a time; the others wait and are sent again.
  for (let round = 0; round < 4; round += 1) await requestAll(one)
  expect((await refundsOf(first.paymentId)).map(({ amount }) => amount)).toEqual([10_000, 10_000, 10_000, 10_000])

  const second = await paidOrder()
  const same = await Promise.all(
    Array.from({ length: 10 }, () => refund(second.orderId, { amount: 50, key: 'one-key' })),
  )
  expect(new Set(same.map(({ refund_id }) => refund_id)).size).toBe(1)
  expect(await refundsOf(second.paymentId)).toHaveLength(1)
  const entries = await one.db('activity').where({ call: 'orders.refund', target_id: second.orderId })
  expect(entries).toMatchObject([{ after: { refund: 50 } }])
  await expect(refund(second.orderId, { amount: 60, key: 'one-key' })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('after day 30 a reason is needed; odd amounts and unpaid orders are refused', async () => {
  const { orderId } = await paidOrder()
  const unpaid = await shopper.buyOne()
  await expect(refund(unpaid.orderId)).rejects.toMatchObject({ code: 'not_refundable' })
  await expect(refund('ord_nobody')).rejects.toMatchObject({ status: 404 })
  for (const amount of [0, 0.5, -5, 10.005])
    await expect(refund(orderId, { amount })).rejects.toMatchObject({ status: 422 })
  await paidDaysAgo(orderId, 31)
  await expect(refund(orderId)).rejects.toMatchObject({ status: 422, data: { errors: [{ path: 'reason' }] } })
  expect(await refund(orderId, { reason: 'A kind gesture' })).toMatchObject({ status: 'processed' })
  expect(await one.db('refunds').where({ order_id: orderId })).toMatchObject([{ reason: 'A kind gesture' }])
})

describe('within the promised days,', () => {
  const promise = (days: number) => owner.settings.update({ body: { guarantee: { days } } })
  const needsReason = async (order_id: string) => (await owner.orders.adminGet({ order_id })).refund_needs_reason
  afterAll(() => promise(30))
  /** An order of so many days ago in a shop that promises so many. */
  const orderOf = async (days: number, ago: number) => {
    const { orderId } = await paidOrder()
    await promise(days)
    await paidDaysAgo(orderId, ago)
    return orderId
  }

  test.each([
    [60, 40],
    [7, 6],
  ])('a shop that promises %i days asks for none on day %i', async (days, day) => {
    const orderId = await orderOf(days, day)
    expect(await needsReason(orderId)).toBe(false)
    expect(await refund(orderId)).toMatchObject({ status: 'processed' })
  })

  test.each([
    [60, 61],
    [7, 10],
    [0, 1],
  ])('a shop that promises %i days asks for one on day %i', async (days, day) => {
    const orderId = await orderOf(days, day)
    expect(await needsReason(orderId)).toBe(true)
    await expect(refund(orderId)).rejects.toMatchObject({
      status: 422,
      message: 'A reason is required outside the money-back guarantee',
    })
    expect(await refund(orderId, { reason: 'A kind gesture' })).toMatchObject({ status: 'processed' })
  })
})

describe('while a refund is pending,', () => {
  test('the pending state keeps the course, the processed one takes it; an older event afterwards changes nothing', async () => {
    const { course, orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/refunds', { fault: 'hold' })
    expect(await refund(orderId)).toMatchObject({ status: 'pending' })
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
    await expect(refund(orderId)).rejects.toMatchObject({ code: 'not_refundable' })
    const [held] = await refundsOf(paymentId)
    await one.gateway(`control/refunds/${held?.id}/process`, {})
    await one.gateway('control/deliver', {})
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
    const created = { event: 'refund.created', payload: { refund: { entity: { ...held, status: 'pending' } } } }
    expect((await deliverEvent(one, created)).status).toBe(200)
    // A late answer of the gateway changes nothing either.
    const late = { id: String(held?.id), paymentId, amountPaise: 49_900, ownId: null, orderId: null, notes: {} }
    await applyRefund(one.ctx, orderId, { ...late, status: 'pending' })
    expect(await one.db('refunds').where({ order_id: orderId })).toMatchObject([{ status: 'processed' }])
  })

  test('a failure keeps the course, needs attention and notifies the owner; another refund then succeeds', async () => {
    const { course, orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/refunds', { fault: 'hold' })
    const { refund_id } = await refund(orderId)
    const [held] = await refundsOf(paymentId)
    await one.gateway(`control/refunds/${held?.id}/fail`, {})
    await one.gateway('control/deliver', {})
    expect(await shopper.enrolments(course.course_id)).toHaveLength(1)
    const needing = await owner.orders.adminList({ needs: 'attention', q: orderId })
    expect(needing.orders).toMatchObject([
      { order_id: orderId, status: 'paid', attention: { reason: 'refund_failed' } },
    ])
    expect(await one.db('owner_alerts').where({ order_id: orderId })).toMatchObject([
      { alert_key: `refund_failed:${refund_id}` },
    ])
    await refund(orderId)
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect((await owner.orders.adminList({ needs: 'attention', q: orderId })).total).toBe(0)
  })

  test('a refund of ₹1 does not excuse one of ₹400 that failed; the rest does', async () => {
    const { orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/refunds', { fault: 'hold' })
    await refund(orderId, { amount: 400 })
    const [held] = await refundsOf(paymentId)
    await one.gateway(`control/refunds/${held?.id}/fail`, {})
    await one.gateway('control/deliver', {})
    const reasons = async () =>
      (await owner.orders.adminList({ needs: 'attention', q: orderId })).orders.map(
        ({ attention }) => attention?.reason,
      )
    await refund(orderId, { amount: 1 })
    expect(await reasons()).toEqual(['refund_failed'])
    await refund(orderId, { amount: 399 })
    expect(await reasons()).toEqual([])
  })

  test("a lost webhook is made up for by a check of the refund's end", async () => {
    const { orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway('control/faults/refunds', { fault: 'hold' })
    await refund(orderId)
    const [held] = await refundsOf(paymentId)
    await one.gateway(`control/refunds/${held?.id}/process`, {})
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe('paid')
    await one
      .db('orders')
      .where({ order_id: orderId })
      .update({ poll_after: new Date(0) })
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe('refunded')
  })
})

describe('while the gateway is away,', () => {
  // For a partial refund the gateway would accept a second one as well.
  test.each([
    { act: true, amount: 499, status: 'refunded' },
    { act: true, amount: 100, status: 'partially_refunded' },
    { act: false, amount: 499, status: 'refunded' },
  ])('a lost answer (acted: $act, of ₹$amount): pending, sent again, one refund', async ({ act, amount, status }) => {
    const { orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway('control/faults/api', { fault: 'drop', act, match: 'refund', count: 50 })
    expect(await refund(orderId, { amount })).toMatchObject({ status: 'pending', amount })
    expect(await shopper.statusOf(orderId)).toBe('paid')
    await one.gateway('control/reset-faults', {})
    one.clock.advance(5 * 60_000)
    await reconcileOrders(one.ctx)
    expect(await shopper.statusOf(orderId)).toBe(status)
    expect(await refundsOf(paymentId)).toHaveLength(1)
  })

  test('the event of a refund arrives before its answer: still one refund', async () => {
    const { orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/api', { fault: 'drop', match: 'payments.refund', count: 50 })
    await refund(orderId)
    await one.gateway('control/deliver', {})
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    const [booked] = await refundsOf(paymentId)
    expect(await one.db('refunds').where({ order_id: orderId })).toMatchObject([
      { gateway_refund_id: booked?.id, origin: 'admin', status: 'processed' },
    ])
  })

  test('a refund that it refuses waits with its reason; after half a day it has failed, and nothing is held back', async () => {
    const { orderId } = await paidOrder()
    await refuseRefunds(one, async () => {
      expect(await refund(orderId)).toMatchObject({
        status: 'pending',
        waiting: 'The gateway refused: Not enough balance',
      })
      expect(await owner.orders.adminGet({ order_id: orderId })).toMatchObject({ refundable: 0 })
    })
    const details = await owner.orders.adminGet({ order_id: orderId })
    expect(details).toMatchObject({ refundable: 499, refunds: [{ status: 'failed' }] })
    expect(details.events.find(({ kind }) => kind === 'refund_not_taken')?.detail).toContain('Not enough balance')
    expect(details.events.find(({ kind }) => kind === 'refund_failed')?.detail).toBe('₹499.00, not made at the gateway')
  })
})

describe('refunds made in the dashboard of the gateway', () => {
  test('arrive by list when every webhook was lost', async () => {
    const { course, orderId, paymentId } = await paidOrder()
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway(`control/payments/${paymentId}/refund`, {})
    for (const _ of [1, 2]) {
      await lookBack(one.ctx)
      await one.answerWaiting()
    }
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
    expect(await one.db('refunds').where({ order_id: orderId })).toMatchObject([{ origin: 'dashboard' }])
  })

  test('heard of before the payment, they count once it is known', async () => {
    const { course, orderId, link } = await shopper.buyOne()
    const paid = await payInSilence(one, link)
    await one.gateway('control/reset-faults', {})
    await one.gateway(`control/payments/${paymentOf(paid)}/refund`, {})
    await one.gateway('control/deliver', {})
    await deliverEvent(one, paidEvent(paid))
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await shopper.enrolments(course.course_id)).toHaveLength(0)
  })

  test('dashboard refunds are found after days off, and then not looked for so far back', async () => {
    const { orderId, paymentId } = await paidOrder()
    await lookBack(one.ctx)
    await one.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
    await one.gateway(`control/payments/${paymentId}/refund`, {})
    one.clock.advance(5 * 24 * 60 * 60_000)
    expect(await lookBack(one.ctx)).toBeGreaterThan(0)
    await one.answerWaiting()
    expect(await shopper.statusOf(orderId)).toBe('refunded')
    expect(await lookBack(one.ctx)).toBe(0)
  })
})
