import { afterAll, beforeAll, expect, test } from 'vitest'
import { Gstr1Schema } from '../../../test/gstr1-schema.ts'
import { buildRefund, buildSale, type Ledger, openLedger, taxed } from '../../../test/ledger.ts'
import { BUYER_GSTIN, SELLER_GSTIN } from '../../../test/tax-settings.ts'
import type { Context } from '../../context.ts'
import { readGstr1 } from '../../serve/reports/gstr1/gstr1.service.ts'
import { findAttention } from '../orders/attention.queries.ts'
import { type DocumentRow, findOrderDocuments, findUnbilledOrders } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'
import { addTaxSettings } from './tax-settings.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger('2026-12-01T00:30:00Z')
  await addTaxSettings(ledger.ctx, taxed)
})
afterAll(() => ledger.stop())

const business = { billing_gstin: BUYER_GSTIN, billing_name: 'Verma Studios', billing_address: '4 MG Road, Bengaluru' }
const A = 0
const B = 1
const C = 2
const PAISE = [405_00, 270_00, 225_00]

/** A bundle for ₹900, as three lines. */
const bundle = async (state: string | null, order: Record<string, unknown> = {}) => {
  const settings = await ledger.db('tax_settings').first('id')
  const sale = await buildSale(ledger, {
    paise: PAISE,
    settings: state ? settings.id : null,
    order: { billing_state: state, ...order },
  })
  await issueDocuments(ledger.ctx, sale.order_id)
  return sale.order_id
}

/** Refunds one course, and issues its note. */
async function refund(order_id: string, line: number, change: Record<string, unknown> = {}) {
  const refund_id = await buildRefund(ledger, order_id, PAISE[line] ?? 0)
  const lines = PAISE.map((paise, index) => (index === line ? { paise, seats: 1 } : { paise: 0, seats: 0 }))
  await ledger
    .db('refunds')
    .where({ refund_id })
    .update({ lines: JSON.stringify(lines), ...change })
  await issueDocuments(ledger.ctx, order_id)
  return refund_id
}
const mark = (refund_id: string, status: string, ctx: Context = ledger.ctx) =>
  ledger.db('refunds').where({ refund_id }).update({ status, updated_at: ctx.now() })

async function end(order_id: string, refund_id: string, status: string) {
  await mark(refund_id, status)
  return issueDocuments(ledger.ctx, order_id)
}
const linesOf = ({ facts }: DocumentRow) => facts.lines.map(({ total_paise }) => total_paise)
const papersOf = (order_id: string) => findOrderDocuments(ledger.db, order_id)
async function sumOf(order_id: string) {
  const papers = await papersOf(order_id)
  return papers.reduce((sum, { kind, facts }) => sum + facts.total_paise * (/credit|refund/.test(kind) ? -1 : 1), 0)
}

test.each([
  ['a consumer of the own state', '27', {}],
  ['a consumer of another state', '29', {}],
  ['a business', '29', business],
])(
  'a refund that fails after its note gets a debit note, and the next one a note of its own lines: %s',
  async (_who, state, order) => {
    const order_id = await bundle(state, order)
    const first = await refund(order_id, A)
    const [debit, ...more] = await end(order_id, first, 'failed')
    expect(more).toEqual([])
    const note = (await papersOf(order_id)).find(({ kind }) => kind === 'credit_note')
    expect(debit).toMatchObject({ kind: 'debit_note', refund_id: null, reverses: note?.document_id })
    expect(debit?.facts).toEqual({
      ...note?.facts,
      reason: `The refund did not go through. Reverses ${note?.serial} of 1 December 2026`,
    })
    expect(debit?.facts.against?.serial).toMatch(/^SH/)
    expect(await sumOf(order_id)).toBe(900_00)

    await refund(order_id, C)
    const later = (await papersOf(order_id)).find(({ refund_id, facts }) => refund_id && facts.total_paise === 225_00)
    expect(later?.kind).toBe('credit_note')
    expect(later && linesOf(later)).toEqual([0, 0, 225_00])
    expect(await sumOf(order_id)).toBe(675_00)
    expect(await issueDocuments(ledger.ctx, order_id)).toEqual([])
  },
)

test('a refund that is processed again after its failure gets another note, and another debit note', async () => {
  const order_id = await bundle('27')
  const refund_id = await refund(order_id, B)
  for (const [status, sum] of [
    ['failed', 900_00],
    ['processed', 630_00],
    ['failed', 900_00],
  ] as const) {
    expect(await end(order_id, refund_id, status)).toHaveLength(1)
    expect(await sumOf(order_id)).toBe(sum)
  }
})

