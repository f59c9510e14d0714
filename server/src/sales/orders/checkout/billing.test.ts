import type { TaxSettings } from 'contract/documents'
import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, findLink, payInSilence, type Shopper } from '../../../../test/shopper.ts'
import { BUYER_GSTIN, taxSettings } from '../../../../test/tax-settings.ts'
import { findOrderDocuments } from '../../documents/documents.queries.ts'
import { issueDocuments } from '../../documents/documents.service.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'
import { billingAgain, NO_BILLING } from './billing.ts'

let server: TestServer
let shopper: Shopper
let course: { course_id: string }

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  shopper = await buildShopper(server)
  course = await buildCourse(server.db, { price: 499 })
})

const tax = (input: Partial<TaxSettings>) =>
  addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()), ...input }))

type BillingInput = {
  billing_state?: string
  billing_gstin?: string
  billing_name?: string
  expected_total?: string
  promocode?: string
}

const buy = (input: BillingInput = {}, key?: string, ids = [course.course_id]) =>
  shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id, ...input },
    headers: key ? { 'idempotency-key': key } : {},
    body: ids,
  })
const orderOf = (orderId: string) => server.db('orders').where({ order_id: orderId }).first()

test('the checkout requests and stores no billing details while invoices are off', async () => {
  const { order_id } = await buy({ billing_state: '29', billing_gstin: BUYER_GSTIN })
  expect(await orderOf(order_id)).toMatchObject({
    billing_state: null,
    billing_gstin: null,
    tax_settings_id: null,
    tax_paise: 0,
  })
})

test.each([
  [{}, 'billing_state', 'Please choose your state'],
  [{ billing_state: '28' }, 'billing_state', 'Please choose your state'],
  [{ billing_state: '29', billing_gstin: '29AAGCB7383J1Z5' }, 'billing_gstin', 'GSTIN is not valid'],
  [{ billing_state: '27', billing_gstin: BUYER_GSTIN }, 'billing_gstin', 'GSTIN is of another state'],
])('with invoices %j is refused at its field', async (input, path, message) => {
  await tax({})
  await expect(buy(input)).rejects.toMatchObject({ status: 422, message, data: { errors: [{ path, message }] } })
})

test('prices that hold the tax stay as they are; a GSTIN says its state, in whatever case it is typed', async () => {
  await tax({})
  const input = { billing_gstin: BUYER_GSTIN.toLowerCase(), billing_name: ' Verma Studios ', expected_total: '499' }
  const { order_id, amount } = await buy(input)
  expect(amount).toBe(499)
  expect(await orderOf(order_id)).toMatchObject({
    billing_state: '29',
    billing_gstin: BUYER_GSTIN,
    billing_name: 'Verma Studios',
    billing_address: null,
    tax_paise: 0,
    total_paise: 49_900,
  })
  // Without the GSTIN the name of a business is nobody's.
  await buy({ billing_state: '29', billing_name: 'Verma Studios' })
  expect(await orderOf(order_id)).toMatchObject({ billing_state: '29', billing_gstin: null, billing_name: null })
})

test('tax that prices do not hold is in the total that is shown, checked, charged and invoiced', async () => {
  await tax({ prices: 'exclusive' })
  const bare = buy({ billing_state: '29', expected_total: '499' })
  await expect(bare).rejects.toMatchObject({ code: 'price_changed', data: { total: 588.82 } })
  const { order_id, amount } = await buy({ billing_state: '29', expected_total: '588.82' })
  expect(amount).toBe(588.82)
  expect(await orderOf(order_id)).toMatchObject({ subtotal_paise: 49_900, tax_paise: 8_982, total_paise: 58_882 })
  expect((await findLink(server, order_id)).amount).toBe(58_882)
  const [seen] = await shopper.student.orders.mine({})
  expect(seen).toMatchObject({ subtotal: 499, tax: 89.82, total: 588.82, billing_state: '29' })
})

