import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, findRefundsAt, payWithEvent, requestAll, type Shopper } from '../../../test/shopper.ts'

const HOUR = 3_600_000

let one: TestServer
let owner: ApiClient
let regular: Shopper
let courseId: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  owner = one.api(await one.adminToken())
  regular = await buildShopper(one)
  courseId = (await buildCourse(one.db, { price: 1000, name: 'Pottery' })).course_id
  await owner.courses.update({ params: { id: courseId }, body: { workshops: true } })
})

const after = (ms: number) => new Date(one.ctx.now().getTime() + ms).toISOString()
/** Adds a date so many days ahead. */
const addRun = async (days: number, fields: object = {}) =>
  (
    await owner.workshops.create({
      body: {
        course_id: courseId,
        starts_at: after(days * DAY_MS),
        ends_at: after(days * DAY_MS + 2 * HOUR),
        seats: 2,
        replay_days: 30,
        ...fields,
      },
    })
  ).run_id
const order = async (run_id: string, who = regular, more: object = {}) =>
  (await who.student.orders.buy({ query: { user_id: who.user.user_id, run_id, ...more }, body: [courseId] })).order_id
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))
async function book(run_id: string, who = regular) {
  const orderId = await order(run_id, who)
  await pay(orderId)
  return orderId
}
const code = async (discount = 10) => ({ promocode: (await buildPromocode(one.db, { discount })).promocode })
const seatsOf = async (runId: string) =>
  (await owner.workshops.adminList({ course_id: courseId })).runs.find(({ run_id }) => run_id === runId)
const ownDates = async (who = regular) => (await who.student.workshops.mine()).runs.map(({ run_id }) => run_id)
const daysLeft = async (who = regular) => {
  const { orders } = await who.student.account.dashboard()
  const end = orders.find(({ course_id }) => course_id === courseId)?.access?.ends_at
  return end && Math.round((Date.parse(end) - one.ctx.now().getTime()) / DAY_MS)
}
const refused = (call: Promise<unknown>, code: string, message: string | RegExp) =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) })