test('a receipt without tax, a bank transfer and a dispute are reversed alike, in a series that no return counts', async () => {
  // Paid before the shop was registered.
  const order_id = await bundle(null, { paid_at: '2026-11-20T06:30:00Z' })
  const refund_id = await refund(order_id, A, {
    channel: 'dispute',
    reference: 'disp_1',
    gateway_refund_id: null,
    sent_on: '2026-12-01',
  })
  const [debit] = await end(order_id, refund_id, 'failed')
  expect(debit).toMatchObject({ kind: 'debit_note', facts: { seller: null, total_paise: 405_00 } })
  expect(debit?.serial).toMatch(/^DR\/26-27\/0*1$/)
  expect(debit?.facts.reason).toMatch(/^The bank returned the disputed amount/)
  expect(await sumOf(order_id)).toBe(900_00)
})

test('money that left beyond the invoice has a receipt, and a note with its tax once a dispute is won', async () => {
  const order_id = await bundle('29')
  const lost = await buildRefund(ledger, order_id, 900_00)
  await issueDocuments(ledger.ctx, order_id)
  const late = await refund(order_id, A)
  expect(await sumOf(order_id)).toBe(-405_00)
  const made = await end(order_id, lost, 'failed')
  expect(made.map(({ kind, refund_id }) => [kind, refund_id])).toEqual([
    ['debit_note', null],
    ['debit_note', null],
    ['credit_note', late],
  ])
  expect(made[2] && linesOf(made[2])).toEqual([405_00, 0, 0])
  expect(await sumOf(order_id)).toBe(495_00)
})

test('the job corrects older notes, whose credit later refunds used up, in one run', async () => {
  const order_id = await bundle('27')
  const first = await refund(order_id, A)
  await mark(first, 'failed')
  // The earlier version left this refund without a note.
  await buildRefund(ledger, order_id, 225_00)
  const second = await buildRefund(ledger, order_id, 100_00)
  expect(await findUnbilledOrders(ledger.db, { since: '2027-01-01', limit: 10 })).toEqual([order_id])
  await issueDocuments(ledger.ctx, order_id)
  expect(await sumOf(order_id)).toBe(575_00)
  expect(await findUnbilledOrders(ledger.db, { since: '2027-01-01', limit: 10 })).toEqual([])
  expect((await papersOf(order_id)).find(({ refund_id }) => refund_id === second)?.facts.total_paise).toBe(100_00)
})

test('an order whose documents and money differ needs attention until they are issued', async () => {
  const order_id = await bundle('27')
  const at = (minutes: number) => new Date(ledger.ctx.now().getTime() + minutes * 60_000).toISOString()
  const reason = async (minutes: number) =>
    (await findAttention(ledger.db, [order_id], at(minutes))).get(order_id)?.reason
  expect(await reason(60)).toBeUndefined()
  await buildRefund(ledger, order_id, 100_00)
  expect([await reason(14), await reason(16)]).toEqual([undefined, 'papers_differ'])
  await issueDocuments(ledger.ctx, order_id)
  expect(await reason(60)).toBeUndefined()
  const unbilled = await buildSale(ledger)
  expect((await findAttention(ledger.db, [unbilled.order_id], at(16))).get(unbilled.order_id)?.reason).toBe(
    'papers_differ',
  )
})

test('the owner is notified of each debit note, in the order and by one email', async () => {
  const order_id = await bundle('27')
  const [debit] = await end(order_id, await refund(order_id, A), 'failed')
  expect(await ledger.db('owner_alerts').where({ order_id }).pluck('alert_key')).toEqual([
    `debit_note:${debit?.document_id}`,
  ])
  expect(await ledger.db('order_events').where({ order_id, kind: 'debit_note' }).pluck('detail')).toEqual([
    expect.stringMatching(/^DN\/26-27\/\d+, ₹405.00: The refund did not go through/),
  ])
})

test('the return of the month has every debit note, and its sums are those of the papers', async () => {
  const month = Gstr1Schema.parse(await readGstr1(ledger.ctx, '2026-12', SELLER_GSTIN))
  const papers: DocumentRow[] = await ledger.db('documents').whereRaw(`facts->'seller'->>'gstin' is not null`)
  const debits = papers.filter(({ kind }) => kind === 'debit_note')
  const notes = month.cdnr?.flatMap(({ nt }) => nt) ?? []
  expect(notes.filter(({ ntty }) => ntty === 'D').map(({ val }) => val)).toEqual([405])
  expect(month.doc_issue?.doc_det.map(({ doc_num, doc_typ }) => [doc_num, doc_typ])).toEqual([
    [1, 'Invoices for outward supply'],
    [4, 'Debit Note'],
    [5, 'Credit Note'],
  ])
  expect(month.doc_issue?.doc_det[1]?.docs).toMatchObject([{ num: 1, totnum: debits.length }])
  const sign = ({ kind }: DocumentRow) => (kind === 'credit_note' ? -1 : 1)
  const taxable = papers.reduce((sum, paper) => sum + sign(paper) * paper.facts.taxable_paise, 0)
  const rows = [...(month.hsn?.hsn_b2b ?? []), ...(month.hsn?.hsn_b2c ?? [])]
  expect(Math.round(rows.reduce((sum, { txval }) => sum + txval, 0) * 100)).toBe(taxable)
})
