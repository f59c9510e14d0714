import { indianDay } from 'contract/indian-time'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { Gstr1Schema } from '../../../test/gstr1-schema.ts'
import { buildRefund } from '../../../test/ledger.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payInSilence, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { addGstin } from '../../sales/documents/add-gstin.ts'
import type { DocumentRow } from '../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { addTaxSettings } from '../../sales/documents/tax-settings.ts'

// Buyers in a Special Economic Zone of the shop's own state, Maharashtra.

const IN_STATE = '27AAGCB7383J1Z8'
const business = {
  billing_gstin: IN_STATE,
  billing_name: 'Verma Studios',
  billing_address: '4 MG Road',
  billing_place: 'Pune',
  billing_pin: '411001',
}
const inZone = { ...business, billing_sez: 'true' as const }
const SENTENCE =
  'SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
let course: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  server.clock.set(new Date('2026-12-05T06:30:00Z'))
  owner = server.api(await server.adminToken('owner'))
  course = (await buildCourse(server.db, { price: 1180 })).course_id
  await addTaxSettings(server.ctx, taxSettings({ valid_from: '2026-12-05' }))
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(new Date(server.ctx.now().getTime() + 32 * 24 * 60 * 60_000))
  owner = server.api(await server.adminToken('owner'))
  shopper = await buildShopper(server)
})

const month = () => indianDay(server.ctx.now()).slice(0, 7)
const file = async (path: string) =>
  server.request(`/api/admin/${path}`, { headers: { authorization: `Bearer ${await server.adminToken('owner')}` } })
const csv = async (path: string): Promise<Record<string, string>[]> =>
  parse((await (await file(path)).text()).replace('\uFEFF', ''), { columns: true })
const pdfOf = async (paper: DocumentRow) =>
  (await textOfPdf(Buffer.from(await (await file(`documents/${paper.document_id}`)).arrayBuffer()))).replace(
    /\s+/g,
    ' ',
  )

const buy = (billing: object, total = '1180.00') =>
  shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id, expected_total: total, ...billing },
    body: [course],
  })

async function sell(billing: object): Promise<DocumentRow> {
  const { order_id } = await buy(billing)
  await payInSilence(server, await findLink(server, order_id))
  await shopper.student.orders.paymentStatus({ course_id: course, user_id: shopper.user.user_id })
  const [paper] = await issueDocuments(server.ctx, order_id)
  if (!paper) throw new Error('no paper')
  return paper
}

test('a supply to a Special Economic Zone of the own state has IGST and the sentence of rule 46, on invoice and note', async () => {
  const paper = await sell(inZone)
  expect(paper.facts).toMatchObject({
    place_of_supply: '27',
    buyer: { gstin: IN_STATE, sez: true },
    igst_paise: 180_00,
    cgst_paise: 0,
    sgst_paise: 0,
    total_paise: 1180_00,
  })
  const text = await pdfOf(paper)
  expect(text).toContain(SENTENCE)
  expect(text).toContain('IGST 18%')
  expect(text).not.toContain('CGST')
  await buildRefund({ db: server.db, ctx: server.ctx, stop: async () => {} }, paper.order_id, 1180_00)
  const [note] = await issueDocuments(server.ctx, paper.order_id)
  expect(note).toMatchObject({ kind: 'credit_note', facts: { igst_paise: 180_00, cgst_paise: 0, sgst_paise: 0 } })
  const gstr1 = Gstr1Schema.parse(await (await file(`export/gstr1/${month()}`)).json())
  expect(gstr1.cdnr?.[0]?.nt[0]).toMatchObject({ inv_typ: 'SEWP', pos: '27', val: 1180 })
})

test('a business beside it in the same state has CGST and SGST, and no such sentence', async () => {
  const paper = await sell(business)
  expect(paper.facts).toMatchObject({ igst_paise: 0, cgst_paise: 90_00, sgst_paise: 90_00 })
  expect(paper.facts.buyer).not.toHaveProperty('sez')
  expect(await pdfOf(paper)).not.toContain('SEZ')
})