describe('a regular of a workshop', () => {
  test('books a second date while the access of the first one is open, and keeps the later end', async () => {
    const [first, second] = [await addRun(10), await addRun(20)]
    await book(first)
    const query = { course_ids: [courseId], run_id: second }
    expect(await regular.student.orders.price(query)).toMatchObject({ total: 1000 })
    expect(await regular.student.orders.price({ course_ids: [courseId] })).toMatchObject({ total: 1000 })
    const orderId = await book(second)
    expect(await regular.statusOf(orderId)).toBe('paid')
    expect([await seatsOf(first), await seatsOf(second)]).toMatchObject([{ taken: 1 }, { taken: 1 }])
    expect(await ownDates()).toEqual([first, second])
    expect(await daysLeft()).toBe(50)
    // Neither order reads that its buyer had the course before.
    for (const mine of await regular.student.orders.mine({})) expect(mine).not.toHaveProperty('owned')
    await owner.orders.refund({ params: { order_id: orderId }, body: { reason: 'Cannot come' } } as never)
    await requestAll(one)
    expect(await seatsOf(second)).toMatchObject({ taken: 0 })
    expect(await daysLeft()).toBe(40)
  })

  test('books the same date once, however soon its access ends', async () => {
    const [soon, long] = [await addRun(10, { replay_days: 3 }), await addRun(20)]
    for (const run of [soon, long]) {
      await book(run)
      await refused(order(run), 'already_purchased', /^You already own Pottery \(\d+ \w+ \d{4}, .+\)$/)
      const query = { course_ids: [courseId], run_id: run }
      await refused(regular.student.orders.price(query), 'already_purchased', 'You already own Pottery')
      expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0 })
    }
  })

  test('who pays two orders of one date has one seat, and the second money goes back', async () => {
    const run = await addRun(10)
    const [first, second] = [await order(run), await order(run, regular, await code())]
    const links = await Promise.all([first, second].map((id) => findLink(one, id)))
    for (const link of links) await one.gateway(`control/links/${link.id}/pay`, {})
    await one.gateway('control/deliver', {})
    await requestAll(one)
    await requestAll(one)
    expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0 })
    const rows = await one.db('orders').whereIn('order_id', [first, second]).select('order_id', 'status', 'payment_id')
    expect(rows.map(({ status }) => status).sort()).toEqual(['paid', 'refunded'])
    const back = await Promise.all(rows.map(({ payment_id }) => findRefundsAt(one, payment_id)))
    expect(back.flat()).toHaveLength(1)
    const { order_id = '' } = rows.find(({ status }) => status === 'refunded') ?? {}
    const { refunds } = await owner.orders.adminGet({ order_id })
    expect(refunds).toMatchObject([{ reason: expect.stringContaining('Owned already') }])
  })

  test('is moved to no date of which they have a seat', async () => {
    const [first, second, third] = [await addRun(10), await addRun(20), await addRun(30)]
    await book(first)
    await book(second)
    const move = { params: { run_id: first }, body: { user_ids: [regular.user.user_id], to: second } }
    await refused(owner.workshops.move(move), 'conflict', 'have a seat of that date already')
    await owner.workshops.cancel({ params: { run_id: first } })
    expect((await regular.student.workshops.mine()).runs[0]?.next).toMatchObject({ run_id: third })
    await regular.student.workshops.choose({ params: { run_id: first }, body: { choice: 'next' } })
    expect(await ownDates()).toEqual([second, third])
  })

  test('who has the course for good has a seat once it is booked', async () => {
    const run = await addRun(10)
    // A payment proves whose the address is.
    const { link } = await regular.buyOne()
    await payWithEvent(one, link)
    const people = [{ email: regular.user.email, phone: null, name: null }]
    await owner.enrolments.give({ course_ids: [courseId], people, mail: false })
    await book(run)
    expect(await seatsOf(run)).toMatchObject({ taken: 1 })
    expect(await daysLeft()).toBeUndefined()
  })
})

describe('a hold', () => {
  test('belongs to its person: a new order of theirs takes it over, and either order can be paid', async () => {
    for (const paidFirst of [0, 1]) {
      const run = await addRun(10, { seats: 1 })
      const who = await buildShopper(one)
      const orders = [await order(run, who), await order(run, who, await code())]
      await refused(order(run), 'conflict', 'being paid for')
      expect([await who.student.workshops.mine(), await regular.student.workshops.mine()]).toMatchObject([
        { runs: [], holds: [run] },
        { runs: [], holds: [] },
      ])
      await pay(orders[paidFirst] ?? '')
      expect(await who.statusOf(orders[paidFirst] ?? '')).toBe('paid')
      expect(await seatsOf(run)).toMatchObject({ taken: 1, held: 0 })
    }
  })
})

test('an offer sells no course with dates: none can be made, and one of before ends', async () => {
  const cart = (await buildCourse(one.db, { price: 499 })).course_id
  const body = { course_id: courseId, price: 149, headline: 'A date', with: 'any', active: true } as const
  const dated = (workshops: boolean) => owner.courses.update({ params: { id: courseId }, body: { workshops } })
  await expect(owner.offers.add({ body })).rejects.toMatchObject({
    status: 422,
    data: { errors: [{ path: 'course_id', message: expect.stringContaining('without dates') }] },
  })
  await dated(false)
  const { offer_id: offer } = await owner.offers.add({ body })
  const shown = async () => (await one.api().offers.forCart({ course_ids: cart })).map(({ offer_id }) => offer_id)
  expect(await shown()).toEqual([offer])
  await dated(true)
  expect(await shown()).toEqual([])
  expect((await owner.offers.list({})).offers[0]).toMatchObject({ state: 'not_sold' })
  const bought = regular.student.orders.buy({
    query: { user_id: regular.user.user_id, offer },
    headers: {},
    body: [cart],
  })
  await expect(bought).rejects.toMatchObject({ status: 409, code: 'offer_ended' })
})
