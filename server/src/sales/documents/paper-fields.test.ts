import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRefund, buildSale, type Ledger, openLedger, taxed } from '../../../test/ledger.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { BUYER_GSTIN, SELLER_GSTIN } from '../../../test/tax-settings.ts'
import { type DocumentRow, findOrderDocuments } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'
import { drawDocument } from './pdf.ts'
import { addTaxSettings } from './tax-settings.ts'

// The fields of CGST Rules 46, 48, 49 and 53, clause by clause, against what a reader of the PDF sees.

const CIN = 'U80904MH2024PTC123456'
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
  await addTaxSettings(ledger.ctx, { ...taxed, cin: CIN, valid_from: '2026-12-05' })
})
afterAll(() => ledger.stop())

const business = {
  billing_gstin: BUYER_GSTIN,
  billing_name: 'Verma Studios',
  billing_address: '4 MG Road, Bengaluru 560001',
}

async function issue(order_id: string): Promise<{ row: DocumentRow; text: string }> {
  const [row] = await issueDocuments(ledger.ctx, order_id)
  if (!row) throw new Error('no document')
  return { row, text: await textOfPdf(await drawDocument(row)) }
}

type Fields = Record<string, readonly string[]>

function expectFields(text: string, fields: Fields): void {
  for (const [field, words] of Object.entries(fields)) for (const word of words) expect(text, field).toContain(word)
}

const supplier = [
  'SkillHaat Learning Private Limited',
  '12 Station Road, Palghar 401404',
  'Maharashtra (27)',
  SELLER_GSTIN,
]
const recipient = ['Verma Studios', '4 MG Road, Bengaluru 560001', 'Karnataka (29)', BUYER_GSTIN]

test('a tax invoice has every field of rule 46, is the original of rule 48, and says what an accountant asks for', async () => {
  const { order_id } = await buildSale(ledger, {
    paise: [499_00, 1_357_60],
    quantities: [2, 1],
    discounts: [99_80, 0],
    state: '29',
    order: business,
  })
  const { payment_id } = await ledger.db('orders').where({ order_id }).first('payment_id')
  await ledger.db('order_payments').insert({
    payment_id,
    order_id,
    amount_paise: 2_255_80,
    currency: 'INR',
    status: 'captured',
    captured: true,
    method: 'upi',
  })
  const { row, text } = await issue(order_id)
  expectFields(text, {
    'rule 46: what it is': ['Tax Invoice'],
    '46(a) name, address and GSTIN of the supplier': supplier,
    '46(b) consecutive serial number of at most 16 characters': [row.serial],
    '46(c) date of its issue': ['Date 5 December 2026'],
    '46(d) name, address and GSTIN of a registered recipient': recipient,
    '46(g) accounting code of the service': ['SAC', '999293'],
    '46(h) description': ['Course 0', 'Course 1'],
    '46(i) quantity': ['Qty', ' 2 '],
    '46(j) total value': ['Total ₹2,255.80'],
    '46(k) taxable value, with the discount taken into account': ['Taxable value ₹1,911.70', 'Discount', '₹99.80'],
    '46(l) rate of tax': ['IGST 18%'],
    '46(m) amount of tax': ['₹344.10'],
    '46(n) place of supply with the name of the state': ['Place of supply Karnataka (29)'],
    '46(p) whether tax is payable on reverse charge': ['Tax is not payable on reverse charge.'],
    '46, proviso: an electronic one needs no signature (q)': ['This is an electronic document and needs no signature.'],
    '48(2) marked as the original for the recipient': ['Original for recipient'],
    'Companies Act, 12(3)(c): CIN': [`CIN ${CIN}`],
    'amount in words': ['Amount in words: Rupees Two Thousand Two Hundred Fifty-Five and Eighty Paise Only'],
    'date, method and reference of the payment': [`Paid 5 December 2026 by UPI, ${payment_id}`],
    'prices that hold the tax say so': ['Prices include tax.'],
  })
  expect(row.serial.length).toBeLessThanOrEqual(16)
  expect(row.serial).toMatch(/^[A-Z0-9/-]+$/)
})

test('rule 46(e) and (f): an invoice to a consumer names the person and the state, which is the address on record', async () => {
  const { order_id, buyer } = await buildSale(ledger, { paise: [60_000_00], state: '29' })
  const { text } = await issue(order_id)
  expectFields(text, { '46(e), fifth proviso': [buyer.name, 'Karnataka (29)'] })
  expect(text).not.toContain('GSTIN of the recipient')
})

test('inside a state both halves stand by their names and rates (46(l), (m)); prices without tax do not say they hold it', async () => {
  await addTaxSettings(ledger.ctx, { ...taxed, prices: 'exclusive', valid_from: '2026-12-06' })
  const { id } = await ledger.db('tax_settings').where({ prices: 'exclusive' }).first('id')
  const { order_id } = await buildSale(ledger, {
    paise: [100_00],
    state: '27',
    tax: 18_00,
    settings: id,
    order: { paid_at: '2026-12-06T06:30:00Z' },
  })
  const { text } = await issue(order_id)
  expectFields(text, { '46(l), (m)': ['CGST 9% ₹9.00', 'SGST 9% ₹9.00', 'Total ₹118.00'] })
  expect(text).not.toContain('Prices include tax')
  // No company, no number.
  expect(text).not.toContain('CIN')
})

