import { addPeriod } from 'contract/access-period'
import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, type Shopper } from '../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let course: string
let other: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  owner = one.api(await one.adminToken())
  shopper = await buildShopper(one)
  course = (await buildCourse(one.db, { name: 'Ledger', price: 300, access_period: 'P60D' })).course_id
  other = (await buildCourse(one.db, { name: 'Tally', price: 700 })).course_id
  await owner.courses.update({ params: { id: course }, body: { options: OPTIONS } })
})

const OPTIONS = [
  { option_id: 'short', name: 'Two months', price: 300, access_days: 60 },
  { option_id: 'life', name: 'For life', price: 2500, access_days: null },
]
const LIFE = () => ({ options: { [course]: 'life' } })
/** A bundle of both courses at ₹900, of which the first one has ₹270. */
const buildBundle = async (access_period: string | null = null) =>
  (
    await buildCourse(one.db, {
      name: 'Both',
      kind: 'bundle',
      price: 900,
      bundle_courses: [course, other],
      access_period,
    })
  ).course_id
async function buy(ids: string[], fields: object = {}) {
  const query = { user_id: shopper.user.user_id, ...fields }
  const { order_id } = await shopper.student.orders.buy({ query, body: ids })
  await payWithEvent(one, await findLink(one, order_id))
  return order_id
}
const rowOf = (order_id: string) => one.db('orders').where({ order_id }).first()
const endOf = async (who = shopper): Promise<Date | null | undefined> => {
  const [head] = (await who.enrolments(course)).filter(({ continued }) => !continued)
  return head && (head.ends_at === null ? null : new Date(head.ends_at))
}
const refused = (call: Promise<unknown>, code: string, message: string) =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringContaining(message) })

describe('an option beside a bundle of its course', () => {
  test('is refused where it is longer: the bundle pays for no more than it gives', async () => {
    const bundle = await buildBundle()
    const message = '‘Both’ has this course for a shorter time. Buy ‘Ledger (For life)’ by itself.'
    for (const ids of [
      [bundle, course],
      [course, bundle],
    ]) {
      await refused(shopper.student.orders.price({ course_ids: ids, ...LIFE() }), 'conflict', message)
      await refused(buy(ids, LIFE()), 'conflict', message)
    }
    const order = await buy([bundle, course])
    expect(await rowOf(order)).toMatchObject({ total_paise: 90_000, credit_paise: 30_000 })
    expect(await endOf()).toEqual(addPeriod(new Date((await rowOf(order)).paid_at), 'P60D'))
  })

  test('is a gift for its own time, however long the bundle is', async () => {
    const long = await buildBundle('P999D')
    await buy([long, course, course])
    const [gift] = await one.db('gift_codes').where({ course_id: course }).orderBy('created_at', 'desc')
    const friend = await buildShopper(one)
    await friend.student.gifts.redeem({ code: gift.code } as never)
    const [grant] = await friend.enrolments(course)
    expect(new Date(grant.ends_at).getTime() - new Date(grant.granted_at).getTime()).toBe(60 * DAY_MS)
  })
})

describe('a bundle with a course that its buyer has for a time', () => {
  test('gives it for its own longer time, which begins now', async () => {
    const bundle = await buildBundle('P90D')
    await buy([course])
    one.clock.advance(DAY_MS)
    shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
    const order = await buy([bundle])
    expect(await rowOf(order)).toMatchObject({ credit_paise: 27_000, total_paise: 63_000 })
    expect(await endOf()).toEqual(addPeriod(new Date((await rowOf(order)).paid_at), 'P90D'))
  })

  test('gives no day of it again where its time is as long as the bought one', async () => {
    const bundle = await buildBundle()
    await buy([course])
    const bought = await endOf()
    one.clock.advance(20 * DAY_MS)
    shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
    const order = await buy([bundle])
    expect(await rowOf(order)).toMatchObject({ credit_paise: 27_000, total_paise: 63_000 })
    expect(await endOf()).toEqual(bought)
  })
})

test('who has the shorter option is led to the upgrade', async () => {
  await buy([course])
  const message = 'You have Ledger for a shorter time. Upgrade it on your dashboard: you pay only the difference.'
  await refused(shopper.student.orders.price({ course_ids: [course], ...LIFE() }), 'already_purchased', message)
  await expect(buy([course], LIFE())).rejects.toMatchObject({ data: { course_id: course, upgrade: true }, message })
  await refused(buy([course]), 'already_purchased', 'You already own Ledger')
  expect(await shopper.student.options.upgrades()).toMatchObject([{ options: [{ option_id: 'life', total: 2200 }] }])
})

test('a first option of another end than its course is refused, and one without days follows the course', async () => {
  const save = (body: object) => owner.courses.update({ params: { id: course }, body: body as never })
  const invalid = (path: string) => ({ code: 'invalid', data: { errors: [{ path }] } })
  const first = (access_days?: number) => ({ options: [{ ...OPTIONS[0], access_days }, OPTIONS[1]] })
  await expect(save(first(30))).rejects.toMatchObject(invalid('options.0.access_days'))
  await expect(save({ access_period: null })).rejects.toMatchObject(invalid('access_period'))
  await expect(save({ ...first(30), access_period: 'P1M' })).rejects.toMatchObject(invalid('options.0.access_days'))
  await save({ ...first(30), access_period: 'P30D' })
  await save(first())
  await save({ access_period: 'P1M' })
  const order = await buy([course], { options: { [course]: 'short' } })
  expect(await endOf()).toEqual(addPeriod(new Date((await rowOf(order)).paid_at), 'P1M'))
})
