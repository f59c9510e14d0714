import { inflateSync } from 'node:zlib'
import type { TaxSettings } from 'contract/documents'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRefund, buildSale } from '../../../test/ledger.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { BUYER_GSTIN, SELLER_GSTIN, taxSettings } from '../../../test/tax-settings.ts'
import type { DocumentRow } from '../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { addTaxSettings } from '../../sales/documents/tax-settings.ts'

let server: TestServer
let finance: ApiClient
let token: string
let invoice: DocumentRow
let note: DocumentRow

const PLACE = { billing_address: '4 MG Road', billing_place: 'Bengaluru', billing_pin: '560001' }

async function buildPapers(paise: number): Promise<DocumentRow[]> {
  const ledger = { db: server.db, ctx: server.ctx, stop: async () => {} }
  const settings = await server.db('tax_settings').first('id')
  const order = { billing_state: '29', billing_gstin: BUYER_GSTIN, billing_name: 'Verma Studios', ...PLACE }
  const { order_id } = await buildSale(ledger, { paise: [paise], settings: settings.id, order })
  await server.db('orders').where({ order_id }).update({ captured_paise: paise })
  const made = await issueDocuments(server.ctx, order_id)
  await buildRefund(ledger, order_id, 10_000)
  return [...made, ...(await issueDocuments(server.ctx, order_id))]
}

beforeAll(async () => {
  server = await startTestServer({ work: false })
  server.clock.set(new Date('2026-12-05T06:30:00Z'))
  const tax: TaxSettings = taxSettings({ valid_from: '2026-12-05' })
  await addTaxSettings(server.ctx, tax)
  token = await server.adminToken('finance')
  finance = server.api(token)
  const [first, second] = await buildPapers(49_900)
  if (!first || !second) throw new Error('no papers')
  ;[invoice, note] = [first, second]
})
afterAll(() => server.stop())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Change = { claims?: object; answer?: object }

/** Answers as the portal does for a document, with a signature that nobody checks. */
function answerFor(paper: DocumentRow, irn: string, { claims, answer }: Change = {}) {
  const type = paper.kind === 'invoice' ? 'INV' : 'CRN'
  const data = {
    SellerGstin: SELLER_GSTIN,
    BuyerGstin: BUYER_GSTIN,
    DocNo: paper.serial,
    DocTyp: type,
    DocDt: '05/12/2026',
    TotInvVal: paper.facts.total_paise / 100,
    ItemCnt: 1,
    MainHsnCode: '999293',
    Irn: irn,
    IrnDt: '2026-12-05 15:00:00',
    ...claims,
  }
  const signed = `${part({ alg: 'RS256' })}.${part({ data: JSON.stringify(data), iss: 'NIC' })}.${'s'.repeat(342)}`
  return {
    Irn: irn,
    AckNo: 112010036563310,
    AckDt: '2026-12-05 15:00:00',
    SignedInvoice: 'a.b.c',
    SignedQRCode: signed,
    Status: 'ACT',
    ...answer,
  }
}

const send = (content: unknown) =>
  finance.books.importEinvoices({
    file: new File([typeof content === 'string' ? content : JSON.stringify(content)], 'answers.json'),
  })

