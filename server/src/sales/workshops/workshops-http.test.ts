import type { Scope } from 'contract/api-scopes'
import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildLesson, buildPromocode } from '../../../test/catalogue-factories.ts'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, findRefundsAt, payWithEvent, requestAll, type Shopper } from '../../../test/shopper.ts'
import { notifyWaiting } from '../../courses/coming-soon/interest.service.ts'
import { bodiesOf } from '../../people/webhooks/event-body.ts'
import { runRoundJob } from './workshops.jobs.ts'

const HOUR = 3_600_000

let one: TestServer
let owner: ApiClient
let courseId: string

beforeAll(async () => {
  one = await startTestServer({ work: false, patient: true })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  owner = one.api(await one.adminToken())
  courseId = await workshop()
})

async function workshop(fields: Parameters<typeof buildCourse>[1] = {}) {
  const { course_id } = await buildCourse(one.db, { price: 1000, ...fields })
  await owner.courses.update({ params: { id: course_id }, body: { workshops: true } })
  return course_id
}

const after = (ms: number) => new Date(one.ctx.now().getTime() + ms).toISOString()

function runBody(fields: object = {}) {
  return { starts_at: after(10 * DAY_MS), ends_at: after(10 * DAY_MS + 2 * HOUR), seats: 2, replay_days: 30, ...fields }
}

const addRun = async (fields: object = {}, course_id = courseId) =>
  (await owner.workshops.create({ body: { course_id, ...runBody(fields) } })).run_id

const buy = async (who: Shopper, run_id: string | undefined, ids = [courseId], more: object = {}) =>
  (
    await who.student.orders.buy({
      query: { user_id: who.user.user_id, ...(run_id ? { run_id } : {}), ...more },
      body: ids,
    })
  ).order_id
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))
const book = async (run_id: string, who?: Shopper) => {
  const shopper = who ?? (await buildShopper(one))
  const orderId = await buy(shopper, run_id)
  await pay(orderId)
  return { ...shopper, orderId }
}
const later = async (ms: number) => {
  one.clock.advance(ms)
  owner = one.api(await one.adminToken())
}
const again = async (who: Shopper) => one.api(await one.userToken(who.user))
const seatsOf = async (runId: string) => {
  const { runs } = await owner.workshops.adminList({ course_id: courseId })
  return runs.find(({ run_id }) => run_id === runId)
}
const refused = (call: Promise<unknown>, message: string | RegExp, code = 'conflict') =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
const mailsAbout = async (who: Shopper, subject: string) => {
  await one.answerWaiting('run-mail')
  return (await mailsTo(one.dataDir, who.user.email)).map(textOf).filter((text) => text.includes(subject))
}

test('a seat is bought with its date, which papers, exports and webhooks name', async () => {
  await one.db('webhook_endpoints').insert({
    webhook_id: 'wh_1',
    url: 'https://example.com',
    events: ['*'],
    format: 'full',
    secret_sealed: '',
    active: false,
    by_program: false,
    created_at: one.ctx.now(),
  })
  const run = await addRun({ group_url: 'https://t.me/group' })
  const shopper = await buildShopper(one)
  await refused(buy(shopper, undefined), 'Choose a date first')
  const { orderId } = await book(run, shopper)
  const [order] = await shopper.student.orders.mine({})
  expect(order?.courses[0]?.course_name).toMatch(/ \(\d+ \w{3,4} \d{4}, \d+:\d\d [ap]m\)$/)
  const { runs } = await shopper.student.workshops.mine()
  expect((await shopper.student.account.dashboard()).parts).toEqual(['workshops'])
  expect(runs).toMatchObject([{ run_id: run, course_id: courseId, group_url: 'https://t.me/group', cancelled: false }])
  expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0, left: 1 })
  const [grant] = await shopper.enrolments(courseId)
  const { ends_at, replay_days } = runBody()
  expect(Math.abs(Date.parse(grant.ends_at) - Date.parse(ends_at) - replay_days * DAY_MS)).toBeLessThan(60_000)
  const event = await one.db('webhook_events').where({ order_id: orderId, event: 'order.paid' }).first()
  const bodies = await bodiesOf(one.db, event.event_id)
  expect([bodies?.full, bodies?.flat].map((body) => body && JSON.parse(body))).toMatchObject([
    { data: { run_id: run, order: { courses: [{ name: order?.courses[0]?.course_name }] } } },
    { run_id: run },
  ])
  const file = await shopper.student.workshops.calendar({ run_id: run })
  expect(await file.text()).toContain('BEGIN:VEVENT')
  // Nobody else sees the group.
  expect(JSON.stringify(await one.api().workshops.list({ course_id: courseId }))).not.toContain('t.me')
})

