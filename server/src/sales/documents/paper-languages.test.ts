import type { DocumentKind } from 'contract/documents'
import { type Language, type Translation, translations } from 'contract/languages'
import { expect, test } from 'vitest'
import { actualTexts, textOfPdf } from '../../../test/pdf.ts'
import { BUYER_GSTIN, SELLER_GSTIN, taxSettings } from '../../../test/tax-settings.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { amountInWords } from './amount-in-words.ts'
import type { BilledOrder } from './billed-orders.queries.ts'
import type { DocumentRow } from './documents.queries.ts'
import { type DocumentFacts, factsOfOrder, factsOfRefund, factsOfReversal } from './facts.ts'
import { drawDocument } from './pdf.ts'
import { cellsFor, headOf } from './pdf-cells.ts'
import {
  buyerEntries,
  copyOf,
  footOf,
  nameEntries,
  ownTitleOf,
  sellerEntries,
  sumRows,
  supplyEntries,
  titleOf,
} from './pdf-entries.ts'

// Documents in Hindi and Marathi: the fields of CGST Rules 46, 48, 49 and 53 are on them in English, too.

// Names of people, courses and businesses have no Latin letter here, so that every one that is found is ours.

const SUPPLIER = ['कौशल हाट लर्निंग', '12 स्टेशन रोड, पालघर 401404'] as const
const CIN = 'U80904MH2024PTC123456'
const { rate: _rate, ...held } = taxSettings({ valid_from: '2026-12-05', cin: CIN })
const settings = { ...held, id: 1, legal_name: SUPPLIER[0], address: SUPPLIER[1], rate_basis_points: 1800 }
const shop = { name: 'हाट', address: ['पालघर'], email: '1@1.1' }

const business = {
  billing_state: '29',
  billing_gstin: BUYER_GSTIN,
  billing_name: 'वर्मा स्टूडियो',
  billing_address: '4 एमजी रोड, बेंगलुरु 560001',
  billing_place: null,
  billing_pin: null,
  billing_sez: false,
}
const order: BilledOrder = {
  order_id: 'ord_1',
  order_no: 'SH-2026-00001',
  payment_id: 'pay_1',
  payment_method: 'card',
  paid_at: '2026-12-05T06:30:00Z',
  promocode: null,
  tax_paise: 0,
  minimum_charge_paise: 0,
  total_paise: 0,
  captured_paise: null,
  tax_settings_id: 1,
  billing_state: '27',
  billing_gstin: null,
  billing_name: null,
  billing_address: null,
  billing_place: null,
  billing_pin: null,
  billing_sez: false,
  buyer_name: 'आशा वर्मा',
  buyer_email: '2@1.1',
  language: 'en',
}
const course = { course_name: 'रील्स', access_period: 'P12M', quantity: 1, price_paise: 10_00, discount_paise: 0 }
const two = [
  { ...course, quantity: 2, price_paise: 499_00, discount_paise: 99_80, total_paise: 898_20 },
  { ...course, access_period: null, price_paise: 1_357_60, total_paise: 1_357_60 },
]
const many = Array.from({ length: 40 }, () => ({ ...course, total_paise: 10_00 }))

function sold(language: Language, lines: typeof two, change: Partial<BilledOrder>, tax?: typeof settings) {
  const total_paise = lines.reduce((sum, line) => sum + line.total_paise, 0)
  return factsOfOrder({ order: { ...order, total_paise, language, ...change }, lines, shop }, tax)
}

const row = (kind: DocumentKind, serial: string, facts: DocumentFacts): DocumentRow => ({
  document_id: serial,
  order_id: 'ord_1',
  refund_id: null,
  corrects: null,
  reverses: null,
  kind,
  series: 'SH',
  number: 1,
  serial,
  facts,
  issued_at: '2026-12-05T06:31:00Z',
})

/** All of what a document was over goes back. */
const back = (kind: DocumentKind, serial: string, paper: DocumentRow): DocumentRow =>
  row(kind, serial, factsOfRefund(paper, paper.facts.lines, { reason: 'पसंद नहीं' }))

