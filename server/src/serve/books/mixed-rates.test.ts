import { priceCart } from 'contract/orders/price-cart'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildRefund } from '../../../test/ledger.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payInSilence, type Shopper } from '../../../test/shopper.ts'
import { BUYER_GSTIN, taxSettings } from '../../../test/tax-settings.ts'
import type { BilledOrder } from '../../sales/documents/billed-orders.queries.ts'
import type { DocumentRow } from '../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { type DocumentFacts, factsOfOrder } from '../../sales/documents/facts.ts'
import { nextRefundPaper } from '../../sales/documents/refund-papers.ts'
import { addTaxSettings } from '../../sales/documents/tax-settings.ts'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
/** Courses at the shop's 18 %, at 5 % under a code of goods, and exempt. */
let courses: string[]

beforeAll(async () => {
  server = await startTestServer({ work: false })
  server.clock.set(new Date('2026-12-05T06:30:00Z'))
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(new Date(server.ctx.now().getTime() + 32 * 24 * 60 * 60_000))
  owner = server.api(await server.adminToken('owner'))
  shopper = await buildShopper(server)
  courses = []
  for (const price of [499, 299, 101]) courses.push((await buildCourse(server.db, { price })).course_id)
  const [, books = '', exempt = ''] = courses
  await owner.courses.update({ params: { id: books }, body: { gst_rate: 5, gst_code: '490199' } })
  await owner.courses.update({ params: { id: exempt }, body: { gst_rate: 0, gst_code: '999299' } })
})

const today = () => new Date(server.ctx.now().getTime() + 5.5 * 60 * 60_000).toISOString().slice(0, 10)
const month = () => today().slice(0, 7)
const tax = (prices: 'inclusive' | 'exclusive') =>
  addTaxSettings(server.ctx, taxSettings({ valid_from: today(), prices }))

/** Half up, by the definition. */
const halfUp = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))

const PLACE = { billing_address: '4 MG Road', billing_place: 'Bengaluru', billing_pin: '560001' }

async function sell(body: string[], billing: object, expected_total: string): Promise<DocumentRow> {
  const query = { user_id: shopper.user.user_id, expected_total, ...billing }
  const { order_id } = await shopper.student.orders.buy({ query, body })
  await payInSilence(server, await findLink(server, order_id))
  await shopper.student.orders.paymentStatus({ course_id: body[0] ?? '', user_id: shopper.user.user_id })
  const [paper] = await issueDocuments(server.ctx, order_id)
  if (!paper) throw new Error('no paper')
  return paper
}

const business = { billing_gstin: BUYER_GSTIN, billing_name: 'Verma Studios', ...PLACE }
const file = async (path: string) =>
  server.request(`/api/admin/${path}`, { headers: { authorization: `Bearer ${await server.adminToken('owner')}` } })

test('tax that is added has the rate of each course, on the price, the document, and what goes back', async () => {
  await tax('exclusive')
  const { tax: shown } = await shopper.student.documents.tax()
  expect(shown).toMatchObject({ rate: 18, prices: 'exclusive' })
  expect([courses[0], courses[1], courses[2]].map((id) => shown?.rates?.[id ?? ''])).toEqual([undefined, 500, 0])
  // 499 and 18 %, 299 and 5 %, 101.
  const taxes = [halfUp(49_900 * 18, 100), halfUp(29_900 * 5, 100), 0]
  const total = 89_900 + taxes.reduce((sum, paise) => sum + paise, 0)
  const paper = await sell(courses, business, (total / 100).toFixed(2))
  expect(paper.kind).toBe('invoice')
  expect(paper.facts.total_paise).toBe(total)
  expect(paper.facts.rates).toEqual([
    expect.objectContaining({ rate_basis_points: 1800, sac: '999293', taxable_paise: 49_900, igst_paise: taxes[0] }),
    expect.objectContaining({ rate_basis_points: 500, sac: '490199', taxable_paise: 29_900, igst_paise: taxes[1] }),
    expect.objectContaining({ rate_basis_points: 0, sac: '999299', taxable_paise: 10_100, igst_paise: 0 }),
  ])
  // A later rate of the course changes no order.
  await owner.courses.update({ params: { id: courses[1] ?? '' }, body: { gst_rate: 12 } })
  const ledger = { db: server.db, ctx: server.ctx, stop: async () => {} }
  await buildRefund(ledger, paper.order_id, total)
  const [note] = await issueDocuments(server.ctx, paper.order_id)
  expect(note).toMatchObject({ kind: 'credit_note' })
  expect(note?.facts.rates).toEqual(paper.facts.rates)
  const pdf = Buffer.from(await (await file(`documents/${paper.document_id}`)).arrayBuffer())
  const text = await textOfPdf(pdf)
  for (const word of ['IGST 18%', 'IGST 5%', 'Exempt', '490199', 'Invoice-cum-bill of supply', '₹101.00'])
    expect(text).toContain(word)
})