test('dates of a course without a page are nobody’s to read, and the link of their group is no key’s without persons', async () => {
  await addRun({ group_url: 'https://chat.whatsapp.com/invite' })
  const shown = async () => (await one.api().workshops.list({ course_id: courseId })).runs.length
  expect(await shown()).toBe(1)
  await owner.courses.setPlacement({ params: { id: courseId }, body: { state: 'draft' } })
  expect(await shown()).toBe(0)
  const linkFor = async (scopes: Scope[]) => {
    const { key } = await owner.apiKeys.create({ name: scopes.join(), scopes })
    return (await one.api(key).workshops.adminList({ course_id: courseId })).runs.map(({ group_url }) => group_url)
  }
  expect(await linkFor(['courses:read'])).toEqual([null])
  expect(await linkFor(['courses:read', 'students:read'])).toEqual(['https://chat.whatsapp.com/invite'])
})

test('24 at once for the last seat: one gets it, and nobody else has an order or pays', async () => {
  const run = await addRun({ seats: 1 })
  const shoppers = await Promise.all(Array.from({ length: 24 }, () => buildShopper(one)))
  const tries = await Promise.allSettled(shoppers.map((who) => buy(who, run)))
  const orders = tries.flatMap((tried) => (tried.status === 'fulfilled' ? tried.value : []))
  const refusals = tries.flatMap((tried) => (tried.status === 'rejected' ? String(tried.reason.message) : []))
  const held = 'The last seats of this date are being paid for. Please try again in 15 minutes.'
  expect(refusals).toEqual(Array(23).fill(held))
  expect(orders).toHaveLength(1)
  expect(await one.api().workshops.list({ course_id: courseId })).toMatchObject({ runs: [{ left: 0, state: 'held' }] })
  await pay(orders[0] ?? '')
  expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0, state: 'full' })
  expect(await one.db('run_seats').where({ run_id: run })).toHaveLength(1)
  await refused(buy(await buildShopper(one), run), 'This date is full')
})

test('24 who pay at once after their holds ended: one gets the seat, and all others their money back', async () => {
  const run = await addRun({ seats: 24 })
  const shoppers = await Promise.all(Array.from({ length: 24 }, () => buildShopper(one)))
  const orders = await Promise.all(shoppers.map((who) => buy(who, run)))
  await later(16 * 60_000)
  await owner.workshops.update({ params: { run_id: run }, body: runBody({ seats: 1 }) })
  await Promise.all(orders.map(async (id) => one.gateway(`control/links/${(await findLink(one, id)).id}/pay`, {})))
  await one.gateway('control/deliver', {})
  await requestAll(one)
  await requestAll(one)
  expect(await seatsOf(run)).toMatchObject({ taken: 1, seats: 1 })
  const rows = await one.db('orders').whereIn('order_id', orders).select('status', 'payment_id')
  expect(rows.filter(({ status }) => status === 'paid')).toHaveLength(1)
  expect(rows.filter(({ status }) => status === 'refunded')).toHaveLength(23)
  const back = await Promise.all(rows.map(({ payment_id }) => findRefundsAt(one, payment_id)))
  expect(back.flat().map(({ amount }) => amount)).toEqual(Array(23).fill(100_000))
})

