import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payWithEvent, type Shopper } from '../../../../test/shopper.ts'
import { refreshDays } from '../../../serve/reports/overview/day-figures.queries.ts'
import { findTopCourses } from '../../../serve/reports/overview/overview.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

/** Makes courses at ₹1000, ₹600 and ₹400, and a bundle of them at ₹1200. */
async function makeBundle(access_period: string | null = null) {
  const { db } = server
  const courses = [
    await buildCourse(db, { name: 'First', price: 1000 }),
    await buildCourse(db, { name: 'Second', price: 600, access_period: 'P6M' }),
    await buildCourse(db, { name: 'Third', price: 400 }),
  ]
  const ids = courses.map((course) => course.course_id)
  const fields = { name: 'All three', kind: 'bundle', price: 1200, bundle_courses: ids, access_period } as const
  const bundle = (await buildCourse(db, fields)).course_id
  return { bundle, ids, first: ids[0] ?? '', second: ids[1] ?? '', third: ids[2] ?? '' }
}

async function buyAndPay(shopper: Shopper, ids: string[]) {
  const bought = await shopper.buy(ids)
  await payWithEvent(server, bought.link)
  return bought
}

const owns = async ({ user }: Shopper) =>
  (
    await server.db('enrolments').where({ user_id: user.id, revoked_at: null, continued: false }).pluck('course_id')
  ).sort()

it('a bundle enrols in each of its courses, whose prices sum to what was charged', async () => {
  const { bundle, ids, first, second } = await makeBundle('P12M')
  const shopper = await buildShopper(server)
  const price = await shopper.student.orders.price({ course_ids: [bundle] })
  expect(price).toMatchObject({ subtotal: 1200, credit: 0, discount: 0, total: 1200 })
  expect(price.lines[0]?.includes?.map((one) => one.price)).toEqual([600, 360, 240])
  await buyAndPay(shopper, [bundle])
  expect(await owns(shopper)).toEqual(ids.toSorted())
  const [order] = await shopper.student.orders.mine({})
  expect(order).toMatchObject({ status: 'paid', total: 1200, discount: 0 })
  expect(order?.courses).toEqual([
    expect.objectContaining({
      course_id: bundle,
      course_name: 'All three',
      price: 1200,
      quantity: 1,
      includes: [
        { course_id: first, course_name: 'First', price: 600 },
        expect.objectContaining({ course_id: second, price: 360 }),
        expect.objectContaining({ course_name: 'Third', price: 240 }),
      ],
    }),
  ])
  // The longer of both periods: the second course alone has an end.
  const ends = await server.db('enrolments').where({ user_id: shopper.user.id }).whereNotNull('access_period')
  expect(ends).toMatchObject([{ course_id: second, access_period: 'P12M' }])
  expect(
    await shopper.student.orders.paymentStatus({ course_id: bundle, user_id: shopper.user.user_id }),
  ).toMatchObject({
    status: 'paid',
  })
  const shown = await shopper.student.account.dashboard()
  expect(shown.orders.map((one) => one.course_id).sort()).toEqual(ids.toSorted())
  await expect(shopper.student.orders.price({ course_ids: [bundle] })).rejects.toMatchObject({
    code: 'already_purchased',
  })
  await refreshDays(server.db)
  const day = { from: '2000-01-01', to: '2999-12-31' }
  const sold = await findTopCourses(server.db, day)
  expect(sold.find((one) => one.course_id === first)).toMatchObject({ orders: 1, revenue_paise: 60_000 })
  expect(sold.some((one) => one.course_id === bundle)).toBe(false)
  expect(await server.db('day_courses').where({ course_id: bundle })).toMatchObject([
    { orders: 1, revenue_paise: 120_000 },
  ])
})