/** Every kind of document: to a business of another state and a person of the own one, untaxed, and of before there was a tax. */
function papersIn(language: Translation) {
  const invoice = row('invoice', 'SH/26-27/0000001', sold(language, two, business, settings))
  const bill = row(
    'bill_of_supply',
    'BS/26-27/0000001',
    sold(language, two, business, { ...settings, rate_basis_points: 0 }),
  )
  const receipt = row('receipt', 'RC/26-27/0000001', sold(language, two, {}))
  const note = back('credit_note', 'CN/26-27/0000001', invoice)
  const refund = back('refund_receipt', 'RR/26-27/0000001', receipt)
  return {
    invoice,
    bill,
    receipt,
    local: row('invoice', 'SH/26-27/0000002', sold(language, many, {}, settings)),
    note,
    'note of a bill': back('credit_note', 'CN/26-27/0000002', bill),
    'refund receipt': refund,
    'debit note': row('debit_note', 'DN/26-27/0000001', factsOfReversal(note, 'gateway')),
    'untaxed debit note': row('debit_note', 'DR/26-27/0000001', factsOfReversal(refund, 'dispute')),
  }
}
const papers: Record<Translation, ReturnType<typeof papersIn>> = { hi: papersIn('hi'), mr: papersIn('mr') }
const PAPERS = Object.keys(papers.hi) as (keyof ReturnType<typeof papersIn>)[]

const drawn = new Map<DocumentRow, Promise<{ text: string; spoken: string[] }>>()

/** Reads the document's text; draws each one once. */
function read(row: DocumentRow) {
  const found =
    drawn.get(row) ?? drawDocument(row).then(async (pdf) => ({ text: await textOfPdf(pdf), spoken: actualTexts(pdf) }))
  drawn.set(row, found)
  return found
}

/** All labels and sentences of a document but the two in `pdf.ts`. */
function labelsOf(row: DocumentRow): string[] {
  const entries = [sellerEntries, nameEntries, buyerEntries, supplyEntries].flatMap((of) => of(row))
  return [
    ...entries.flatMap(([label, value]) => (value ? [label] : [])),
    ...cellsFor(row).map((cell) => headOf(cell, row)),
    ...sumRows(row).map(([label]) => label),
    ...[copyOf(row) ?? [], footOf(row)].flat(),
  ]
}

/** Names that are the same in every language. */
const SAME = /^(GSTIN|CIN|SAC|(IGST|CGST|SGST) \d+%)$/
/** English, then the same without a Latin letter but in what is the same in every language. */
const BOTH = /^([\x20-\x7e]+)(?: \/ |\n)((?:GSTIN|[^A-Za-z\n])+)$/

test.each(translations.flatMap((language) => PAPERS.map((paper) => [paper, language] as const)))(
  '%s in %s says everything in English and in the language, and nothing in English alone',
  async (paper, language) => {
    const row = papers[language][paper]
    const { facts } = row
    const { t } = inLanguage(language)
    const { text, spoken } = await read(row)
    expect(facts.language).toBe(language)
    const labels = labelsOf(row).filter((label) => !SAME.test(label))
    expect(labels.filter((label) => !BOTH.test(label))).toEqual([])
    expect(spoken).toEqual(expect.arrayContaining([...labels, ownTitleOf(row)]))
    const words = `${amountInWords(facts.total_paise)} / ${amountInWords(facts.total_paise, language)}`
    expect(spoken).toContain(`Amount in words / ${t('Amount in words')}: ${words}`)
    if (facts.against) expect(spoken).toContain(`Reason / ${t('Reason')}: ${facts.reason}`)
    if (paper === 'local') {
      const place = { title: titleOf(row), serial: row.serial, page: 1, count: 2 }
      expect(spoken).toContain(t('{title} {serial}, page {page} of {count}', place))
    }

    // Without these nothing is left in Latin letters.
    const known = [
      ...labels.map((label) => BOTH.exec(label)?.[1] ?? ''),
      titleOf(row),
      'Amount in words',
      amountInWords(facts.total_paise),
      'Reason',
      'Maharashtra',
      'Karnataka',
      'GSTIN',
      'CIN',
      'SAC',
      'IGST',
      'CGST',
      'SGST',
      SELLER_GSTIN,
      BUYER_GSTIN,
      CIN,
      row.serial,
      facts.against?.serial ?? '',
      String(facts.order_no),
      String(facts.payment_id),
      'The refund did not go through. Reverses CN/26-27/0000001 of 05/12/2026',
      'The bank returned the disputed amount. Reverses RR/26-27/0000001 of 05/12/2026',
      'CN/26-27/0000001',
      'RR/26-27/0000001',
    ].sort((a, b) => b.length - a.length)
    const left = known.reduce((rest, word) => (word ? rest.replaceAll(word, ' ') : rest), text)
    expect(left.match(/[A-Za-z?].*/)?.[0]).toBeUndefined()
  },
)