test('returns, Zoho Books, Tally and the e-invoice have a row for each rate, and all sum to the papers', async () => {
  await tax('inclusive')
  const paper = await sell(courses, business, '899.00')
  const within = halfUp(49_900 * 18, 118)
  const books = halfUp(29_900 * 5, 105)
  const alone = await sell([courses[2] ?? ''], { billing_state: '27' }, '101.00').catch((error) => error)
  // The buyer owns it already.
  expect(alone).toMatchObject({ code: 'already_purchased' })
  shopper = await buildShopper(server)
  const bill = await sell([courses[2] ?? ''], { billing_state: '27' }, '101.00')
  expect([bill.kind, bill.facts.rate_basis_points, bill.facts.seller?.sac, bill.facts.rates]).toEqual([
    'bill_of_supply',
    0,
    '999299',
    undefined,
  ])
  const summary = await owner.books.gstSummary({ month: month() })
  expect(summary.returns).toMatchObject([
    {
      outward: { taxable: (79_800 - within - books) / 100, igst: (within + books) / 100, cgst: 0, sgst: 0 },
      nil: { taxable: 202 },
    },
  ])
  const gstr1 = await (await file(`export/gstr1/${month()}`)).json()
  expect(gstr1.b2b[0].inv[0]).toMatchObject({ val: 899 })
  expect(gstr1.b2b[0].inv[0].itms.map((item: { itm_det: object }) => item.itm_det)).toMatchObject([
    { rt: 18, txval: (49_900 - within) / 100, iamt: within / 100 },
    { rt: 5, txval: (29_900 - books) / 100, iamt: books / 100 },
  ])
  expect(gstr1.nil.inv).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sply_ty: 'INTRB2B', expt_amt: 101 }),
      expect.objectContaining({ sply_ty: 'INTRAB2C', expt_amt: 101 }),
    ]),
  )
  expect(gstr1.hsn.hsn_b2b).toMatchObject([
    { hsn_sc: '999293', rt: 18, uqc: 'NA', qty: 0 },
    // Goods have a unit and a quantity.
    { hsn_sc: '490199', rt: 5, uqc: 'OTH', qty: 1 },
    { hsn_sc: '999299', rt: 0, uqc: 'NA', qty: 0 },
  ])
  const zoho = parse((await (await file(`export/zoho.csv?month=${month()}`)).text()).replace('\uFEFF', ''), {
    columns: true,
  }) as Record<string, string>[]
  const lines = zoho.filter((row) => row['Invoice Number'] === paper.serial)
  expect(lines.map((row) => [row['HSN/SAC'], row['Item Tax'], row.Total])).toEqual([
    ['999293', 'IGST18', '499'],
    ['490199', 'IGST5', '299'],
    ['999299', 'IGST0', '101'],
  ])
  const tally = await (await file(`export/tally.xml?month=${month()}`)).text()
  const voucher = tally.split('<VOUCHER ').find((text) => text.includes(`<VOUCHERNUMBER>${paper.serial}<`)) ?? ''
  const amounts = [...voucher.matchAll(/<AMOUNT>(-?[\d.]+)</g)].map(([, amount]) => Math.round(Number(amount) * 100))
  expect(amounts.reduce((sum, paise) => sum + paise, 0)).toBe(0)
  expect(voucher).toContain('Course sales, exempt')
  const [made] = await (await file(`export/einvoice.json?from=${month()}-01&to=${today()}`)).json()
  expect(made.ItemList).toMatchObject([
    { HsnCd: '999293', IsServc: 'Y', GstRt: 18, IgstAmt: within / 100, TotItemVal: 499 },
    { HsnCd: '490199', IsServc: 'N', GstRt: 5, IgstAmt: books / 100, TotItemVal: 299 },
  ])
  expect(made.ValDtls).toMatchObject({
    AssVal: (79_800 - within - books) / 100,
    IgstVal: (within + books) / 100,
    OthChrg: 101,
    TotInvVal: 899,
  })
})