test('returns, the e-invoice, Tally, Zoho Books and the list of documents name a supply to a Special Economic Zone', async () => {
  const paper = await sell(inZone)
  const gstr1 = Gstr1Schema.parse(await (await file(`export/gstr1/${month()}`)).json())
  expect(gstr1.b2b).toMatchObject([
    { ctin: IN_STATE, inv: [{ inum: paper.serial, pos: '27', inv_typ: 'SEWP', itms: [{ itm_det: { iamt: 180 } }] }] },
  ])
  const [row] = (await csv(`export/gstr1/${month()}?format=csv`)).filter(({ Table }) => Table === 'b2b')
  expect(row).toMatchObject({ Type: 'SEZ supplies with payment', IGST: '180', CGST: '0' })
  expect((await owner.books.gstSummary({ month: month() })).returns).toMatchObject([
    { outward: { taxable: 0, igst: 0, cgst: 0, sgst: 0 }, zero_rated: { taxable: 1000, igst: 180 }, unregistered: [] },
  ])
  // The tax that a month owes includes it.
  expect((await owner.books.month({ month: month() })).tax).toMatchObject({ igst: 180, cgst: 0, sgst: 0 })
  const [made] = await (await file(`export/einvoice.json?from=${month()}-01&to=${month()}-28`)).json()
  expect(made).toMatchObject({
    TranDtls: { SupTyp: 'SEZWP' },
    BuyerDtls: { Gstin: IN_STATE, Pos: '27' },
    ItemList: [{ IgstAmt: 180, CgstAmt: 0, SgstAmt: 0 }],
    ValDtls: { IgstVal: 180, CgstVal: 0, SgstVal: 0, TotInvVal: 1180 },
  })
  const tally = await (await file(`export/tally.xml?month=${month()}`)).text()
  const voucher = tally.split('<VOUCHER ').find((text) => text.includes(`<VOUCHERNUMBER>${paper.serial}<`)) ?? ''
  expect(voucher).toContain(
    '<LEDGERNAME>Course sales, SEZ</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><AMOUNT>1000.00<',
  )
  expect(voucher).toContain(
    '<LEDGERNAME>Output IGST</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><AMOUNT>180.00<',
  )
  const [document] = await csv(`export/documents.csv?month=${month()}`)
  expect(document).toMatchObject({ Number: paper.serial, SEZ: 'yes', IGST: '180', CGST: '0' })
  const [zoho] = await csv(`export/zoho.csv?month=${month()}`)
  expect(zoho).toMatchObject({ 'GST Treatment': 'business_sez', 'Item Tax': 'IGST18' })
})

test('an order holds that its buyer is in a Special Economic Zone; a later word of an open order counts', async () => {
  const { order_id } = await buy(inZone)
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ billing_gstin: IN_STATE, billing_sez: true })
  expect(await shopper.student.orders.mine({})).toMatchObject([{ order_id, billing_sez: true }])
  expect((await buy(business)).order_id).toBe(order_id)
  expect(await owner.orders.adminGet({ order_id })).toMatchObject({ billing_sez: false })
})

test.each([
  ['no GSTIN', { billing_state: '27', billing_sez: 'true' }],
  ['the UIN of an embassy', { billing_gstin: '0717USA12345UNP', billing_sez: 'true' }],
])('a Special Economic Zone with %s is refused', async (_, billing) => {
  const error = await buy(billing).catch((reason) => reason)
  expect(error).toMatchObject({ status: 422 })
  expect(JSON.stringify(error.data)).toMatch(/billing_sez|billing_gstin/)
})

test('a payment outside the gateway and a GSTIN after the sale may name a Special Economic Zone', async () => {
  const outside = await owner.orders.bookOutside({
    body: {
      user_id: shopper.user.user_id,
      course_ids: [course],
      amount: 1180,
      method: 'cash',
      reference: `R-${month()}`,
      received_on: indianDay(server.ctx.now()),
      ...business,
      billing_sez: true,
    },
  })
  const [booked] = await issueDocuments(server.ctx, outside.order_id)
  const papers = booked ? [booked] : await server.db('documents').where({ order_id: outside.order_id })
  expect(papers[0]?.facts).toMatchObject({ igst_paise: 180_00, buyer: { sez: true } })

  shopper = await buildShopper(server)
  const first = await sell({ billing_state: '27' })
  expect(first.facts).toMatchObject({ cgst_paise: 90_00, sgst_paise: 90_00 })
  const recipient = { gstin: IN_STATE, legal_name: 'Verma Studios', address: '4 MG Road, Pune 411001', sez: true }
  const made = await addGstin(server.ctx, first.document_id, recipient)
  expect(made.facts).toMatchObject({ igst_paise: 180_00, cgst_paise: 0, buyer: { gstin: IN_STATE, sez: true } })
})