test('a hold that ends while paying: a free seat is still theirs, a taken one gives the money back and says so', async () => {
  const run = await addRun({ seats: 1 })
  const slow = await buildShopper(one)
  const orderId = await buy(slow, run)
  await refused(buy(await buildShopper(one), run), 'being paid for')
  await later(16 * 60_000)
  const fast = await book(run)
  await pay(orderId)
  await requestAll(one)
  expect(await slow.statusOf(orderId)).toBe('refunded')
  expect(await slow.enrolments(courseId)).toEqual([])
  expect(await mailsAbout(slow, 'came too late for a seat')).toHaveLength(1)
  // Neither the buyer nor the owner reads that the course was there already.
  await one.answerWaiting('receipt-mail')
  expect(await mailsAbout(slow, 'your course is open')).toHaveLength(0)
  const stands = await slow.student.orders.paymentStatus({ course_id: courseId, user_id: slow.user.user_id })
  expect(stands).toMatchObject({ order_id: orderId, lost: true })
  await one.answerWaiting('refund-mail')
  expect(await mailsAbout(slow, 'We could not give you what you paid for')).toHaveLength(1)
  expect(await mailsAbout(slow, 'You already had')).toHaveLength(0)
  const lost = await owner.orders.adminGet({ order_id: orderId })
  expect(lost.refunds.map(({ reason }) => reason)).toEqual([`Nothing given: ${courseId}`])
  const [shown] = await slow.student.orders.mine({})
  expect(shown).toMatchObject({ lost: true, buy_again: `/course/${courseId}` })
  expect(await fast.enrolments(courseId)).toHaveLength(1)
  const other = await addRun({ seats: 1 })
  const late = await buildShopper(one)
  const lateOrder = await buy(late, other)
  await later(16 * 60_000)
  await pay(lateOrder)
  expect(await late.statusOf(lateOrder)).toBe('paid')
  await one.answerWaiting('receipt-mail')
  expect(await mailsAbout(late, 'your course is open')).toHaveLength(1)
  expect(await seatsOf(other)).toMatchObject({ taken: 1 })
})

test('money that arrives once its date is over goes back, and says so', async () => {
  const run = await addRun({ seats: 1 })
  const slow = await buildShopper(one)
  const orderId = await buy(slow, run)
  const { id } = await findLink(one, orderId)
  const { payment } = (await one.gateway(`control/links/${id}/fail`, {})) as { payment: { id: string } }
  await later(10 * DAY_MS + 3 * HOUR)
  await one.gateway(`control/payments/${payment.id}/capture`, {})
  await one.gateway('control/deliver', {})
  await requestAll(one)
  expect(await slow.statusOf(orderId)).toBe('refunded')
  expect(await slow.enrolments(courseId)).toEqual([])
  expect(await mailsAbout(slow, 'came too late for a seat')).toHaveLength(1)
})

test('a repeat within the hold keeps the one seat, and one after it needs a free seat', async () => {
  const run = await addRun({ seats: 1 })
  const shopper = await buildShopper(one)
  const orderId = await buy(shopper, run)
  expect(await buy(shopper, run)).toBe(orderId)
  expect(await seatsOf(run)).toMatchObject({ held: 1 })
  await later(16 * 60_000)
  expect(await seatsOf(run)).toMatchObject({ held: 0 })
  const other = await buildShopper(one)
  await buy(other, run)
  const student = await again(shopper)
  await refused(
    student.orders.buy({ query: { user_id: shopper.user.user_id, run_id: run }, body: [courseId] }),
    'being paid for',
  )
})

test('one network holds a tenth of a date and at least three seats, and its further orders hold none', async () => {
  const run = await addRun({ seats: 5 })
  for (let at = 0; at < 5; at++) await buy(await buildShopper(one), run)
  expect(await seatsOf(run)).toMatchObject({ held: 3, left: 2, state: 'open' })
})

test('a hold ends after five minutes where the email is not proven, and is the first to go when a date is full', async () => {
  const run = await addRun({ seats: 2 })
  const [stranger, known, other] = [await buildShopper(one), await buildShopper(one), await buildShopper(one)]
  const prove = (who: Shopper, at: Date | null) =>
    one.db('users').where({ id: who.user.id }).update({ email_proven_at: at })
  await prove(stranger, null)
  for (const who of [known, other]) await prove(who, one.ctx.now())
  const weak = await buy(stranger, run)
  const strong = await buy(known, run)
  await buy(other, run)
  const rows = await one.db('run_seats').whereIn('order_id', [weak, strong]).orderBy('held_until')
  expect(rows.map(({ order_id }) => order_id)).toEqual([weak, strong])
  expect(await seatsOf(run)).toMatchObject({ held: 2 })
  await refused(buy(stranger, run), 'being paid for')
  const second = await addRun({ seats: 2 })
  await buy(stranger, second)
  await later(6 * 60_000)
  expect(await seatsOf(second)).toMatchObject({ held: 0 })
  expect(await seatsOf(run)).toMatchObject({ held: 2 })
})

