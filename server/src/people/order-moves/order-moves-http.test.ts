import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent } from '../../../test/shopper.ts'

let one: TestServer
let owner: ApiClient
beforeAll(async () => {
  one = await startTestServer({ work: false })
  owner = one.api(await one.adminToken())
})
afterAll(() => one.stop())

async function paidOrder(quantity = 1) {
  const shopper = await buildShopper(one)
  const { orderId, orderNo, course } = await shopper.buyOne(quantity)
  await payWithEvent(one, await findLink(one, orderId))
  return { ...shopper, order_id: orderId, order_no: orderNo, course_id: course.course_id }
}
const move = (order_no: string, email: string, by: ApiClient = owner) =>
  by.orderMoves.move({ params: { order_no }, body: { email, reason: 'bought with the wrong address' } })
const coursesOf = async (id: number) =>
  (await one.db('enrolments').where({ user_id: id, revoked_at: null })).map(({ course_id }) => course_id)
const refused = (call: Promise<unknown>, words: RegExp, code = 'conflict') =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(words) })

test('a paid order opens its course for another person, again for a third, and a refund ends it there', async () => {
  const { user, order_id, order_no, course_id } = await paidOrder()
  await move(order_no, 'new.person@example.com')
  const [made] = await one.db('users').where({ email: 'new.person@example.com' })
  expect(await coursesOf(user.id)).toEqual([])
  expect(await coursesOf(made.id)).toEqual([course_id])
  const ownOrders = async () => one.api(await one.userToken(user)).orders.mine({})
  expect(await ownOrders()).toMatchObject([{ moved: true }])
  await one.answerWaiting('order-moved-mail')
  const [away] = (await mailsTo(one.dataDir, user.email)).map(textOf).filter((text) => text.includes(order_no))
  expect(away).toContain(`moved the access of your order ${order_no} to n…@example.com`)
  expect((await mailsTo(one.dataDir, made.email)).map(textOf).join()).toContain('The shop moved these courses')
  const third = await buildUser(one.db)
  await move(order_no, third.email)
  expect([await coursesOf(made.id), await coursesOf(third.id)]).toEqual([[], [course_id]])
  expect(await one.db('order_events').where({ order_id, kind: 'access_moved' })).toHaveLength(2)
  expect(await one.db('orders').where({ order_id }).first()).toMatchObject({ user_id: user.id, status: 'paid' })
  await owner.orders.refund({ params: { order_id }, body: { reason: 'wanted it back' } })
  expect(await coursesOf(third.id)).toEqual([])
  await refused(move(order_no, user.email), /Only a paid order/)
})

test('an order that cannot move says why', async () => {
  const { user, order_no, course_id } = await paidOrder()
  await refused(move(order_no, user.email), /has the order already/)
  const has = await paidOrder()
  await one.db('enrolments').insert({ user_id: has.user.id, course_id, given_by: 1 })
  await refused(move(order_no, has.user.email), /a course of the order already/)
  const stranger = await buildUser(one.db, { email_proven_at: null })
  await refused(move(order_no, stranger.email), /has not confirmed its email/)
  await refused(move('SH-2020-99999', 'else@example.com'), /not found/, 'not_found')
  const gifts = await paidOrder(2)
  await owner.settings.update({ body: { coins: { rupees: 1, at_most_percent: 50 } } })
  await owner.users.addCoins({ params: { id: user.user_id }, query: { amount: '50' } } as never)
  const { course_id: other } = await buildCourse(one.db, { price: 500 })
  const student = one.api(await one.userToken(user))
  const coins = await student.orders.buy({ query: { user_id: user.user_id, coins: 50 } as never, body: [other] })
  await payWithEvent(one, await findLink(one, coins.order_id))
  const { course_id: monthly } = await buildCourse(one.db, { price: 500, access_period: 'P30D' })
  const renewed = await student.orders.buy({ query: { user_id: user.user_id }, body: [monthly] })
  await payWithEvent(one, await findLink(one, renewed.order_id))
  const renewal = await student.orders.buy({ query: { user_id: user.user_id }, body: [monthly] })
  await payWithEvent(one, await findLink(one, renewal.order_id))
  const ended = await paidOrder()
  await one
    .db('enrolments')
    .where({ order_id: ended.order_id })
    .update({ revoked_at: one.ctx.now(), taken_by_hand: true })
  const { course_id: inParts } = await buildCourse(one.db, { price: 6000 })
  const parts = { count: 3, every_days: 30, grace_days: 5 }
  await owner.courses.update({ params: { id: inParts }, body: { parts } as never })
  const query = { user_id: user.user_id, parts: 'true' as const }
  const plan = await one.api(await one.userToken(user)).orders.buy({ query, body: [inParts] })
  await payWithEvent(one, await findLink(one, plan.order_id))
  const day = (days: number) => new Date(one.ctx.now().getTime() + days * 86_400_000).toISOString()
  const { course_id: dated } = await buildCourse(one.db, { price: 900 })
  await owner.courses.update({ params: { id: dated }, body: { workshops: true } as never })
  const run = { starts_at: day(5), ends_at: day(6), seats: 3, replay_days: 30 }
  const { run_id } = await owner.workshops.create({ body: { course_id: dated, ...run } })
  const seat = await one
    .api(await one.userToken(user))
    .orders.buy({ query: { ...query, parts: undefined, run_id }, body: [dated] })
  await payWithEvent(one, await findLink(one, seat.order_id))
  for (const [bought, why] of [
    [gifts, /gifts/],
    [coins, /coins/],
    [renewed, /A renewal, or what was renewed/],
    [renewal, /A renewal, or what was renewed/],
    [ended, /opens nothing any more/],
    [plan, /instalments/],
    [seat, /A seat with a date/],
  ] as const) {
    await refused(move(bought.order_no, 'else@example.com'), why)
    // The console says so before it is pressed.
    const { stays } = await owner.orders.adminGet({ order_id: bought.order_id })
    expect(stays).toMatch(why)
  }
  expect(await owner.orders.adminGet({ order_id: has.order_id })).toMatchObject({ stays: null })
  expect(await one.db('users').where({ email: 'else@example.com' })).toEqual([])
})

test('support moves an order within 7 days of its payment, an owner later, others never', async () => {
  const { order_no } = await paidOrder()
  await refused(move(order_no, 'one@example.com', one.api(await one.adminToken('finance'))), /./, 'forbidden')
  await move(order_no, 'one@example.com', one.api(await one.adminToken('support')))
  one.clock.advance(8 * 86_400_000)
  owner = one.api(await one.adminToken())
  await refused(
    move(order_no, 'two@example.com', one.api(await one.adminToken('support'))),
    /Only an owner/,
    'forbidden',
  )
  await move(order_no, 'two@example.com')
  const entries = await one.db('activity').where({ call: 'orderMoves.move' }).orderBy('id', 'desc')
  expect(entries[0]).toMatchObject({ kind: 'order', target_name: order_no, after: { email: 't…@example.com' } })
})