const pdfOf = async (paper: DocumentRow): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${token}` }
  return Buffer.from(
    await (await server.request(`/api/admin/documents/${paper.document_id}`, { headers })).arrayBuffer(),
  )
}

/** Reads the rectangles that a PDF fills, in points. */
function rectanglesOf(pdf: Buffer): number[][] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const start = index + head.length
    try {
      const content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
      return [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\b/g)].map((found) =>
        found.slice(1).map(Number),
      )
    } catch {
      return []
    }
  })
}

const IRN = 'a5'.repeat(32)
const NOTE_IRN = 'b6'.repeat(32)
const span = { from: '2026-12-01', to: '2026-12-31' }
const exported = async () => {
  const file = (await finance.books.einvoice(span)) as unknown as Blob
  return JSON.parse(await file.text()) as { DocDtls: { No: string }; BuyerDtls: object }[]
}

test('the file for the portal has the address, the town and the PIN as typed at checkout', async () => {
  expect((await exported()).map(({ BuyerDtls }) => BuyerDtls)).toMatchObject([
    { Addr1: '4 MG Road', Loc: 'Bengaluru', Pin: 560001, Stcd: '29' },
    { Addr1: '4 MG Road', Loc: 'Bengaluru', Pin: 560001, Stcd: '29' },
  ])
  expect(await textOfPdf(await pdfOf(invoice))).toContain('Bengaluru 560001')
})

test.each([
  ['another number', { claims: { DocNo: 'SH/26-27/9999999' } }, 'No invoice or note of this shop has this number'],
  ['another kind', { claims: { DocTyp: 'CRN' } }, 'The kind is CRN at the portal and INV on the paper'],
  [
    'another day',
    { claims: { DocDt: '06/12/2026' } },
    'The date is 06/12/2026 at the portal and 05/12/2026 on the paper',
  ],
  ['another amount', { claims: { TotInvVal: 498.99 } }, 'The amount is ₹498.99 at the portal and ₹499.00 on the paper'],
  ['no amount', { claims: { TotInvVal: 'x' } }, 'The amount is no amount at the portal and ₹499.00 on the paper'],
  [
    'another buyer',
    { claims: { BuyerGstin: '27AAGCB7383J1Z8' } },
    `The buyer’s GSTIN is 27AAGCB7383J1Z8 at the portal and ${BUYER_GSTIN} on the paper`,
  ],
  [
    'another seller',
    { claims: { SellerGstin: BUYER_GSTIN } },
    `Your GSTIN is ${BUYER_GSTIN} at the portal and ${SELLER_GSTIN} on the paper`,
  ],
  ['a QR of another IRN', { claims: { Irn: NOTE_IRN } }, 'The signed QR code is of another IRN'],
  ['no QR', { answer: { SignedQRCode: 'x' } }, 'The signed QR code is missing or cannot be read'],
  ['a short IRN', { answer: { Irn: 'a5' } }, 'The IRN must have 64 digits and letters from a to f'],
  ['a status of its own', { answer: { Status: 'OK' } }, 'The status must be ACT or CNL'],
  ['no day', { answer: { AckDt: '31/02/2026 10:00:00' } }, 'The day of the acknowledgement cannot be read'],
  ['no number', { answer: { AckNo: '' } }, 'The acknowledgement number is missing'],
  [
    'a refusal of the portal',
    { answer: { Irn: '', ErrorMessage: '2150: Duplicate IRN' } },
    'The portal refused it: 2150: Duplicate IRN',
  ],
])('an answer with %s is refused with its reason', async (_, change, reason) => {
  expect(await send([answerFor(invoice, IRN, change)])).toMatchObject({
    adopted: 0,
    refused: 1,
    lines: [{ line: 1, state: 'refused', reason }],
  })
  expect(await server.db('einvoice_answers')).toEqual([])
})

test.each([
  ['text', 'no JSON', 'This file is no JSON of records. Upload the file as the portal gave it'],
  ['a page', '<!doctype html><p>', /script or a page/],
  ['a number', '5', 'This file is no JSON of records. Upload the file as the portal gave it'],
])('%s is no file of answers', async (_, content, message) => {
  await expect(send(content)).rejects.toMatchObject({
    status: 422,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

test('an answer that fits is adopted beside one that does not, and printed with its code; the same file changes nothing', async () => {
  const before = await pdfOf(invoice)
  const file = [answerFor(invoice, IRN), {}, answerFor(note, NOTE_IRN, { answer: { Irn: NOTE_IRN.toUpperCase() } })]
  expect(await send({ Data: file })).toMatchObject({
    message: '2 adopted, 0 cancelled, 0 known, 1 refused',
    lines: [
      { serial: invoice.serial, state: 'adopted', reason: null },
      { line: 2, serial: null, state: 'refused', reason: 'The IRN is missing' },
      { serial: note.serial, state: 'adopted' },
    ],
  })
  const [entry] = await server.db('activity').where({ call: 'books.importEinvoices' }).orderBy('id', 'desc').limit(1)
  expect(entry).toMatchObject({ target_id: 'einvoice', after: { adopted: 2, cancelled: 0, unchanged: 0, refused: 1 } })
  expect(await send(file)).toMatchObject({ adopted: 0, unchanged: 2, refused: 1 })
  const printed = await pdfOf(invoice)
  const text = (await textOfPdf(printed)).replaceAll(' ', '')
  for (const word of [IRN, '112010036563310', 'Acknowledgedon5December2026']) expect(text).toContain(word)
  // The very modules of the signed text, on a square of more than two inches.
  const stored = await server.db('einvoice_answers').where({ document_id: invoice.document_id }).first()
  const { data } = encode(stored.signed_qr, { ecc: 'L', border: 0 })
  const side = 170 / data.length
  const known = new Set(rectanglesOf(before).map(String))
  const added = rectanglesOf(printed).filter((one) => !known.has(String(one)))
  const dark = added.reduce((all, [, , width = 0]) => all + Math.round(width / side), 0)
  expect(dark).toBe(data.flat().filter(Boolean).length)
  expect(
    Math.max(...added.map(([x = 0, , width = 0]) => x + width)) - Math.min(...added.map(([x = 0]) => x)),
  ).toBeGreaterThan(144)
  // A registered document is not exported again.
  expect(await exported()).toEqual([])
  // The issued file stays as it was.
  const issued = await server.db('document_files').where({ document_id: invoice.document_id }).first('bytes')
  expect(Buffer.compare(issued.bytes, before)).toBe(0)
})

test('a document keeps its IRN, and an IRN its document', async () => {
  const [other] = await buildPapers(59_900)
  if (!other) throw new Error('no paper')
  expect(await send(answerFor(invoice, 'c7'.repeat(32)))).toMatchObject({
    lines: [{ state: 'refused', reason: 'This paper has another IRN already' }],
  })
  expect(await send(answerFor(other, IRN))).toMatchObject({
    lines: [{ state: 'refused', reason: 'This IRN is of another paper already' }],
  })
})

test('a cancelled IRN says what to do, stays cancelled, and is marked on the paper', async () => {
  const cancelled = answerFor(invoice, IRN, { answer: { Status: 'CNL', AckDt: '05/12/2026 03:00:00 PM' } })
  const first = await send([cancelled])
  expect(first).toMatchObject({
    cancelled: 1,
    lines: [{ state: 'cancelled', reason: expect.stringContaining('credit note') }],
  })
  expect(await send([cancelled])).toMatchObject({ unchanged: 1 })
  expect(await send([answerFor(invoice, IRN)])).toMatchObject({
    lines: [{ state: 'refused', reason: 'This IRN was cancelled later' }],
  })
  expect(await textOfPdf(await pdfOf(invoice))).toContain('Cancelled at the e-invoice portal')
})

test('only finance and owners import answers', async () => {
  const support = server.api(await server.adminToken('support'))
  const file = new File(['[]'], 'answers.json')
  await expect(support.books.importEinvoices({ file })).rejects.toMatchObject({ status: 403 })
})