test('at rate 0 a bill of supply has every field of rule 49 and no tax, and what goes back of it names it', async () => {
  await addTaxSettings(ledger.ctx, { ...taxed, rate: 0, valid_from: '2026-12-07' })
  const { id } = await ledger.db('tax_settings').where({ rate_basis_points: 0 }).first('id')
  const { order_id } = await buildSale(ledger, {
    discounts: [99_00],
    state: '29',
    settings: id,
    order: { ...business, paid_at: '2026-12-07T06:30:00Z' },
  })
  const { row, text } = await issue(order_id)
  expect(row).toMatchObject({ kind: 'bill_of_supply', serial: 'BS/26-27/0000001' })
  expectFields(text, {
    'rule 49: what it is': ['Bill of Supply'],
    '49(a) name, address and GSTIN of the supplier': supplier,
    '49(b) consecutive serial number': [row.serial],
    '49(c) date of its issue': ['Date 5 December 2026'],
    '49(d) name, address and GSTIN of a registered recipient': recipient,
    '49(e) accounting code of the service': ['SAC', '999293'],
    '49(f) description': ['Course 0'],
    '49(g) value, with the discount taken into account': ['₹99.00', 'Value', 'Total ₹400.00'],
    '49, proviso: an electronic one needs no signature (h)': ['This is an electronic document and needs no signature.'],
    'original for the recipient': ['Original for recipient'],
    'no tax': ['No tax is charged on this supply.'],
  })
  expect(text).not.toMatch(/Tax Invoice|GST \d|Taxable|reverse charge|Prices include/)
  await buildRefund(ledger, order_id, 100_00)
  const note = await issue(order_id)
  expect(note.row.kind).toBe('credit_note')
  expectFields(note.text, {
    '53(1A)(g) number and date of the bill of supply': [`Against bill of supply ${row.serial} of 5 December 2026`],
    '53(1A)(h) value that is credited': ['Total credited ₹100.00'],
  })
  expect(note.text).not.toMatch(/GST \d|Taxable/)
})

test('a credit note has every field of rule 53(1A)', async () => {
  const { order_id } = await buildSale(ledger, { paise: [2_255_80], state: '29', order: business })
  const invoice = await issue(order_id)
  await buildRefund(ledger, order_id, 500_00)
  const { row, text } = await issue(order_id)
  expectFields(text, {
    '53(1A)(a) name, address and GSTIN of the supplier': supplier,
    '53(1A)(b) nature of the document': ['Credit Note'],
    '53(1A)(c) consecutive serial number of at most 16 characters': [row.serial],
    '53(1A)(d) date of issue': ['Date 5 December 2026'],
    '53(1A)(e) name, address and GSTIN of a registered recipient': recipient,
    '53(1A)(g) number and date of the invoice': [`Against tax invoice ${invoice.row.serial} of 5 December 2026`],
    '53(1A)(h) value, rate and amount of tax that are credited': [
      'Taxable value ₹423.73',
      'IGST 18% ₹76.27',
      'Total credited ₹500.00',
    ],
    '53(1A)(i) an electronic one needs no signature': ['This is an electronic document and needs no signature.'],
    'amount in words': ['Amount in words: Rupees Five Hundred Only'],
    'why it went back': ['Reason: Not as expected'],
  })
  const consumer = await buildSale(ledger, { state: '29' })
  await issue(consumer.order_id)
  await buildRefund(ledger, consumer.order_id, 1_00)
  expectFields((await issue(consumer.order_id)).text, {
    '53(1A)(f) name, address and state with its code of an unregistered recipient': [
      consumer.buyer.name,
      'Karnataka (29)',
    ],
  })
})

test('a document keeps the language in which its buyer read that day, and what goes back of it speaks as it does', async () => {
  const { order_id, buyer } = await buildSale(ledger)
  const speak = (language: string) => ledger.db('users').where({ id: buyer.id }).update({ language })
  const issued = async (orderId: string) => (await issueDocuments(ledger.ctx, orderId))[0]?.facts
  await speak('hi')
  expect(await issued(order_id)).toMatchObject({ language: 'hi' })
  await speak('mr')
  const [stored] = await findOrderDocuments(ledger.db, order_id)
  expect(stored?.facts.language).toBe('hi')
  await buildRefund(ledger, order_id, 1_00)
  expect(await issued(order_id)).toMatchObject({ language: 'hi', against: { serial: stored?.serial } })
  const later = await buildSale(ledger)
  await ledger.db('orders').where({ order_id: later.order_id }).update({ user_id: buyer.id })
  expect(await issued(later.order_id)).toMatchObject({ language: 'mr' })
  // An English one, as all before it are, has no language in its facts.
  expect(await issued((await buildSale(ledger)).order_id)).not.toHaveProperty('language')
})