it('a course that the buyer has paid for is credited; one from a gift or an admin is not', async () => {
  const { db } = server
  const { bundle, first, second, third } = await makeBundle()
  const shopper = await buildShopper(server)
  await buyAndPay(shopper, [first])
  const given_by = (await db('admins').first('id')).id
  await db('enrolments').insert({ user_id: shopper.user.id, course_id: third, granted_at: new Date(), given_by })
  const price = await shopper.student.orders.price({ course_ids: [bundle] })
  expect(price).toMatchObject({ subtotal: 1200, credit: 600, discount: 0, total: 600 })
  expect(price.lines[0]?.includes).toMatchObject([{ price: 0, owned: true }, { price: 360 }, { price: 240 }])
  const code = await buildPromocode(db, { discount: 50, course_id: bundle })
  const coded = await shopper.student.orders.price({ course_ids: [bundle], promocode: code.promocode })
  expect(coded).toMatchObject({ credit: 600, discount: 300, total: 300 })
  const { orderId } = await buyAndPay(shopper, [bundle])
  expect(await owns(shopper)).toEqual([first, second, third].sort())
  const [order] = await shopper.student.orders.mine({})
  expect(order).toMatchObject({ subtotal: 1200, credit: 600, discount: 0, total: 600, status: 'paid' })
  // Nothing of it is owed back, and a refund by course gives back what was charged for it.
  expect(await db('refunds').where({ order_id: orderId })).toEqual([])
  const admin = server.api(await server.adminToken())
  const seen = await admin.orders.adminGet({ order_id: orderId })
  expect(seen.seats.map(({ course_id, amount }) => [course_id, amount])).toEqual([
    [second, 360],
    [third, 240],
  ])
})

it('a course that is in the cart twice is charged once, by the bundle; a seat for somebody else is charged', async () => {
  const { bundle, first } = await makeBundle()
  const { student } = await buildShopper(server)
  expect(await student.orders.price({ course_ids: [first, bundle] })).toMatchObject({ credit: 1000, total: 1200 })
  expect(await student.orders.price({ course_ids: [first, first, bundle] })).toMatchObject({
    credit: 1000,
    total: 2200,
  })
})

it('a gift of a bundle is one code, which opens every course of it and goes back whole', async () => {
  const { bundle, ids, first } = await makeBundle()
  const shopper = await buildShopper(server)
  const { orderId } = await buyAndPay(shopper, [bundle, bundle, bundle])
  const [order] = await shopper.student.orders.mine({})
  expect(order?.gift_codes).toHaveLength(2)
  const code = order?.gift_codes?.[0]?.code ?? ''
  const friend = await buildShopper(server)
  const look = await friend.student.gifts.lookMine({ code })
  expect(look).toMatchObject({ course_id: bundle, course_name: 'All three', state: 'open' })
  expect(look.includes?.map((one) => one.course_id)).toEqual(ids)
  await friend.student.gifts.redeem({ code })
  expect(await owns(friend)).toEqual(ids.toSorted())
  const admin = server.api(await server.adminToken())
  const { seats } = await admin.orders.adminGet({ order_id: orderId })
  expect(seats.map(({ course_id, seat, amount }) => [course_id, seat, amount])).toEqual([
    [first, 0, 600],
    [bundle, 1, 1200],
    [bundle, 2, 1200],
    [ids[1], 0, 360],
    [ids[2], 0, 240],
  ])
  const back = (wanted: { course_id: string; seat: number }[]) =>
    admin.orders.refund({ params: { order_id: orderId }, body: { seats: wanted, reason: 'Asked for' } })
  const gift = seats.find((one) => one.code === code)
  await back([{ course_id: bundle, seat: gift?.seat ?? 0 }])
  expect(await owns(friend)).toEqual([])
  await back([{ course_id: first, seat: 0 }])
  expect(await owns(shopper)).toEqual(ids.slice(1).toSorted())
  expect(await server.db('refunds').where({ order_id: orderId }).orderBy('amount_paise').pluck('amount_paise')).toEqual(
    [60_000, 120_000],
  )
})

it('an open order of a bundle ends when one of its courses is bought meanwhile', async () => {
  const { bundle, first } = await makeBundle()
  const shopper = await buildShopper(server)
  const waiting = await shopper.buy([bundle])
  await buyAndPay(shopper, [first])
  expect(await shopper.student.orders.price({ course_ids: [bundle] })).toMatchObject({ credit: 600, total: 600 })
  const again = await shopper.buy([bundle])
  expect(again.orderId).not.toBe(waiting.orderId)
  const overlap = await server.db('orders').where({ order_id: again.orderId }).first()
  expect(overlap).toMatchObject({ total_paise: 60_000, credit_paise: 60_000 })
})
