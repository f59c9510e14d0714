import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findRefundsAt, payWithEvent, type Shopper } from '../../../../test/shopper.ts'

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

/** Reels at ₹499 and three seats of Canva at ₹299, 10 % off: ₹449.10 and ₹807.30. A friend has redeemed one gift code. */
async function paidOrder() {
  const reels = await buildCourse(one.db, { price: 499 })
  const canva = await buildCourse(one.db, { price: 299 })
  const ids = [reels.course_id, canva.course_id, canva.course_id, canva.course_id]
  const { orderId, link } = await shopper.buy(ids, 10)
  const paid = await payWithEvent(one, link)
  const [redeemed, open] = await one.db('gift_codes').where({ order_id: orderId }).orderBy('seat')
  await friend.student.gifts.redeem({ code: redeemed.code })
  return { reels, canva, orderId, redeemed, open, paymentId: paid.payments[0]?.payment_id ?? '' }
}

type Body = NonNullable<Parameters<ApiClient['orders']['refund']>[0]['body']>
const refund = (orderId: string, body: Body, key?: string) =>
  owner.orders.refund({ params: { order_id: orderId }, headers: key ? { 'idempotency-key': key } : {}, body })
const details = (orderId: string) => owner.orders.adminGet({ order_id: orderId })
const living = (orderId: string) => one.db('gift_codes').where({ order_id: orderId, revoked_at: null }).pluck('code')

/** Reads the last note's credit: name, seats and paise of each refunded line. */
async function lastNote(orderId: string) {
  const notes = await one.db('documents').where({ order_id: orderId }).whereNotNull('refund_id').orderBy('issued_at')
  const lines: { description: string; quantity: number; total_paise: number }[] = notes.at(-1).facts.lines
  return lines.filter((line) => line.total_paise > 0).map((line) => [line.description, line.quantity, line.total_paise])
}

test('a course and a gift code go back: their access alone ends, and the note names them with what was charged', async () => {
  const { reels, canva, orderId, redeemed, open } = await paidOrder()
  const { seats } = await details(orderId)
  expect(seats.map(({ course_id, seat, amount }) => [course_id, seat, amount]).sort()).toEqual(
    [[reels.course_id, 0, 449.1], ...[0, 1, 2].map((seat) => [canva.course_id, seat, 269.1])].sort(),
  )
  const picked = [
    { course_id: reels.course_id, seat: 0 },
    { course_id: canva.course_id, seat: open.seat },
  ]
  expect(await refund(orderId, { seats: picked, amount: 718.2 }, 'k')).toMatchObject({
    status: 'processed',
    amount: 718.2,
  })
  expect(await refund(orderId, { seats: [...picked].reverse() }, 'k')).toMatchObject({ amount: 718.2 })
  await expect(refund(orderId, { seats: picked.slice(1) }, 'k')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  expect(await shopper.enrolments(reels.course_id)).toHaveLength(0)
  expect(await shopper.enrolments(canva.course_id)).toHaveLength(1)
  expect(await friend.enrolments(canva.course_id)).toHaveLength(1)
  expect(await living(orderId)).toEqual([redeemed.code])
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
  expect(await lastNote(orderId)).toEqual([
    [reels.name, 1, 44_910],
    [canva.name, 1, 26_910],
  ])
  await expect(refund(orderId, { seats: picked })).rejects.toMatchObject({ code: 'not_refundable' })
  // The course can be bought again, and the new order decides about it.
  const again = await shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id },
    body: [reels.course_id],
  })
  expect(
    await shopper.student.orders.paymentStatus({ course_id: reels.course_id, user_id: shopper.user.user_id }),
  ).toEqual({ order_id: again.order_id, order_no: again.order_no, status: 'created' })
})