test('an order that let its hold pass holds none again, and gets a seat that is free when it is paid', async () => {
  const run = await addRun({ seats: 1 })
  const shopper = await buildShopper(one)
  const orderId = await buy(shopper, run)
  await later(16 * 60_000)
  const back = { ...shopper, student: await again(shopper) }
  expect(await buy(back, run)).toBe(orderId)
  expect(await seatsOf(run)).toMatchObject({ held: 0, left: 1 })
  await pay(orderId)
  expect(await seatsOf(run)).toMatchObject({ taken: 1 })
})

test('a purchase without one date and one seat is refused with its reason', async () => {
  const run = await addRun()
  const shopper = await buildShopper(one)
  const { course_id: plain } = await buildCourse(one.db)
  await refused(buy(shopper, run, [courseId, courseId]), 'by itself')
  await refused(buy(shopper, run, [courseId, plain]), 'by itself')
  await refused(buy(shopper, run, [plain]), 'This course has no dates')
  const bundle = await buildCourse(one.db, { kind: 'bundle', bundle_courses: [courseId, plain] })
  await refused(buy(shopper, undefined, [bundle.course_id]), 'by itself')
  await refused(
    owner.workshops.create({ body: { course_id: bundle.course_id, ...runBody() } }),
    'A bundle has no dates',
  )
  await refused(buy(shopper, `run_${'0'.repeat(24)}`), /no dates|does not take place/)
  const closed = await addRun({ sells_until: after(HOUR) })
  await later(2 * HOUR)
  const student = await again(shopper)
  await refused(
    student.orders.buy({ query: { user_id: shopper.user.user_id, run_id: closed }, body: [courseId] }),
    'has closed',
  )
})

test('a code that leaves nothing to pay takes a seat at once', async () => {
  const run = await addRun()
  const shopper = await buildShopper(one)
  const { promocode } = await buildPromocode(one.db, { discount: 100 })
  await buy(shopper, run, [courseId], { promocode })
  expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0 })
  await owner.workshops.cancel({ params: { run_id: run } })
  await shopper.student.workshops.choose({ params: { run_id: run }, body: { choice: 'refund' } })
  expect(await shopper.enrolments(courseId)).toEqual([])
})

test('a refund frees the seat, and the list is notified in its order, one for each free seat', async () => {
  const run = await addRun({ seats: 1 })
  const { orderId } = await book(run)
  const emails = ['first@example.com', 'second@example.com'].map((name) => `${courseId}-${name}`)
  for (const email of emails) {
    await one.api().interest.ask({ course_id: courseId, email, name: '' })
    await one.answerWaiting('interest-mail')
    const [asked = ''] = await mailsTo(one.dataDir, email)
    expect(textOf(asked)).toContain('can be bought')
  }
  expect(await one.db('course_interest').where({ course_id: courseId })).toHaveLength(2)
  await one
    .db('course_interest')
    .where({ course_id: courseId })
    .update({ confirmed_at: one.ctx.now(), expires_at: after(90 * DAY_MS) })
  const notified = () =>
    one
      .db('course_interest')
      .where({ course_id: courseId })
      .whereNotNull('notified_at')
      .orderBy('interest_id')
      .pluck('email')
  await notifyWaiting(one.ctx)
  expect(await notified()).toEqual([])
  await owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'Cannot come' } } as never)
  await requestAll(one)
  expect(await seatsOf(run)).toMatchObject({ taken: 0, left: 1 })
  await notifyWaiting(one.ctx)
  await notifyWaiting(one.ctx)
  expect(await notified()).toEqual(emails.slice(0, 1))
  await one.answerWaiting('on-sale-mail')
  const [, freed = ''] = await mailsTo(one.dataDir, emails[0] ?? '')
  expect(textOf(freed)).toContain('has a free seat')
  await later(2 * HOUR + 60_000)
  await notifyWaiting(one.ctx)
  expect(await notified()).toEqual(emails)
})

