import { proposeRefund } from 'contract/orders/conditions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, type Shopper } from '../../../../test/shopper.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())
beforeEach(async () => {
  shopper = await buildShopper(server)
})

const course = async (price: number, fields: object = {}) =>
  (await buildCourse(server.db, { price, ...fields })).course_id
const read = (order_id: string) => owner.orders.adminGet({ order_id })

async function buy(body: string[], query: { promocode?: string; offer?: string } = {}): Promise<string> {
  const { user, student } = shopper
  const { order_id } = await student.orders.buy({ query: { user_id: user.user_id, ...query } as never, body })
  await payWithEvent(server, await findLink(server, order_id))
  return order_id
}

const own = (...ids: string[]) => ids.map((course_id) => ({ course_id, seat: 0 }))
const proposed = async (orderId: string, ...ids: string[]) => {
  const { most, proposed, lost, fallen } = proposeRefund(await read(orderId), own(...ids))
  return [most / 100, proposed / 100, ...fallen.map(({ kind }) => `${kind} ${lost / 100}`)]
}
const refund = (order_id: string, ids: string[], amount?: number) =>
  owner.orders.refund({ params: { order_id }, body: { seats: own(...ids), amount, reason: 'Asked for' } })

/** Checks that the documents of an order sum to what the shop still has of it. */
async function expectPapersAgree(order_id: string) {
  await issueDocuments(server.ctx, order_id)
  const papers: { refund_id: string | null; facts: { total_paise: number } }[] = await server
    .db('documents')
    .where({ order_id })
  const sum = papers.reduce((all, { refund_id, facts }) => all + (refund_id ? -1 : 1) * facts.total_paise, 0)
  const back: number[] = await server.db('refunds').where({ order_id, status: 'processed' }).pluck('amount_paise')
  const { captured_paise } = await server.db('orders').where({ order_id }).first()
  expect(sum).toBe(back.reduce((all, paise) => all - paise, captured_paise))
}

test('the refund of the course beside an offer proposes its price less what the offer took off', async () => {
  const [beside, cheap, dear] = [await course(349), await course(499), await course(2_000)]
  const add = (course_id: string, price: number) =>
    owner.offers.add({ body: { course_id, price, headline: 'Add this', with: [beside], active: true } })
  const { offer_id: offer } = await add(cheap, 399)
  const orderId = await buy([beside], { offer })
  // Today's settings change nothing.
  const after = { course_id: cheap, price: 1, headline: 'Another', with: 'any' as const, active: false }
  await owner.offers.update({ params: { offer_id: offer }, body: after })
  await server.db('courses').where({ course_id: cheap }).update({ price_paise: 100 })
  const { conditions } = await read(orderId)
  expect(conditions).toMatchObject([{ kind: 'offer', name: 'Add this', course_name: expect.any(String) }])
  expect(conditions[0]).toMatchObject({ beside: [expect.any(String)] })
  expect(await proposed(orderId, beside)).toEqual([349, 249, 'offer 100'])
  expect(await proposed(orderId, cheap)).toEqual([399, 399])
  expect(await proposed(orderId, beside, cheap)).toEqual([748, 748])
  const { offer_id } = await add(dear, 99)
  shopper = await buildShopper(server)
  const nothing = await buy([beside], { offer: offer_id })
  expect(await proposed(nothing, beside)).toEqual([349, 0, 'offer 1901'])
})

test('a code falls away with its minimum, and stays above it', async () => {
  const [one, two, three] = [await course(600), await course(500), await course(700)]
  const { promocode } = await buildPromocode(server.db, { discount: 20, minimum_paise: 100_000 })
  const orderId = await buy([one, two], { promocode })
  await server.db('promocodes').update({ minimum_paise: 1 })
  expect((await read(orderId)).conditions).toMatchObject([{ kind: 'minimum', name: promocode, minimum: 1_000 }])
  expect(await proposed(orderId, two)).toEqual([400, 280, 'minimum 120'])
  await server.db('promocodes').update({ minimum_paise: 100_000 })
  shopper = await buildShopper(server)
  const large = await buy([one, two, three], { promocode })
  expect(await proposed(large, two)).toEqual([400, 400])
})

