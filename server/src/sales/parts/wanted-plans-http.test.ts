import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildGiftCode } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import {
  buildShopper,
  findLink,
  pay as payWithAllEvents,
  payWithEvent,
  refuseRefunds,
  requestAll,
  type Shopper,
} from '../../../test/shopper.ts'
import { partsDueJob } from './parts.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let courseId: string
let otherId: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  one.clock.set(new Date(Date.parse(dayStart(indianDay(new Date()))) + 12 * 3_600_000))
  await one.gateway('control/reset-faults', {})
  shopper = await buildShopper(one)
  await login()
  courseId = (await buildCourse(one.db, { price: 3000 })).course_id
  otherId = (await buildCourse(one.db, { price: 3000 })).course_id
  await inParts({ count: 3, every_days: 30, grace_days: 5 })
})

async function login() {
  owner = one.api(await one.adminToken())
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
const inParts = (parts: object) => owner.courses.update({ params: { id: courseId }, body: { parts: parts as never } })
async function toDay(day: string) {
  one.clock.set(new Date(Date.parse(dayStart(day)) + 12 * 3_600_000))
  await login()
}
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))
const buy = async (ids: string[], more: object = {}) =>
  shopper.student.orders.buy({ query: { user_id: shopper.user.user_id, ...more }, body: ids })

async function beginPlan() {
  await pay((await buy([courseId], { parts: 'true' })).order_id)
  const [plan] = await shopper.student.parts.mine({})
  if (!plan) throw new Error('no plan has begun')
  return plan
}
const planOf = async (plan_id: string) => shopper.student.parts.get({ plan_id })
const payNext = async (plan_id: string) => (await shopper.student.parts.pay({ params: { plan_id }, body: {} })).order_id
const bundle = async (price: number) => {
  const made = await buildCourse(one.db, { price })
  await one
    .db('courses')
    .where({ course_id: made.course_id })
    .update({ kind: 'bundle', bundle_courses: JSON.stringify([courseId, otherId]) })
  return made.course_id
}
const buyBundle = async (price: number) => {
  const made = await buy([await bundle(price)])
  await pay(made.order_id)
  return made
}
const board = async (planId: string) => (await owner.parts.board({})).rows.filter(({ plan_id }) => plan_id === planId)
const redeemGift = async () => {
  const { code } = await buildGiftCode(one.db, { course_id: courseId })
  return shopper.student.gifts.redeem({ code })
}
async function emailsUntil(days: string[]) {
  for (const day of days) {
    await toDay(day)
    await partsDueJob(one.ctx).run({}, 'test')
    await one.answerWaiting('part-due-mail')
  }
  return (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) => /^Subject: Part /m.test(mail))
}

describe('when the course of a plan is also owned in another way,', () => {
  test('nothing is due after a bundle, which credits the part: no board, no email, no payment', async () => {
    const plan = await beginPlan()
    const { amount } = await buyBundle(4000)
    expect(amount).toBe(3000)
    expect(await planOf(plan.plan_id)).toMatchObject({
      state: 'ended',
      owned: true,
      open: 0,
      paid: 1000,
      paused: false,
    })
    expect(await board(plan.plan_id)).toEqual([])
    await expect(payNext(plan.plan_id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(owner.parts.remind({ params: { plan_id: plan.plan_id } })).rejects.toMatchObject({ code: 'conflict' })
    const due = plan.parts[1]?.due_on ?? ''
    expect(await emailsUntil([addDays(due, -3), due, addDays(due, 3)])).toEqual([])
    await toDay(addDays(due, 90))
    const { orders } = await shopper.student.account.dashboard()
    expect(orders.find(({ course_id }) => course_id === courseId)?.access).toBeUndefined()
  })

  test('nothing is due after a bundle whose share the parts have paid', async () => {
    const plan = await beginPlan()
    await buyBundle(1000)
    expect(await planOf(plan.plan_id)).toMatchObject({ state: 'ended', owned: true, open: 0 })
    const head = { user_id: shopper.user.id, course_id: courseId, revoked_at: null, continued: false }
    expect(await one.db('enrolments').where(head).first()).toMatchObject({ ends_at: null })
  })

  test('nothing is due after a gift code, redeemed once the plan has run out', async () => {
    const plan = await beginPlan()
    await toDay(addDays(plan.parts[1]?.due_on ?? '', 6))
    await redeemGift()
    expect(await planOf(plan.plan_id)).toMatchObject({ state: 'ended', owned: true, open: 0 })
    expect(await board(plan.plan_id)).toEqual([])
  })

  test('the money of a part that arrives later goes back', async () => {
    const plan = await beginPlan()
    await toDay(addDays(plan.parts[1]?.due_on ?? '', 6))
    const part = await payNext(plan.plan_id)
    await redeemGift()
    await pay(part)
    await requestAll(one)
    expect(await shopper.statusOf(part)).toBe('refunded')
    expect((await planOf(plan.plan_id)).parts.map(({ state }) => state)).toEqual(['paid', 'ended', 'ended'])
  })

  test('the parts are due again once the bundle is refunded', async () => {
    const plan = await beginPlan()
    const { order_id } = await buyBundle(4000)
    await owner.orders.refund({ params: { order_id }, body: { reason: 'changed their mind' } })
    await requestAll(one)
    expect(await planOf(plan.plan_id)).toMatchObject({ state: 'open', open: 2000 })
    expect(await board(plan.plan_id)).toHaveLength(1)
    await pay(await payNext(plan.plan_id))
    expect((await planOf(plan.plan_id)).parts.map(({ state }) => state)).toEqual(['paid', 'paid', 'due'])
  })

  test('the parts stay due while the other access ends before the plan would', async () => {
    const plan = await beginPlan()
    await one.db('courses').where({ course_id: otherId }).update({ access_period: 'P12M' })
    await one.db('courses').where({ course_id: courseId }).update({ access_period: 'P12M' })
    await buyBundle(4000)
    expect(await planOf(plan.plan_id)).toMatchObject({ state: 'open', open: 2000 })
  })
})

test('a first part whose refund fails stands in for the whole course as a part, and its plan begins', async () => {
  const part = await buy([courseId], { parts: 'true' })
  const whole = await buy([courseId])
  await pay(whole.order_id)
  const link = await findLink(one, part.order_id)
  await refuseRefunds(one, () => payWithAllEvents(one, link))
  const [refund] = await one.db('refunds').where({ order_id: part.order_id })
  expect(refund).toMatchObject({ status: 'failed', amount_paise: 1000_00 })
  await owner.orders.refund({ params: { order_id: whole.order_id }, body: { reason: 'asked for' } })
  await one.answerWaiting()
  const [access] = await shopper.enrolments(courseId)
  expect(access).toMatchObject({ order_id: part.order_id })
  expect(indianDay(new Date(access.ends_at))).toBe(addDays(indianDay(one.ctx.now()), 35))
  expect(await shopper.student.parts.mine({})).toMatchObject([{ state: 'open', paid: 1000, open: 2000 }])
})