test('a course of its own rate alone has that rate on the whole paper', async () => {
  await tax('inclusive')
  const paper = await sell([courses[1] ?? ''], { billing_state: '27' }, '299.00')
  const half = halfUp(29_900 * 5, 105 * 2)
  expect(paper.facts).toMatchObject({ rate_basis_points: 500, cgst_paise: half, sgst_paise: half, total_paise: 29_900 })
  expect(paper.facts.seller?.sac).toBe('490199')
  expect(paper.facts).not.toHaveProperty('rates')
  expect(paper.facts.lines[0]).not.toHaveProperty('rate_basis_points')
})

test.each([
  [{ gst_rate: 51 }, 'Rate must be from 0 to 50 percent, in steps of 0.02'],
  [{ gst_rate: -1 }, 'Rate must be from 0 to 50 percent, in steps of 0.02'],
  [{ gst_code: '99' }, 'SAC or HSN must have 4, 6 or 8 digits'],
])('%j is no tax of a course', async (body, message) => {
  await expect(owner.courses.update({ params: { id: courses[0] ?? '' }, body })).rejects.toMatchObject({
    status: 422,
    message,
  })
})

type Summed = Pick<DocumentFacts, 'rate_basis_points' | 'taxable_paise' | 'igst_paise' | 'cgst_paise' | 'total_paise'>