type Fields = Record<string, readonly string[]>

function expectFields(text: string, fields: Fields): void {
  for (const [field, words] of Object.entries(fields)) for (const word of words) expect(text, field).toContain(word)
}

const supplier = ['Maharashtra (27)', SELLER_GSTIN]
const recipient = ['Karnataka (29)', BUYER_GSTIN]

test.each(translations)(
  'the fields of rules 46, 48, 49 and 53 stand on papers in %s as they do in English',
  async (language) => {
    const rows = papers[language]
    const [invoice, note] = [await read(rows.invoice), await read(rows.note)]
    const [bill, billNote] = [await read(rows.bill), await read(rows['note of a bill'])]
    const local = await read(rows.local)
    expectFields(invoice.text, {
      'rule 46: what it is': ['Tax Invoice'],
      '46(a)': [...supplier, `CIN ${CIN}`],
      '46(b)': ['Invoice number', rows.invoice.serial],
      '46(c)': ['05/12/2026'],
      '46(d)': recipient,
      '46(g)': ['SAC', '999293'],
      '46(i)': ['Qty', ' 2 '],
      '46(j)': ['₹2,255.80'],
      '46(k)': ['Taxable value', '₹1,911.70', 'Discount', '₹99.80'],
      '46(l), (m)': ['IGST 18% ₹344.10'],
      '46(n)': ['Place of supply', 'Karnataka (29)'],
      '46(p)': ['Tax is not payable on reverse charge.'],
      '46(q)': ['This is an electronic document and needs no signature.'],
      '48(2)': ['Original for recipient'],
      'amount in words': ['Rupees Two Thousand Two Hundred Fifty-Five and Eighty Paise Only'],
      'prices that hold the tax say so': ['Prices include tax.'],
    })
    const { t, plural } = inLanguage(language)
    expectFields(invoice.spoken.join('\n'), {
      '46(a), (d)': [...SUPPLIER, business.billing_name],
      '46(h)': [`रील्स, ${plural(12, { one: '{count} month’s access', other: '{count} months’ access' })}`],
      'date and method of the payment': [`05/12/2026, ${t('card')}, ${rows.invoice.facts.payment_id}`],
    })
    expectFields(local.text, { '46(l), (m)': ['CGST 9%', 'SGST 9%'] })
    expectFields(bill.text, {
      'rule 49: what it is': ['Bill of Supply'],
      '49(a), (b), (d), (e)': [...supplier, rows.bill.serial, ...recipient, '999293'],
      '49(g)': ['Value', '₹2,255.80'],
      'no tax': ['No tax is charged on this supply.'],
    })
    expect(bill.text).not.toMatch(/Tax Invoice|GST \d|Taxable|reverse charge|Prices include/)
    expectFields(note.text, {
      '53(1A)(b), (c)': ['Credit Note', rows.note.serial],
      '53(1A)(e)': recipient,
      '53(1A)(g)': ['Against tax invoice', `${rows.invoice.serial}, 05/12/2026`],
      '53(1A)(h)': ['Taxable value', '₹1,911.70', 'IGST 18% ₹344.10', 'Total credited', '₹2,255.80'],
    })
    expectFields(billNote.text, {
      '53(1A)(g)': ['Against bill of supply', `${rows.bill.serial}, 05/12/2026`],
    })
  },
)

test.each(['en', ...translations] as const)('the same facts make the same bytes, in %s', async (language) => {
  const receipt = row('receipt', 'RC/26-27/0000001', sold(language, two, {}))
  const bytes = await drawDocument(receipt)
  expect((await drawDocument(structuredClone(receipt))).equals(bytes)).toBe(true)
})
