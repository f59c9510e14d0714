import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payInSilence, payWithEvent, requestAll, type Shopper } from '../../../test/shopper.ts'
import { issueDocuments } from '../documents/documents.service.ts'

import { partsDueJob } from './parts.jobs.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let courseId: string

const TERMS = { count: 3, every_days: 30, grace_days: 5 }

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  owner = one.api(await one.adminToken())
  shopper = await buildShopper(one)
  courseId = await courseInParts()
})

async function courseInParts(parts: object | null = TERMS, fields: Parameters<typeof buildCourse>[1] = {}) {
  const { course_id } = await buildCourse(one.db, { price: 6000, ...fields })
  await owner.courses.update({ params: { id: course_id }, body: { parts: parts as never } })
  return course_id
}

const buyInParts = async (who = shopper, id = courseId, total?: string) => {
  const query = { user_id: who.user.user_id, parts: 'true' as const, ...(total ? { expected_total: total } : {}) }
  return (await who.student.orders.buy({ query, body: [id] })).order_id
}
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))

/** Begins a plan: the first part is bought and paid. */
async function beginPlan(who = shopper, id = courseId) {
  await pay(await buyInParts(who, id))
  const [plan] = await who.student.parts.mine({})
  if (!plan) throw new Error('no plan has begun')
  return plan
}
const payNext = async (planId: string, who = shopper) =>
  (await who.student.parts.pay({ params: { plan_id: planId }, body: {} })).order_id