test('nobody joins the list of a course that has a free seat', async () => {
  await addRun()
  await one.api().interest.ask({ course_id: courseId, email: 'early@example.com', name: '' })
  await one.answerWaiting('interest-mail')
  expect(await one.db('course_interest').where({ course_id: courseId })).toEqual([])
})

test('a student is moved twice: the end of access and one email follow each time', async () => {
  const [run, second, third] = [
    await addRun(),
    await addRun({ seats: 1, replay_days: 10 }),
    await addRun({ replay_days: 60 }),
  ]
  const shopper = await book(run)
  const { user_id } = shopper.user
  const move = (from: string, to: string) =>
    owner.workshops.move({ params: { run_id: from }, body: { user_ids: [user_id], to } })
  const daysLeft = async () => {
    const [grant] = (await shopper.enrolments(courseId)).filter(({ continued }) => !continued)
    return Math.round((Date.parse(grant.ends_at) - one.ctx.now().getTime()) / DAY_MS)
  }
  expect(await daysLeft()).toBe(40)
  expect(await move(run, second)).toEqual({ message: '1 student moved. Each gets an email.' })
  expect(await daysLeft()).toBe(20)
  await move(second, third)
  expect(await daysLeft()).toBe(70)
  expect(await mailsAbout(shopper, 'is now on')).toHaveLength(2)
  expect([await seatsOf(run), await seatsOf(second), await seatsOf(third)].map((of) => of?.taken)).toEqual([0, 0, 1])
  await refused(move(run, second), 'have no seat', 'not_found')
  await book(second)
  await refused(move(third, second), 'That date has 0 free seats')
  expect(await owner.workshops.people({ run_id: third })).toMatchObject({ people: [{ user_id }] })
})

test('a cancelled date offers the next one or the money back, each by one press that counts once', async () => {
  const run = await addRun()
  const next = await addRun({ starts_at: after(20 * DAY_MS), ends_at: after(20 * DAY_MS + HOUR), seats: 1 })
  const [asha, ravi] = [await book(run), await book(run)]
  await refused(asha.student.workshops.choose({ params: { run_id: run }, body: { choice: 'refund' } }), 'takes place')
  await owner.workshops.cancel({ params: { run_id: run } })
  expect(await mailsAbout(asha, 'does not take place')).toHaveLength(1)
  expect(await asha.student.workshops.mine()).toMatchObject({
    runs: [{ cancelled: true, next: { run_id: next }, refunding: false }],
  })
  await asha.student.workshops.choose({ params: { run_id: run }, body: { choice: 'next' } })
  expect(await asha.student.workshops.mine()).toMatchObject({ runs: [{ run_id: next, cancelled: false }] })
  const money = () => ravi.student.workshops.choose({ params: { run_id: run }, body: { choice: 'refund' } })
  await refused(ravi.student.workshops.choose({ params: { run_id: run }, body: { choice: 'next' } }), 'No other date')
  await Promise.all([money(), money()])
  await requestAll(one)
  const [{ payment_id }] = await one.db('orders').where({ order_id: ravi.orderId })
  expect(await findRefundsAt(one, payment_id)).toMatchObject([{ amount: 100_000 }])
  expect(await ravi.enrolments(courseId)).toEqual([])
  expect(await asha.enrolments(courseId)).not.toEqual([])
  await refused(buy(await buildShopper(one), run), 'does not take place')
})

test('money of a cancelled date that fails late at the bank gives the choice back, as often as it fails', async () => {
  const run = await addRun()
  const next = await addRun({ starts_at: after(20 * DAY_MS), ends_at: after(20 * DAY_MS + HOUR) })
  const asha = await book(run)
  await owner.workshops.cancel({ params: { run_id: run } })
  const choose = (choice: 'next' | 'refund') =>
    asha.student.workshops.choose({ params: { run_id: run }, body: { choice } })
  const [{ payment_id }] = await one.db('orders').where({ order_id: asha.orderId })
  const sent = () => findRefundsAt(one, payment_id)
  const failLate = async () => {
    await requestAll(one)
    await one.gateway(`control/refunds/${(await sent()).at(-1)?.id}/fail`, {})
    await one.gateway('control/deliver', {})
    await requestAll(one)
  }
  for (const times of [1, 2]) {
    await choose('refund')
    expect(await sent()).toHaveLength(times)
    expect((await asha.student.workshops.mine()).runs).toEqual([])
    await failLate()
    expect((await asha.student.workshops.mine()).runs).toMatchObject([
      { run_id: run, refunding: false, next: { run_id: next } },
    ])
  }
  await choose('next')
  expect((await asha.student.workshops.mine()).runs).toMatchObject([{ run_id: next, cancelled: false }])
  expect((await sent()).map(({ status }) => status)).toEqual(['failed', 'failed'])
})