test('a refund below the price ends the seat, its document is of that sum, and the rest goes back with the last one', async () => {
  const [one, two] = [await course(600), await course(500)]
  const { promocode } = await buildPromocode(server.db, { discount: 20, minimum_paise: 100_000 })
  const orderId = await buy([one, two], { promocode })
  expect(await refund(orderId, [two], 280)).toMatchObject({ amount: 280, status: 'processed' })
  expect(await shopper.enrolments(two)).toEqual([])
  expect(await shopper.enrolments(one)).toHaveLength(1)
  await expectPapersAgree(orderId)
  expect(await read(orderId)).toMatchObject({ status: 'partially_refunded', refundable: 600, withheld: 120 })
  expect(await proposed(orderId, one)).toEqual([600, 600])
  expect(await refund(orderId, [one], 600)).toMatchObject({ amount: 600 })
  await expectPapersAgree(orderId)
  expect(await read(orderId)).toMatchObject({ status: 'refunded', refundable: 0, withheld: 0 })
})

test('more than the price of the seats is refused', async () => {
  const [one, two] = [await course(600), await course(500)]
  const orderId = await buy([one, two])
  await expect(refund(orderId, [two], 500.01)).rejects.toMatchObject({ status: 409, code: 'not_refundable' })
})

test('a bundle that loses a course proposes its share less what the rest costs more alone, once', async () => {
  const ids = [await course(1_000), await course(600), await course(400)]
  const [first = '', second = '', third = ''] = ids
  const bundle = await course(1_200, { kind: 'bundle', bundle_courses: ids })
  const orderId = await buy([bundle])
  await server.db('courses').whereIn('course_id', ids).update({ price_paise: 100 })
  expect((await read(orderId)).conditions).toMatchObject([{ kind: 'bundle' }])
  // Shares are 600, 360 and 240; the second and third cost 400 more alone.
  expect(await proposed(orderId, first)).toEqual([600, 200, 'bundle 400'])
  await refund(orderId, [first], 200)
  expect(await proposed(orderId, second)).toEqual([760, 600, 'bundle 160'])
  await refund(orderId, [second], 600)
  expect(await proposed(orderId, third)).toEqual([400, 400])
  await expectPapersAgree(orderId)
})

test('a benefit that an owner let go once is not withheld from the next course', async () => {
  const ids = [await course(1_000), await course(600), await course(400)]
  const [first = '', second = ''] = ids
  const bundle = await course(1_200, { kind: 'bundle', bundle_courses: ids })
  const orderId = await buy([bundle])
  await refund(orderId, [first])
  expect(await proposed(orderId, second)).toEqual([360, 360])
})

test('a course that a later bundle credits proposes its price less what the bundle took off for it', async () => {
  const ids = [await course(1_000), await course(600), await course(400)]
  const [first = ''] = ids
  const bundle = await course(1_200, { kind: 'bundle', bundle_courses: ids })
  // Credited whole: the rest of the bundle is cheaper by 400 than its courses alone.
  const whole = await buy([first])
  const later = await buy([bundle])
  const { order_no } = await read(later)
  expect((await read(whole)).conditions).toMatchObject([{ kind: 'credit', order_no }])
  expect(await proposed(whole, first)).toEqual([1_000, 600, 'credit 400'])
  // Credited in part: the bundle sold the course for the rest.
  shopper = await buildShopper(server)
  const { promocode } = await buildPromocode(server.db, { discount: 90 })
  const part = await buy([first], { promocode })
  const bought = await buy([bundle])
  expect(await proposed(part, first)).toEqual([100, 0, 'credit 100'])
  await owner.orders.refund({ params: { order_id: bought }, body: { reason: 'All of it' } })
  expect(await proposed(part, first)).toEqual([100, 100])
})

test('a buyer who asks within the guarantee is offered the sum less the benefit, and the owner sees it', async () => {
  const [one, two] = [await course(600), await course(500)]
  const { promocode } = await buildPromocode(server.db, { discount: 20, minimum_paise: 100_000 })
  const orderId = await buy([one, two], { promocode })
  const params = { order_id: orderId }
  const offer = await shopper.student.orders.guaranteeOffer(params)
  expect(proposeRefund(offer, own(two)).proposed).toBe(28_000)
  const request = await shopper.student.orders.askGuarantee({ params, body: { reason: null, course_ids: [two] } })
  expect(request).toMatchObject({ amount: 280 })
})