/** Repeats the same numbers. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

test('documents of 1,500 carts of two rates and an exempt one sum to their money, and their rates to them', () => {
  const next = random(7)
  const rates = { b: 500, c: 0 }
  const sacs = { b: '490199' }
  for (let round = 0; round < 1_500; round += 1) {
    const prices = (['inclusive', 'exclusive'] as const)[next(2)] ?? 'inclusive'
    const { rate: _, ...held } = taxSettings({ valid_from: '2026-12-05', prices })
    const settings = { ...held, id: 1, rate_basis_points: 1800, rates, sacs }
    const bundle = { course_id: 'd', price_paise: 100 + next(90_000), quantity: 1 + next(2) }
    const includes = ['b', 'c', 'e'].map((course_id) => ({ course_id, price_paise: 1 + next(50_000) }))
    const lines = [
      { course_id: 'a', price_paise: 1 + next(60_000), quantity: 1 + next(3) },
      ...(next(2) ? [{ ...bundle, includes }] : ['b', 'c'].map((course_id) => ({ ...bundle, course_id }))),
    ]
    const code = [null, { discount: next(100) + 1 }, { discount: 0, amount_paise: next(40_000) }][next(3)]
    const priced = priceCart(lines, code as never, settings)
    const parts = priced.lines.flatMap(({ parts: own, quantity }) => own.map((part) => ({ ...part, quantity })))
    const rateOf = (id: string) => (id in rates ? rates[id as 'b' | 'c'] : 1800)
    // Each line has the tax that the law defines.
    const each = parts.map(({ course_id, total_paise }) => {
      const rate = rateOf(course_id)
      return halfUp(total_paise * rate, prices === 'inclusive' ? 10_000 + rate : 10_000)
    })
    const added = prices === 'exclusive' ? each.reduce((sum, paise) => sum + paise, 0) : 0
    const before = parts.reduce((sum, part) => sum + part.total_paise, 0) + added
    expect(priced.tax_paise).toBe(added)
    expect(priced.total_paise).toBe(before > 0 ? Math.max(100, before) : 0)
    if (priced.total_paise === 0) continue
    const state = next(2) ? '27' : '29'
    const order = {
      order_id: 'ord_1',
      order_no: 'SH-1',
      payment_id: 'pay_1',
      payment_method: null,
      promocode: null,
      paid_at: '2026-12-05T06:30:00Z',
      tax_settings_id: 1,
      billing_state: state,
      billing_gstin: null,
      billing_name: null,
      billing_address: null,
      billing_place: null,
      billing_pin: null,
      billing_sez: false,
      buyer_name: 'A',
      buyer_email: null,
      language: 'en' as const,
      captured_paise: null,
      tax_paise: priced.tax_paise,
      minimum_charge_paise: priced.minimum_charge_paise,
      total_paise: priced.total_paise,
    } satisfies BilledOrder
    const billed = parts.map((part) => ({
      course_id: part.course_id,
      course_name: part.course_id,
      access_period: null,
      quantity: part.quantity,
      price_paise: part.price_paise,
      discount_paise: part.credit_paise + part.discount_paise,
      total_paise: part.total_paise,
    }))
    const facts = factsOfOrder({ order, lines: billed, shop: { name: 'S', address: [], email: 's@1.1' } }, settings)
    expect(facts.total_paise).toBe(priced.total_paise)
    expect(facts.taxable_paise + facts.cgst_paise + facts.sgst_paise + facts.igst_paise).toBe(facts.total_paise)
    const sums = facts.rates ?? [facts]
    for (const key of ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise'] as const) {
      expect(sums.reduce((all, row) => all + row[key], 0)).toBe(facts[key])
      for (const row of sums) expect(Number.isInteger(row[key])).toBe(true)
    }
    for (const row of sums) {
      expect(row.cgst_paise).toBe(row.sgst_paise)
      if (row.rate_basis_points === 0) expect(row.taxable_paise).toBe(row.total_paise)
      else expect(row.taxable_paise).toBeLessThanOrEqual(row.total_paise)
    }
    facts.lines.slice(0, parts.length).forEach((line, at) => {
      expect(line.rate_basis_points ?? facts.rate_basis_points).toBe(rateOf(parts[at]?.course_id ?? ''))
      // Two halves differ from the whole by at most a paisa each.
      expect(Math.abs(line.tax_paise - (each[at] ?? 0))).toBeLessThanOrEqual(state === '27' ? 1 : 0)
    })
    // Refunds in two goes take all back, rate by rate.
    const sale = {
      refund_id: null,
      reverses: null,
      corrects: null,
      document_id: 'd0',
      order_id: 'ord_1',
      kind: 'invoice',
      serial: 'S/1',
      issued_at: order.paid_at,
      facts,
    }
    const first = 1 + next(facts.total_paise)
    const amounts = [first, facts.total_paise - first].filter((paise) => paise > 0)
    const refunds = amounts.map((amount_paise, at) => {
      const refund = {
        refund_id: `r${at}`,
        status: 'processed',
        channel: 'gateway',
        reason: null,
        lines: null,
      } as const
      return { ...refund, amount_paise }
    })
    const papers = [sale] as unknown as DocumentRow[]
    for (;;) {
      const paper = nextRefundPaper(papers[0] as DocumentRow, papers, refunds, '2026-12-06')
      if (!paper) break
      papers.push({ ...paper, document_id: `d${papers.length}`, serial: 'C', issued_at: order.paid_at } as DocumentRow)
    }
    const back = papers.slice(1).flatMap(({ facts: note }): readonly Summed[] => note.rates ?? [note])
    for (const row of sums) {
      const own = back.filter((one) => one.rate_basis_points === row.rate_basis_points)
      const same = sums.filter((one) => one.rate_basis_points === row.rate_basis_points)
      for (const key of ['taxable_paise', 'igst_paise', 'cgst_paise', 'total_paise'] as const)
        expect(own.reduce((all, one) => all + one[key], 0)).toBe(same.reduce((all, one) => all + one[key], 0))
    }
  }
})
