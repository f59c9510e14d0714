import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payOtherwise } from '../../../../test/shopper.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

test('a payment in another currency can only be refunded: an invoice would call its number rupees', async () => {
  const owner = one.api(await one.adminToken())
  const shopper = await buildShopper(one)
  const { course, orderId, link } = await shopper.buyOne()
  const params = { order_id: orderId }
  await deliverEvent(one, paidEvent(await payOtherwise(one, link, { currency: 'USD' })))
  expect(await owner.orders.adminGet(params)).toMatchObject({ status: 'review', grantable: false })
  await expect(owner.orders.grant({ params, body: { reason: 'It is worth more' } })).rejects.toMatchObject({
    code: 'not_grantable',
    message: 'This order was paid in USD, and the shop’s invoices are in rupees. Please refund it.',
  })
  expect(await shopper.enrolments(course.course_id)).toEqual([])
  expect(await owner.orders.refund({ params, body: {} })).toMatchObject({ status: 'processed' })
  expect(await owner.orders.adminGet(params)).toMatchObject({ status: 'refunded', documents: [] })
})

/** Pays the rupee amount in dollars: the same number. */
async function paidInDollars(discount?: number) {
  const shopper = await buildShopper(one)
  const { course_id } = await buildCourse(one.db)
  const { orderId, link } = await shopper.buy([course_id], discount)
  await deliverEvent(one, paidEvent(await payOtherwise(one, link, { currency: 'USD' })))
  return { shopper, params: { order_id: orderId } }
}

test('a foreign payment and its refund are nowhere called rupees', async () => {
  const owner = one.api(await one.adminToken())
  const { shopper, params } = await paidInDollars()
  expect((await owner.orders.adminGet(params)).gateway).toMatchObject({ captured: 499, currency: 'USD' })
  await expect(owner.orders.refund({ params, body: { amount: 600 } })).rejects.toMatchObject({
    message: 'At most 499.00 USD of this order can be refunded',
  })
  await owner.orders.refund({ params, body: { amount: 99.5 } })
  const bank = { reference: 'UTR 7', sent_on: indianDay(one.ctx.now()) }
  await owner.orders.refund({ params, body: { bank } })
  const order = await owner.orders.adminGet(params)
  const usd = { currency: 'USD' }
  expect(order.refunds).toMatchObject([usd, usd])
  const [mine] = await shopper.student.orders.mine({})
  expect(mine?.refunds).toMatchObject([usd, usd])
  const shown = order.events.flatMap(({ kind, detail }) => (kind.startsWith('refund_') ? [detail] : []))
  expect(shown).toHaveLength(3)
  expect(shown.filter((detail) => !detail?.includes(' USD') || detail.includes('₹'))).toEqual([])
  const { activity } = await owner.activity.list({ kind: 'order', target_id: params.order_id })
  expect(activity).toMatchObject([{ after: usd }, { after: usd }])
  await one.answerWaiting('refund-mail')
  const letters = (await mailsTo(one.dataDir, shopper.user.email)).map((letter) => /refund of .* USD/.exec(letter)?.[0])
  expect(letters.toSorted()).toEqual(['refund of 399.50 USD', 'refund of 99.50 USD'])
})

test('a foreign payment is no revenue of its promo code', async () => {
  const owner = one.api(await one.adminToken())
  const { params } = await paidInDollars(10)
  const { promocode } = await owner.orders.adminGet(params)
  const { promocodes } = await owner.promocodes.adminList({ q: promocode ?? '' })
  expect(promocodes).toMatchObject([{ uses: 1, revenue: 0 }])
})

test('a limit in rupees does not fit another currency: any sum of it needs a second person', async () => {
  const owner = one.api(await one.adminToken())
  const second = one.api(await one.adminToken('finance'))
  await owner.orders.setRefundLimit({ limit: 5000 })
  const { params } = await paidInDollars()
  const requested = await owner.orders.refund({ params, body: {} })
  expect(requested).toMatchObject({ status: 'second_person' })
  await expect(owner.orders.refund({ params, body: {} })).rejects.toMatchObject({
    message: expect.stringContaining('A refund of 499.00 USD needs approval'),
  })
  await second.orders.declineRefund({ params: { request_id: requested.refund_id }, body: { answer: 'Ask first' } })
  const { events } = await owner.orders.adminGet(params)
  const shown = events.flatMap(({ kind, detail }) => (kind.startsWith('second_person') ? [detail] : []))
  expect(shown).toEqual([expect.stringContaining('499.00 USD by'), expect.stringContaining('499.00 USD, declined by')])
  await owner.orders.setRefundLimit({ limit: null })
})
