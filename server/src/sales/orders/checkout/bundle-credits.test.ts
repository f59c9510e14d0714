import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payWithEvent, type Shopper } from '../../../../test/shopper.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

/** Makes courses at ₹1000, ₹600 and ₹400, and a bundle of them at ₹1200: the shares are ₹600, ₹360 and ₹240. */
async function makeBundle() {
  const { db } = server
  const prices = [1000, 600, 400]
  const ids: string[] = []
  for (const price of prices) ids.push((await buildCourse(db, { price })).course_id)
  const bundle = (await buildCourse(db, { kind: 'bundle', price: 1200, bundle_courses: ids })).course_id
  const [first = '', second = '', third = ''] = ids
  return { bundle, first, second, third }
}

async function buyAndPay(
  shopper: Shopper,
  ids: string[],
  { discount, state }: { discount?: number; state?: string } = {},
) {
  const bought = await shopper.buy(ids, discount, state ? { billing_state: state } : {})
  await payWithEvent(server, bought.link)
  return bought
}

const creditOf = async ({ student }: Shopper, id: string) => (await student.orders.price({ course_ids: [id] })).credit
const seatsOf = async (order_id: string) =>
  (await owner.orders.adminGet({ order_id })).seats.map(({ course_id, amount }) => [course_id, amount])

/** Grants a course as a move, an admin or a free course does. */
async function grant({ user }: Shopper, course_id: string, way: 'moved' | 'granted' | 'free') {
  const { db } = server
  const given_by = (await db('admins').first('id')).id
  const row = { user_id: user.id, course_id, granted_at: new Date() }
  if (way === 'free') return db('enrolments').insert({ ...row, free: true })
  if (way === 'granted') return db('enrolments').insert({ ...row, given_by })
  const move_id = `move-${course_id}`
  await db('moves').insert({
    move_id,
    status: 'done',
    kind: 'students',
    source: 'other',
    file_name: 'a.csv',
    pasted: false,
    headings_key: 'k',
    read: '{}',
    rows: 1,
    made_by: given_by,
    made_at: new Date(),
  })
  await db('enrolments').insert({ ...row, given_by, move_id })
}

async function redeemGift(shopper: Shopper, course_id: string) {
  const giver = await buildShopper(server)
  await buyAndPay(giver, [course_id, course_id])
  const [order] = await giver.student.orders.mine({})
  await shopper.student.gifts.redeem({ code: order?.gift_codes?.[0]?.code ?? '' })
}

it('a bundle credits what was paid for a course, never more than its share', async () => {
  const { bundle, first, second } = await makeBundle()
  const shopper = await buildShopper(server)
  await buyAndPay(shopper, [first], { discount: 99 })
  expect(await creditOf(shopper, bundle)).toBe(10)
  await buyAndPay(shopper, [second])
  expect(await creditOf(shopper, bundle)).toBe(370)
})

it('a course whose credit is a part is sold with the bundle for the rest, and goes back for it', async () => {
  const { bundle, first, second, third } = await makeBundle()
  const shopper = await buildShopper(server)
  const earlier = await buyAndPay(shopper, [first], { discount: 99 })
  const { orderId } = await buyAndPay(shopper, [bundle, bundle])
  expect(await shopper.statusOf(orderId)).toBe('paid')
  expect(await server.db('refunds').where({ order_id: orderId })).toEqual([])
  expect(await seatsOf(orderId)).toEqual([
    [first, 590],
    [bundle, 1200],
    [second, 360],
    [third, 240],
  ])
  // The sum of both orders counts for the next bundle.
  const fields = {
    kind: 'bundle' as const,
    price: 1000,
    bundle_courses: [first, (await buildCourse(server.db)).course_id],
  }
  const next = await buildCourse(server.db, fields)
  const { credits } = await shopper.student.orders.price({ course_ids: [next.course_id] })
  expect(credits).toEqual([{ course_id: first, amount: 600 }])
  await owner.orders.refund({ params: { order_id: earlier.orderId }, body: { reason: 'Asked for' } })
  expect((await shopper.enrolments(first)).filter((one) => one.order_id === orderId)).toHaveLength(1)
})

it('the same course in two bundles of a cart costs its greater share, in whatever order they are chosen', async () => {
  const { bundle, first } = await makeBundle()
  const dear = await buildCourse(server.db, { price: 19_000 })
  const fields = { kind: 'bundle' as const, price: 500, bundle_courses: [first, dear.course_id] }
  const { course_id: cheap } = await buildCourse(server.db, fields)
  const { student } = await buildShopper(server)
  for (const course_ids of [
    [bundle, cheap],
    [cheap, bundle],
  ])
    expect(await student.orders.price({ course_ids })).toMatchObject({ subtotal: 1700, credit: 25, total: 1675 })
})

it('the refunded part of a course gives no credit, by seat and by sum', async () => {
  const { bundle, first, second } = await makeBundle()
  const shopper = await buildShopper(server)
  const { orderId } = await buyAndPay(shopper, [first, second])
  expect(await creditOf(shopper, bundle)).toBe(960)
  const body = { seats: [{ course_id: second, seat: 0 }], reason: 'Asked for' }
  await owner.orders.refund({ params: { order_id: orderId }, body })
  expect(await creditOf(shopper, bundle)).toBe(600)
  await owner.orders.refund({ params: { order_id: orderId }, body: { amount: 700, reason: 'Goodwill' } })
  expect(await creditOf(shopper, bundle)).toBe(300)
})

it('moved courses count with their share, gifts and free ones not, until the settings say otherwise', async () => {
  const { bundle, first, second, third } = await makeBundle()
  const [moved, input, free, gifted] = await Promise.all([1, 2, 3, 4].map(() => buildShopper(server)))
  if (!moved || !input || !free || !gifted) throw new Error('no shoppers')
  await grant(moved, first, 'moved')
  await grant(input, second, 'granted')
  await grant(free, third, 'free')
  await redeemGift(gifted, second)
  const credits = () => Promise.all([moved, input, free, gifted].map((one) => creditOf(one, bundle)))
  expect(await credits()).toEqual([600, 0, 0, 0])
  await owner.settings.update({ body: { bundles: { moved: false, gifted: true } } })
  expect(await credits()).toEqual([0, 0, 0, 360])
  await owner.settings.update({ body: { bundles: { moved: true, granted: true } } })
  expect(await credits()).toEqual([600, 360, 240, 360])
  const { credits: counted } = await moved.student.orders.price({ course_ids: [bundle] })
  expect(counted).toEqual([{ course_id: first, amount: null }])
})

it('GST on top of the price is no part of the credit', async () => {
  const { ctx } = server
  await addTaxSettings(ctx, taxSettings({ valid_from: indianDay(ctx.now()), prices: 'exclusive' }))
  const { bundle, first } = await makeBundle()
  const shopper = await buildShopper(server)
  await buyAndPay(shopper, [first], { discount: 70, state: '27' })
  expect(await creditOf(shopper, bundle)).toBe(300)
})