const hasAccess = async (who: Shopper = shopper, id = courseId) => {
  const { orders } = await who.student.account.dashboard()
  const course = orders.find(({ course_id }) => course_id === id)
  return course !== undefined && !course.access?.ended
}
/** Sets the clock to noon of a day, and logs everybody in again: sessions end meanwhile. */
async function toDay(day: string) {
  one.clock.set(new Date(Date.parse(dayStart(day)) + 12 * 3_600_000))
  owner = one.api(await one.adminToken())
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

test('a course takes no parts that its price has no rupee for, in whichever order both are saved', async () => {
  const message = 'Must leave at least ₹1 for each further part'
  const at = (path: string) => ({ status: 422, data: { errors: [{ path, message }] } })
  const save = (body: object, id = courseId) => owner.courses.update({ params: { id }, body })
  await expect(save({ parts: { ...TERMS, first: 6000 } })).rejects.toMatchObject(at('parts.first'))
  await save({ parts: { ...TERMS, first: 2000 } })
  await expect(save({ price: 2001 })).rejects.toMatchObject(at('price'))
  await expect(save({ price: 2001, parts: { ...TERMS, first: 2000 } })).rejects.toMatchObject(at('price'))
  const course = await owner.courses.adminGet({ id: courseId })
  expect([course.price, course.parts?.first]).toEqual([6000, 2000])
  await save({ price: 2001, parts: { ...TERMS, first: 500 } })
  // An earlier release stored such a course: its other fields can be changed.
  const { course_id } = await buildCourse(one.db, { price: 3000 })
  await one
    .db('courses')
    .where({ course_id })
    .update({ extras: JSON.stringify({ parts: { ...TERMS, first: 3000 } }) })
  await save({ name: 'A name of its own' }, course_id)
  const made = { name: 'A new course', published: false, price: 3000, parts: { ...TERMS, first: 3000 } }
  await expect(owner.courses.create(made as never)).rejects.toMatchObject(at('parts.first'))
})

test('the receipt of a part states what is left and when the next part is due, that of the last part nothing', async () => {
  const receipts = async () => {
    await one.answerWaiting('receipt-mail')
    const mails = await mailsTo(one.dataDir, shopper.user.email)
    return mails.map(textOf).filter((text) => text.includes('Your payment arrived'))
  }
  const plan = await beginPlan()
  const [first, ...none] = await receipts()
  expect(first).toMatch(/^Left to pay: ₹4,000\.00\. Next part: ₹2,000\.00 on \d+ \w+ \d{4}\.\r?$/m)
  expect(none).toEqual([])
  await pay(await payNext(plan.plan_id))
  expect((await receipts())[1]).toMatch(/^Left to pay: ₹2,000\.00\. Next part: ₹2,000\.00 on /m)
  await pay(await payNext(plan.plan_id))
  expect((await receipts())[2]).not.toContain('Left to pay')
})

test('the first part is the order, and each further one an order of its own until the course is theirs for good', async () => {
  const order = await buyInParts(shopper, courseId, '2000.00')
  expect(await shopper.student.parts.mine({})).toEqual([])
  await pay(order)
  const today = indianDay(one.ctx.now())
  const [plan] = await shopper.student.parts.mine({})
  expect(plan).toMatchObject({ state: 'open', price: 6000, paid: 2000, open: 4000, paused: false, access_period: null })
  expect(plan?.parts.map(({ amount, due_on, state }) => [amount, due_on, state])).toEqual([
    [2000, today, 'paid'],
    [2000, addDays(today, 30), 'due'],
    [2000, addDays(today, 60), 'later'],
  ])
  const planId = plan?.plan_id ?? ''
  for (const part of [2, 3]) {
    await pay(await payNext(planId))
    const [shown] = await shopper.student.orders.mine({})
    expect(shown).toMatchObject({ total: 2000, status: 'paid', plan: { plan_id: planId, part, of: 3 } })
  }
  expect(await shopper.student.parts.get({ plan_id: planId })).toMatchObject({
    state: 'done',
    open: 0,
    open_until: null,
  })
  expect((await shopper.enrolments(courseId)).filter(({ continued }) => !continued)).toMatchObject([{ ends_at: null }])
  await refused(payNext(planId), 'conflict')
})

test('access ends after the grace of an unpaid part, and returns when it is paid', async () => {
  const plan = await beginPlan()
  const due = plan.parts[1]?.due_on ?? ''
  await toDay(addDays(due, 5))
  expect(await hasAccess()).toBe(true)
  await toDay(addDays(due, 6))
  expect(await hasAccess()).toBe(false)
  expect(await shopper.student.parts.get({ plan_id: plan.plan_id })).toMatchObject({ paused: true })
  await pay(await payNext(plan.plan_id))
  expect(await hasAccess()).toBe(true)
  await toDay(addDays(due, 36))
  expect(await hasAccess()).toBe(false)
})

test('two tabs and a double press make one order of a part', async () => {
  const plan = await beginPlan()
  const made = await Promise.all([1, 2, 3].map(() => payNext(plan.plan_id)))
  expect(new Set(made).size).toBe(1)
})

test('a part that is paid by two orders gives the second payment back', async () => {
  const plan = await beginPlan()
  const lost = await payNext(plan.plan_id)
  const link = await findLink(one, lost)
  one.clock.advance(25 * 3_600_000)
  await one.gateway(`control/links/${link.id}/expire`, {})
  await requestAll(one)
  const second = await payNext(plan.plan_id)
  expect(second).not.toBe(lost)
  await pay(second)
  const part = (await shopper.student.parts.get({ plan_id: plan.plan_id })).parts[1]
  expect(part).toMatchObject({ state: 'paid', order: { order_id: second } })
  expect(await one.db('plan_orders').where({ plan_id: plan.plan_id, part: 2 })).toHaveLength(2)
})

test('a refund of a part ends its plan, and access falls back to what the other parts paid', async () => {
  const plan = await beginPlan()
  const second = await payNext(plan.plan_id)
  await pay(second)
  const due = plan.parts[1]?.due_on ?? ''
  await owner.orders.refund({ params: { order_id: second }, body: { reason: 'stops' } })
  await requestAll(one)
  const shown = await shopper.student.parts.get({ plan_id: plan.plan_id })
  expect(shown).toMatchObject({ state: 'ended', paid: 2000, open: 0 })
  expect(shown.parts.map(({ state }) => state)).toEqual(['paid', 'refunded', 'ended'])
  expect(await hasAccess()).toBe(true)
  await toDay(addDays(due, 6))
  expect(await hasAccess()).toBe(false)
  await refused(payNext(plan.plan_id), 'conflict')
})

test('each part has an invoice, and its refund a credit note over the same sum', async () => {
  const plan = await beginPlan()
  const second = await payNext(plan.plan_id)
  await pay(second)
  const papers = async (order: string) => {
    await issueDocuments(one.ctx, order)
    return one.db('documents').where({ order_id: order }).orderBy('issued_at').pluck('kind')
  }
  const first = plan.parts[0]?.order?.order_id ?? ''
  expect(await papers(first)).toHaveLength(1)
  await owner.orders.refund({ params: { order_id: second }, body: { reason: 'stops' } })
  await requestAll(one)
  expect(await papers(second)).toHaveLength(2)
  expect(await papers(first)).toHaveLength(1)
})

test('the owner moves a part, and access moves along', async () => {
  const plan = await beginPlan()
  const due = plan.parts[1]?.due_on ?? ''
  const params = { plan_id: plan.plan_id, part: '2' as never }
  await shopper.student.parts.wish({ params: { plan_id: plan.plan_id }, body: { due_on: addDays(due, 9) } })
  const board = await owner.parts.board({})
  expect(board.rows.find(({ plan_id }) => plan_id === plan.plan_id)).toMatchObject({
    part: 2,
    of: 3,
    wished_on: addDays(due, 9),
    move: { to: addDays(due, 29) },
  })
  await owner.parts.move({ params, body: { due_on: addDays(due, 9) } })
  const over = { 'if-match': `"${due}"` }
  await refused(owner.parts.move({ params, headers: over, body: { due_on: addDays(due, 3) } }), 'edit_conflict')
  await toDay(addDays(due, 14))
  expect(await hasAccess()).toBe(true)
  await toDay(addDays(due, 15))
  expect(await hasAccess()).toBe(false)
  await owner.parts.move({ params, body: { due_on: addDays(due, 20) } })
  expect(await hasAccess()).toBe(true)
  await refused(owner.parts.move({ params, body: { due_on: addDays(due, 30) } }), 'invalid')
  await refused(
    owner.parts.move({ params: { ...params, part: '3' as never }, body: { due_on: addDays(due, 61) } }),
    'invalid',
  )
})

test('an ended plan has nothing due, and its late payment is refunded', async () => {
  const plan = await beginPlan()
  const second = await payNext(plan.plan_id)
  await owner.parts.end({ params: { plan_id: plan.plan_id }, body: { reason: 'asked by email' } })
  await refused(payNext(plan.plan_id), 'conflict')
  await pay(second)
  await requestAll(one)
  expect((await shopper.student.parts.get({ plan_id: plan.plan_id })).parts[1]?.state).toBe('ended')
  expect(await one.db('refunds').where({ order_id: second }).pluck('origin')).toEqual(['duplicate_payment'])
  expect((await owner.parts.board({})).rows.some(({ plan_id }) => plan_id === plan.plan_id)).toBe(false)
})

test('the activity of a plan is that of its first order', async () => {
  const plan = await beginPlan()
  const params = { plan_id: plan.plan_id }
  const due = plan.parts[1]?.due_on ?? ''
  await owner.parts.remind({ params })
  await owner.parts.move({ params: { ...params, part: '2' as never }, body: { due_on: addDays(due, 2) } })
  await owner.parts.end({ params, body: { reason: 'asked by email' } })
  const entries = await one.db('activity').where({ target_id: plan.parts[0]?.order?.order_id }).orderBy('id')
  expect(entries.map(({ call, after }) => [call, after])).toEqual([
    ['parts.remind', { reminded: '2: ₹2,000.00' }],
    ['parts.move', { part_2: addDays(due, 2) }],
    ['parts.end', { plan: 'ended', reason: 'asked by email' }],
  ])
})

test('a plan is one course at its price: nothing else is paid in parts', async () => {
  const other = await courseInParts(null)
  const buy = (body: string[]) =>
    shopper.student.orders.buy({ query: { user_id: shopper.user.user_id, parts: 'true' }, body })
  await refused(buy([other]), 'conflict')
  await refused(buy([courseId, courseId]), 'conflict')
  await refused(buy([courseId, other]), 'conflict')
  const bundle = await courseInParts(TERMS, { kind: 'bundle', bundle_courses: [courseId, other] })
  await refused(shopper.student.orders.price({ course_ids: [bundle], parts: 'true' }), 'conflict')
  await owner.settings.update({ body: { coins: { rupees: 1, at_most_percent: 50 } } })
  await owner.users.addCoins({ params: { id: shopper.user.user_id }, query: { amount: '10' } } as never)
  const coins = { parts: 'true' as const, coins: 10 }
  await refused(shopper.student.orders.price({ course_ids: [courseId], ...coins }), 'conflict')
  const spending = { user_id: shopper.user.user_id, ...coins }
  await refused(shopper.student.orders.buy({ query: spending as never, body: [courseId] }), 'conflict')
  await beginPlan()
  await refused(buy([courseId]), 'conflict')
  const whole = () => shopper.student.orders.buy({ query: { user_id: shopper.user.user_id }, body: [courseId] })
  await refused(whole(), 'already_purchased')
  // A purchase of the whole course is also refused while the lessons are paused.
  await toDay(addDays(indianDay(one.ctx.now()), 40))
  await refused(whole(), 'already_purchased')
})

test('a part can be paid after its course left the shop', async () => {
  const plan = await beginPlan()
  await one.db('courses').where({ course_id: courseId }).update({ state: 'archived' })
  await pay(await payNext(plan.plan_id))
  expect((await shopper.student.parts.get({ plan_id: plan.plan_id })).parts[1]?.state).toBe('paid')
})

test('a plan of another student is not found', async () => {
  const plan = await beginPlan()
  const stranger = await buildShopper(one)
  await refused(stranger.student.parts.get({ plan_id: plan.plan_id }), 'not_found')
  await refused(payNext(plan.plan_id, stranger), 'not_found')
})

test('terms beyond 90 days are refused', async () => {
  await refused(courseInParts({ count: 4, every_days: 31, grace_days: 5 }), 'invalid')
  await refused(courseInParts({ count: 7, every_days: 10, grace_days: 5 }), 'invalid')
})

test('a payment of the first part that never arrives starts no plan, and the next purchase begins anew', async () => {
  const lost = await buyInParts()
  const again = await buyInParts()
  expect(again).toBe(lost)
  expect(await one.db('plans').where({ user_id: shopper.user.id })).toHaveLength(1)
  expect(await owner.parts.ofOrder({ order_id: lost })).toBeNull()
  await payInSilence(one, await findLink(one, lost))
  await requestAll(one)
  expect(await owner.parts.ofOrder({ order_id: lost })).toMatchObject({ part: 1, state: 'open' })
})

test('emails go out 3 days before a part is due, on the day, and 3 days after, by day and never once it is paid', async () => {
  const plan = await beginPlan()
  const due = plan.parts[1]?.due_on ?? ''
  const mails = async () =>
    (await mailsTo(one.dataDir, shopper.user.email)).filter((mail) => mail.includes(plan.plan_id)).length
  const run = async (day: string, hour = 12) => {
    one.clock.set(new Date(Date.parse(dayStart(day)) + hour * 3_600_000))
    await partsDueJob(one.ctx).run({}, 'test')
    await one.answerWaiting('part-due-mail')
    return mails()
  }
  expect(await run(addDays(due, -4))).toBe(0)
  expect(await run(addDays(due, -3), 2)).toBe(0)
  expect(await run(addDays(due, -3))).toBe(1)
  // A round that was missed sends one email, and the same day no second.
  expect(await run(addDays(due, -1))).toBe(1)
  expect(await run(due)).toBe(2)
  expect(await run(due, 19)).toBe(2)
  expect(await run(addDays(due, 2))).toBe(2)
  expect(await run(addDays(due, 3))).toBe(3)
  expect(await run(addDays(due, 5))).toBe(3)
  await toDay(addDays(due, 6))
  // The usual letter about an end of access stays away: this is no end.
  expect(await one.db('enrolments').where({ user_id: shopper.user.id, end_told_at: null })).toEqual([])
  await owner.parts.remind({ params: { plan_id: plan.plan_id } })
  await refused(owner.parts.remind({ params: { plan_id: plan.plan_id } }), 'conflict')
  await one.answerWaiting('part-due-mail')
  expect(await mails()).toBe(4)
  await pay(await payNext(plan.plan_id))
  const third = plan.parts[2]?.due_on ?? ''
  expect(await run(addDays(due, 8))).toBe(4)
  await one.db('plan_parts').where({ plan_id: plan.plan_id, part: 3 }).update({ due_on: third })
  one.clock.set(new Date(Date.parse(dayStart(third)) + 12 * 3_600_000))
  await partsDueJob(one.ctx).run({}, 'test')
  await toDay(third)
  await pay(await payNext(plan.plan_id))
  await one.answerWaiting('part-due-mail')
  expect(await mails()).toBe(4)
})