test('the owner decides on a redeemed seat: left out it stays and is paid for, picked it ends, and nothing is over', async () => {
  const { reels, canva, orderId, redeemed, paymentId } = await paidOrder()
  const seats = (await details(orderId)).seats.filter(({ code }) => code !== redeemed.code)
  await refund(orderId, { seats: seats.map(({ course_id, seat }) => ({ course_id, seat })) })
  // The buyer has nothing left of it, the shop the money of one seat.
  expect(await shopper.statusOf(orderId)).toBe('partially_refunded')
  expect(await friend.enrolments(canva.course_id)).toHaveLength(1)
  for (const { course_id } of [reels, canva]) expect(await shopper.enrolments(course_id)).toHaveLength(0)
  const left = await details(orderId)
  expect(left).toMatchObject({ refundable: 269.1, seats: [{ code: redeemed.code, amount: 269.1 }] })
  await refund(orderId, { seats: [{ course_id: canva.course_id, seat: redeemed.seat }] })
  expect(await friend.enrolments(canva.course_id)).toHaveLength(0)
  expect((await details(orderId)).seats).toEqual([])
  expect((await findRefundsAt(one, paymentId)).map(({ amount }) => amount)).toEqual([98_730, 26_910])
  const notified = await one.db('pgboss.job').where({ name: 'seat-taken-mail' })
  const [lost] = await one.db('enrolments').where({ gift_code: redeemed.code })
  expect(notified.filter(({ data }) => data.enrolment_id === String(lost.id))).toHaveLength(1)
})

test('a sum leaves all access, makes no redeemed seat cheaper, and is taken off what the others give back', async () => {
  const { orderId, redeemed, canva } = await paidOrder()
  await refund(orderId, { amount: 100, reason: 'A kind gesture' })
  const { seats } = await details(orderId)
  expect(seats.find(({ code }) => code === redeemed.code)?.amount).toBe(269.1)
  expect(seats.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(125_640 - 10_000)
  expect(await living(orderId)).toHaveLength(2)
  expect(await shopper.enrolments(canva.course_id)).toHaveLength(1)
})

test('a gift code on refund is neither redeemed nor refunded again; it is valid when that fails', async () => {
  const { orderId, paymentId, open, canva } = await paidOrder()
  const late = await buildShopper(one)
  await one.gateway('control/faults/refunds', { fault: 'hold' })
  const seats = [{ course_id: canva.course_id, seat: open.seat }]
  await refund(orderId, { seats })
  await expect(late.student.gifts.redeem({ code: open.code })).rejects.toMatchObject({ status: 404 })
  await expect(refund(orderId, { seats })).rejects.toMatchObject({ code: 'not_refundable' })
  const [held] = await findRefundsAt(one, paymentId)
  await one.gateway(`control/refunds/${held?.id}/fail`, {})
  await one.gateway('control/deliver', {})
  expect(await late.student.gifts.redeem({ code: open.code })).toMatchObject({ course_id: canva.course_id })
})

test('twenty wishes for one seat at once are one refund; another sum than theirs is refused', async () => {
  const { orderId, paymentId, reels } = await paidOrder()
  const seats = [{ course_id: reels.course_id, seat: 0 }]
  await expect(refund(orderId, { seats, amount: 449.11 })).rejects.toMatchObject({ code: 'not_refundable' })
  await expect(refund(orderId, { seats, redeemed: 'keep' })).rejects.toMatchObject({ status: 422 })
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => refund(orderId, { seats })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await findRefundsAt(one, paymentId)).toMatchObject([{ amount: 44_910 }])
})

test('seats go back by bank transfer as well', async () => {
  const { orderId, reels } = await paidOrder()
  const sent_on = new Date(one.ctx.now().getTime() + 330 * 60_000).toISOString().slice(0, 10)
  await refund(orderId, { seats: [{ course_id: reels.course_id, seat: 0 }], bank: { reference: 'UTR 7', sent_on } })
  expect(await shopper.enrolments(reels.course_id)).toHaveLength(0)
  expect(await lastNote(orderId)).toEqual([[reels.name, 1, 44_910]])
})
