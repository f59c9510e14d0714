import { expect, test } from 'vitest'
import { paidShop } from '../../../../test/paid-shop.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

const shop = await paidShop()
const { gateway, one, hear } = shop

/** Places an order of ₹1,000, not paid yet. */
async function bought() {
  const order = await shop.bought({ price: 1_000 })
  const { order_id, link } = order
  return {
    ...order,
    papers: async () => {
      await issueDocuments(one.ctx, order_id)
      return one.db('documents').where({ order_id }).orderBy('issued_at')
    },
    /** Pays by an offer: the gateway's order is paid in full, by less than its sum. */
    async payByOffer(amount: number, status = 'paid') {
      const payment = gateway.attempt(link, { amount, offer_id: 'offer_JTUADI4ZWBGWur' })
      Object.assign(link, { status, amount_paid: amount })
      await hear('payment.captured', { payment })
      return payment
    },
  }
}

test.each([
  ['a bank’s offer', 90_000],
  ['the interest of an EMI', 99_350],
])('%s is a discount of the sale: course, document and refund are over the amount received', async (_name, amount) => {
  const { order_id, payByOffer, shown, enrolments, papers, letters, refund } = await bought()
  const payment = await payByOffer(amount)
  expect(await shown()).toMatchObject({ status: 'paid', attention: null, gateway: { captured: amount / 100 } })
  expect(await enrolments()).toHaveLength(1)
  expect(await letters()).toEqual([])
  expect(await one.db('order_events').where({ order_id, kind: 'offer_used' }).pluck('detail')).toEqual([
    expect.stringContaining('offer_JTUADI4ZWBGWur'),
  ])
  const [receipt] = await papers()
  expect(receipt.facts).toMatchObject({ total_paise: amount })
  await refund()
  expect(gateway.refunds.filter(({ payment_id }) => payment_id === payment.id)).toMatchObject([{ amount }])
  expect(await shown()).toMatchObject({ status: 'refunded', refundable: 0 })
  expect((await papers()).map(({ facts }) => facts.total_paise)).toEqual([amount, amount])
  expect(await enrolments()).toEqual([])
})

test('an offer on an order that is not paid in full waits for the owner', async () => {
  const { payByOffer, shown, enrolments } = await bought()
  await payByOffer(90_000, 'partially_paid')
  expect(await shown()).toMatchObject({ status: 'review', attention: { reason: 'review' } })
  expect(await enrolments()).toEqual([])
})

test('a second payment beside an offer is refunded', async () => {
  const { link, payByOffer, shown } = await bought()
  await payByOffer(90_000)
  const second = gateway.attempt(link)
  await hear('payment.captured', { payment: second })
  expect(gateway.refunds.filter(({ payment_id }) => payment_id === second.id)).toMatchObject([{ amount: 100_000 }])
  expect(await shown()).toMatchObject({ status: 'paid' })
})

test.each([
  ['one after the other', false],
  ['heard of at once', true],
])('two parts on one link wait for the owner, %s: neither goes back by itself', async (_name, atOnce) => {
  const { order_id, link, shown, enrolments, owner, letters } = await bought()
  const first = gateway.attempt(link, { amount: 40_000 })
  Object.assign(link, { status: 'partially_paid', amount_paid: 40_000 })
  if (!atOnce) await hear('payment.captured', { payment: first })
  const second = gateway.attempt(link, { amount: 60_000, offer_id: atOnce ? 'offer_of_a_part' : null })
  Object.assign(link, { status: 'paid', amount_paid: 100_000 })
  await hear('payment_link.paid', { payment_link: link, payment: second })
  expect(await shown()).toMatchObject({ status: 'review', attention: { reason: 'review' } })
  expect(await one.db('refunds').where({ order_id })).toEqual([])
  expect(await letters()).toEqual(['review'])
  if (!atOnce)
    expect(await one.db('order_events').where({ order_id, kind: 'part_paid' }).pluck('detail')).toEqual([
      `₹600.00 came as well, ${second.id}`,
    ])
  // The owner decides: access, and the parts stay, or go back one by one.
  await (await owner()).orders.grant({ params: { order_id }, body: { reason: 'Paid in two parts' } })
  expect(await enrolments()).toHaveLength(1)
  expect(await one.db('refunds').where({ order_id })).toEqual([])
})
