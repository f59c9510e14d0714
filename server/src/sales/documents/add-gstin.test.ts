import { afterAll, beforeAll, expect, test } from 'vitest'
import { Gstr1Schema } from '../../../test/gstr1-schema.ts'
import { buildRefund, buildSale, type Ledger, openLedger, type Sale, taxed } from '../../../test/ledger.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { BUYER_GSTIN } from '../../../test/tax-settings.ts'
import { findReturnedDocuments } from '../../serve/reports/gstr1/gstr1.queries.ts'
import { count, gstr1Of, nothingCounted } from '../../serve/reports/gstr1/gstr1.ts'
import { addGstin } from './add-gstin.ts'
import { findDocumentNames, findOrderDocuments, findUnbilledOrders } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'
import { drawDocument } from './pdf.ts'
import { addTaxSettings } from './tax-settings.ts'

const recipient = { gstin: BUYER_GSTIN, legal_name: 'Verma Studios LLP', address: '4 MG Road, Bengaluru 560001' }

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
  await addTaxSettings(ledger.ctx, { ...taxed, valid_from: '2026-12-05' })
})
afterAll(() => ledger.stop())

/** The change is noted by whoever makes the call, and here nobody does. */
const add = (documentId: string, input = {}, now = '2026-12-20T06:30:00Z') =>
  addGstin({ ...ledger.ctx, now: () => new Date(now) }, documentId, { ...recipient, ...input })

async function sold(sale: Sale = {}) {
  const { order_id, buyer } = await buildSale(ledger, sale)
  const [invoice] = await issueDocuments(ledger.ctx, order_id)
  if (!invoice) throw new Error('no invoice')
  return { order_id, buyer, invoice }
}

test('an invoice is made out anew to a business: the first stays and is taken back in full, the sum is the same', async () => {
  const { order_id, buyer, invoice } = await sold({ paise: [299_00, 1_01], state: '27' })
  const made = await add(invoice.document_id)
  const [first, ...later] = await findOrderDocuments(ledger.db, order_id)
  expect(first).toEqual(await ledger.db('documents').where({ document_id: invoice.document_id }).first())
  expect(first?.facts).toEqual(invoice.facts)
  const note = later.find(({ kind }) => kind === 'credit_note')
  expect(made).toMatchObject({ kind: 'invoice', refund_id: null, corrects: invoice.document_id })
  expect(made.facts.total_paise).toBe(invoice.facts.total_paise)
  // A registered recipient of Karnataka: the whole rate between states instead of two halves within one.
  expect(made.facts).toMatchObject({
    place_of_supply: '29',
    cgst_paise: 0,
    buyer: { gstin: BUYER_GSTIN, name: buyer.name },
  })
  const { taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise } = invoice.facts
  expect(note).toMatchObject({
    corrects: invoice.document_id,
    facts: { taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise },
  })
  expect(note?.facts.against?.serial).toBe(invoice.serial)
  if (!note) throw new Error('no note')
  expect(await textOfPdf(await drawDocument(note))).toContain(`Reason: Replaced by ${made.serial}`)
  const text = await textOfPdf(await drawDocument(made))
  for (const word of ['Verma Studios LLP', '4 MG Road', BUYER_GSTIN, 'IGST 18%']) expect(text).toContain(word)
  expect((await findDocumentNames(ledger.db, [order_id])).map(({ serial }) => serial)[0]).toBe(invoice.serial)
  const mails = await ledger.db.raw(`select data->>'document_id' as id from pgboss.job where name = 'document-mail'`)
  expect(mails.rows.map(({ id }: { id: string }) => id)).toEqual([made.document_id])

  // Nothing is missing, and what goes back later goes back of the new one.
  expect(await findUnbilledOrders(ledger.db, { since: '2026-01-01', limit: 10 })).toEqual([])
  expect(await issueDocuments(ledger.ctx, order_id)).toEqual([])
  await buildRefund(ledger, order_id, 100_00)
  const [credit] = await issueDocuments(ledger.ctx, order_id)
  expect(credit?.facts).toMatchObject({ against: { serial: made.serial }, buyer: { gstin: BUYER_GSTIN } })
})

test('a GSTIN is added once, in the month of the invoice, to an invoice without a GSTIN of which nothing went back', async () => {
  const conflict = { code: 'conflict' }
  const { invoice } = await sold()
  const ends = await Promise.allSettled([add(invoice.document_id), add(invoice.document_id)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(add(invoice.document_id)).rejects.toMatchObject(conflict)
  const [made] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  await expect(add(made?.document_id ?? '')).rejects.toMatchObject(conflict)
  await expect(add('doc_nobody')).rejects.toMatchObject({ code: 'not_found' })

  const late = await sold()
  // The last minute of the month in India, and the first of the next one.
  await expect(add(late.invoice.document_id, {}, '2026-12-31T18:30:00Z')).rejects.toMatchObject(conflict)
  await add(late.invoice.document_id, {}, '2026-12-31T18:29:00Z')

  const back = await sold()
  await buildRefund(ledger, back.order_id, 1_00)
  await issueDocuments(ledger.ctx, back.order_id)
  await expect(add(back.invoice.document_id)).rejects.toMatchObject(conflict)
})

test('the return of the month has the new invoice under its GSTIN, and nothing of the first', async () => {
  const span = { from: '2026-12-11T18:30:00Z', before: '2026-12-12T18:30:00Z', gstin: taxed.gstin }
  const at = '2026-12-12T06:30:00Z'
  const { order_id } = await buildSale(ledger, { state: '29' })
  const [invoice] = await issueDocuments({ ...ledger.ctx, now: () => new Date(at) }, order_id)
  const made = await add(invoice?.document_id ?? '', {}, at)
  const counted = nothingCounted()
  for (const row of await findReturnedDocuments(ledger.db, span, undefined, 100)) count(counted, row)
  const gstr1 = Gstr1Schema.parse(gstr1Of(counted, { gstin: taxed.gstin, month: '2026-12' }))
  expect(gstr1.b2b).toMatchObject([{ ctin: BUYER_GSTIN, inv: [{ inum: made.serial, val: 499 }] }])
  expect(gstr1.b2cs).toMatchObject([{ txval: 0, iamt: 0 }])
  expect(gstr1.hsn?.hsn_b2b).toMatchObject([{ txval: 422.88, iamt: 76.12 }])
})