test('a repeat is the same order with its first tax, and with what the buyer says last', async () => {
  await tax({ prices: 'exclusive' })
  const first = await buy({ billing_state: '29' }, 'key-1')
  expect((await buy({ billing_state: '27' })).order_id).toBe(first.order_id)
  expect(await orderOf(first.order_id)).toMatchObject({ billing_state: '27', billing_gstin: null })
  const { tax_settings_id } = await orderOf(first.order_id)
  await tax({ prices: 'exclusive', rate: 28 })
  expect(await buy({ billing_state: '29' }, 'key-1')).toEqual(first)
  expect(await orderOf(first.order_id)).toMatchObject({ tax_paise: 8_982, tax_settings_id })
  // Without the key it is a purchase of today.
  const next = await buy({ billing_state: '29' })
  expect([next.order_id === first.order_id, next.amount]).toEqual([false, 638.72])
  await expect(buy({ billing_state: '07' }, 'key-1')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})

test('the invoice goes by the tax of the day of its payment, within what was charged, and its credit notes with it', async () => {
  await tax({ prices: 'exclusive', rate: 5 })
  const { order_id } = await buy({ billing_state: '29', billing_gstin: BUYER_GSTIN })
  await tax({ prices: 'exclusive', rate: 18 })
  await payInSilence(server, await findLink(server, order_id))
  await shopper.student.orders.paymentStatus({ course_id: course.course_id, user_id: shopper.user.user_id })
  const [invoice] = await issueDocuments(server.ctx, order_id)
  expect(invoice).toMatchObject({ kind: 'invoice' })
  expect(invoice?.facts).toMatchObject({
    place_of_supply: '29',
    // 18/118 of ₹523.95, the price with 5 % on top.
    taxable_paise: 44_403,
    igst_paise: 7_992,
    total_paise: 52_395,
    buyer: { gstin: BUYER_GSTIN },
  })
  const owner = server.api(await server.adminToken())
  for (const amount of [100, 423.95]) {
    await owner.orders.refund({ params: { order_id }, body: { amount, reason: 'Not as expected' } })
    await issueDocuments(server.ctx, order_id)
  }
  const notes = (await findOrderDocuments(server.db, order_id)).filter(({ kind }) => kind === 'credit_note')
  expect(notes.map(({ facts }) => facts.total_paise)).toEqual([10_000, 42_395])
  for (const key of ['taxable_paise', 'igst_paise', 'total_paise'] as const) {
    expect(notes.reduce((sum, { facts }) => sum + facts[key], 0)).toBe(invoice?.facts[key])
  }
})

test('a free order needs no state', async () => {
  await tax({ prices: 'exclusive' })
  const { promocode } = await buildPromocode(server.db, { discount: 100 })
  const { order_id, amount } = await buy({ promocode })
  expect(amount).toBe(0)
  expect(await orderOf(order_id)).toMatchObject({ status: 'paid', tax_settings_id: null })
})

test('the next order takes over every billing detail, and buyer and owner read them all', async () => {
  await tax({})
  const details = {
    billing_state: '29',
    billing_gstin: BUYER_GSTIN,
    billing_name: 'Verma Studios',
    billing_address: '4 MG Road',
    billing_place: 'Bengaluru',
    billing_pin: '560001',
  }
  const { order_id } = await buy({ ...details, billing_sez: 'true' } as never)
  const stored = await orderOf(order_id)
  const columns = Object.keys(stored).filter((column) => column.startsWith('billing_'))
  const wanted = { ...details, billing_sez: true }
  expect(Object.keys(wanted).sort()).toEqual(columns.sort())
  expect(Object.keys(NO_BILLING).sort()).toEqual(columns)
  expect(billingAgain(stored)).toEqual(wanted)
  const owner = server.api(await server.adminToken())
  expect(await owner.orders.adminGet({ order_id })).toMatchObject(wanted)
  expect((await shopper.student.orders.mine({}))[0]).toMatchObject(wanted)
})