test('money of a cancelled date that is on its way is chosen, also where the owner sent it', async () => {
  const run = await addRun()
  const [asha, ravi] = [await book(run), await book(run)]
  await addRun({ starts_at: after(20 * DAY_MS), ends_at: after(20 * DAY_MS + HOUR) })
  await owner.workshops.cancel({ params: { run_id: run } })
  await one.gateway('control/faults/refunds', { fault: 'hold', count: 2 })
  await asha.student.workshops.choose({ params: { run_id: run }, body: { choice: 'refund' } })
  await owner.orders.refund({ params: { order_id: ravi.orderId }, body: { reason: 'It was cancelled' } })
  for (const { student } of [asha, ravi]) {
    expect((await student.workshops.mine()).runs).toMatchObject([{ cancelled: true, refunding: true, next: null }])
    await refused(student.workshops.choose({ params: { run_id: run }, body: { choice: 'next' } }), 'chosen already')
  }
})

test('a cancelled date paid by coins alone gives them back, and one by a code of 100 % frees the code', async () => {
  await owner.settings.update({ body: { coins: { rupees: 5, at_most_percent: 100 } } })
  const run = await addRun()
  const [asha, ravi] = [await buildShopper(one), await buildShopper(one)]
  await owner.users.addCoins({ params: { id: asha.user.user_id }, query: { amount: '200' } } as never)
  const { promocode } = await buildPromocode(one.db, { discount: 100, max_uses: 1 })
  const orders = [await buy(asha, run, [courseId], { coins: 200 }), await buy(ravi, run, [courseId], { promocode })]
  expect((await asha.student.referrals.coins({})).coins).toBe(0)
  await owner.workshops.cancel({ params: { run_id: run } })
  for (const { student } of [asha, ravi])
    await student.workshops.choose({ params: { run_id: run }, body: { choice: 'refund' } })
  expect((await asha.student.referrals.coins({})).coins).toBe(200)
  for (const [at, who] of [asha, ravi].entries()) {
    expect(await who.statusOf(orders[at] ?? '')).toBe('refunded')
    expect(await who.enrolments(courseId)).toEqual([])
  }
  const { promocodes } = await owner.promocodes.adminList({})
  expect(promocodes.find((found) => found.promocode === promocode)?.uses).toBe(0)
})

test('the seat of an erased person is free, and can be sold', async () => {
  const run = await addRun({ seats: 1 })
  const asha = await book(run)
  await owner.users.delete({ params: { id: asha.user.user_id } })
  expect(await seatsOf(run)).toMatchObject({ taken: 0, left: 1, state: 'open' })
  expect(await owner.workshops.people({ run_id: run })).toEqual({ people: [] })
  await book(run)
  expect(await seatsOf(run)).toMatchObject({ taken: 1, left: 0 })
})

test('a change that would end the access of students at once is refused, and nobody is emailed', async () => {
  const [run, empty] = [await addRun({ replay_days: 0 }), await addRun()]
  const asha = await book(run)
  const change = (run_id: string, fields: object) =>
    owner.workshops.update({ params: { run_id }, body: runBody(fields) })
  // A slip of the year.
  const ago = (days: number) => after(-days * DAY_MS)
  const past = { starts_at: ago(355), ends_at: after(-355 * DAY_MS + 2 * HOUR) }
  const [before] = await asha.enrolments(courseId)
  for (const replay_days of [0, 3650])
    await expect(change(run, { ...past, replay_days })).rejects.toMatchObject({
      status: 422,
      data: { errors: [{ path: 'starts_at', message: expect.stringContaining('is over, and 1 student has a seat') }] },
    })
  const target = await addRun({ starts_at: ago(3), ends_at: ago(2), replay_days: 1 })
  await refused(
    owner.workshops.move({ params: { run_id: run }, body: { user_ids: [asha.user.user_id], to: target } }),
    'That date is over',
  )
  expect(await asha.enrolments(courseId)).toEqual([before])
  expect(await mailsAbout(asha, 'is now on')).toEqual([])
  await change(empty, past)
  // What ended may be corrected, and takes place later after all.
  await later(10 * DAY_MS + 3 * HOUR)
  const [ended] = (await owner.workshops.adminList({ course_id: courseId })).runs.filter(({ run_id }) => run_id === run)
  const { starts_at, ends_at } = ended ?? runBody()
  await owner.workshops.update({ params: { run_id: run }, body: { ...runBody(), starts_at, ends_at, replay_days: 30 } })
  await expect(
    owner.workshops.update({ params: { run_id: run }, body: { ...runBody(), starts_at, ends_at, replay_days: 0 } }),
  ).rejects.toMatchObject({ status: 422, data: { errors: [{ path: 'replay_days' }] } })
  await owner.workshops.update({ params: { run_id: run }, body: runBody() })
})

test('the list hears of a free seat once, also after who was told bought it and gave it back', async () => {
  const run = await addRun({ seats: 1 })
  const { orderId } = await book(run)
  const told = await buildShopper(one)
  const emails = [told.user.email, 'later@example.com']
  for (const email of emails) {
    await one.api().interest.ask({ course_id: courseId, email, name: '' })
    await one.answerWaiting('interest-mail')
  }
  await one
    .db('course_interest')
    .where({ course_id: courseId })
    .update({ confirmed_at: one.ctx.now(), expires_at: after(90 * DAY_MS) })
  const notified = async () => {
    await notifyWaiting(one.ctx)
    return one
      .db('course_interest')
      .where({ course_id: courseId })
      .whereNotNull('notified_at')
      .orderBy('interest_id')
      .pluck('email')
  }
  const refund = async (order_id: string) => {
    await owner.orders.refund({ params: { order_id }, body: { reason: 'Cannot come' } })
    await requestAll(one)
  }
  await refund(orderId)
  expect(await notified()).toEqual(emails.slice(0, 1))
  const { orderId: bought } = await book(run, told)
  await later(3 * 60_000)
  await refund(bought)
  // Who was told has had the seat: it is free for the next one.
  expect(await notified()).toEqual(emails)
})

test('the calendar file rises with each change of the date, and the emails carry it', async () => {
  const run = await addRun()
  const other = await addRun({ starts_at: after(20 * DAY_MS), ends_at: after(20 * DAY_MS + HOUR) })
  const asha = await book(run)
  const file = async () => {
    const { runs } = await asha.student.workshops.mine()
    const text = await (await asha.student.workshops.calendar({ run_id: runs[0]?.run_id ?? '' })).text()
    return (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1]
  }
  const facts = async () => {
    const of = await file()
    return ['SEQUENCE', 'METHOD', 'STATUS'].map(of)
  }
  const uid = (await file())('UID')
  expect(await facts()).toEqual(['0', 'PUBLISH', 'CONFIRMED'])
  await owner.workshops.update({
    params: { run_id: run },
    body: runBody({ starts_at: after(11 * DAY_MS), ends_at: after(11 * DAY_MS + HOUR) }),
  })
  expect(await facts()).toEqual(['1', 'PUBLISH', 'CONFIRMED'])
  // Seats and group are no change of the event.
  const [present] = (await owner.workshops.adminList({ course_id: courseId })).runs.filter(
    ({ run_id }) => run_id === run,
  )
  const { starts_at, ends_at } = present ?? runBody()
  await owner.workshops.update({ params: { run_id: run }, body: { ...runBody({ seats: 9 }), starts_at, ends_at } })
  expect(await facts()).toEqual(['1', 'PUBLISH', 'CONFIRMED'])
  await owner.workshops.move({ params: { run_id: run }, body: { user_ids: [asha.user.user_id], to: other } })
  expect(await facts()).toEqual(['2', 'PUBLISH', 'CONFIRMED'])
  await owner.workshops.cancel({ params: { run_id: other } })
  expect(await facts()).toEqual(['3', 'CANCEL', 'CANCELLED'])
  expect((await file())('UID')).toBe(uid)
  await one.answerWaiting('run-mail')
  const mails = (await mailsTo(one.dataDir, asha.user.email)).filter((mail) => mail.includes('text/calendar'))
  expect(mails.at(-1)).toContain('method=CANCEL')
  const [, content = ''] =
    /Content-Type: text\/calendar[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(mails.at(-1) ?? '') ?? []
  expect(Buffer.from(content, 'base64').toString()).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:3/)
})

test('another time or more replay moves the end of access, and fewer seats than are taken are refused', async () => {
  const run = await addRun({ seats: 2 })
  const shopper = await book(run)
  await book(run)
  await refused(owner.workshops.update({ params: { run_id: run }, body: runBody({ seats: 1 }) }), 'seats are taken')
  const body = runBody({ starts_at: after(15 * DAY_MS), ends_at: after(15 * DAY_MS + HOUR), replay_days: 5 })
  const shown = async () =>
    (await owner.workshops.adminList({ course_id: courseId })).runs.find((one) => one.run_id === run)
  const over = { params: { run_id: run }, headers: { 'if-match': `"${(await shown())?.version}"` } }
  expect((await owner.workshops.update({ ...over, body })).run).toEqual(await shown())
  await expect(owner.workshops.update({ ...over, body: runBody({ seats: 9 }) })).rejects.toMatchObject({
    code: 'edit_conflict',
    data: { current: await shown() },
  })
  const [grant] = await shopper.enrolments(courseId)
  expect(new Date(grant.ends_at).toISOString()).toBe(new Date(Date.parse(body.ends_at) + 5 * DAY_MS).toISOString())
  expect(await mailsAbout(shopper, 'is now on')).toHaveLength(1)
})

test('reminders go out a day, an hour and ten minutes before, each once, and access ends after the replay', async () => {
  const run = await addRun()
  const shopper = await book(run)
  const count = async () => {
    await runRoundJob(one.ctx).run({}, '')
    await runRoundJob(one.ctx).run({}, '')
    return (await mailsAbout(shopper, 'begins on')).length
  }
  expect(await count()).toBe(0)
  const sums: number[] = []
  for (const before of [23 * HOUR, 50 * 60_000, 9 * 60_000]) {
    await later(
      10 * DAY_MS - before - (sums.length === 0 ? 0 : 10 * DAY_MS - ([23 * HOUR, 50 * 60_000][sums.length - 1] ?? 0)),
    )
    sums.push(await count())
  }
  expect(sums).toEqual([1, 2, 3])
  await later(30 * DAY_MS)
  const student = await again(shopper)
  expect(
    (await student.account.dashboard()).orders.find(({ course_id }) => course_id === courseId)?.access?.ended,
  ).toBeFalsy()
  await later(DAY_MS)
  const late = await again(shopper)
  expect((await late.account.dashboard()).orders.find(({ course_id }) => course_id === courseId)?.access?.ended).toBe(
    true,
  )
  expect((await late.workshops.mine()).runs).toEqual([])
})

test('a live lesson of a date opens to those with a seat of it until it is over', async () => {
  const [run, other] = [await addRun(), await addRun({ starts_at: after(40 * DAY_MS), ends_at: after(41 * DAY_MS) })]
  const [here, elsewhere] = [await book(run), await book(other)]
  const { lesson_id } = await buildLesson(one.db, { course_id: courseId, title: 'Live', kind: 'live', watch_link: '' })
  const starts_at = runBody().starts_at
  const body = { starts_at, minutes: 60, join_link: 'https://meet.example.com/abc' }
  await owner.live.save({ params: { lesson_id }, body })
  expect(await here.student.live.next()).toMatchObject({ lesson: { lesson_id } })
  expect(await elsewhere.student.live.next()).toEqual({ lesson: null })
  await refused((await again(elsewhere)).live.calendar({ lesson_id }), 'not open yet', 'forbidden')
  await later(10 * DAY_MS + 4 * HOUR)
  expect(await (await again(elsewhere)).live.calendar({ lesson_id })).toBeTruthy()
})
