import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRefund, buildSale, type Ledger, openLedger, taxed } from '../../../test/ledger.ts'
import { BUYER_GSTIN } from '../../../test/tax-settings.ts'
import { readGstr1 } from '../../serve/reports/gstr1/gstr1.service.ts'
import { issueDocuments } from './documents.service.ts'

let ledger: Ledger
let rates: Record<'december' | 'added' | 'january', number>
beforeAll(async () => {
  ledger = await openLedger()
  const { rate: _, ...rest } = taxed
  const settings = (valid_from: string, rate: number, prices = 'inclusive', enabled = true) => {
    return { ...rest, valid_from, rate_basis_points: rate * 100, prices, enabled }
  }
  const rows: { id: number }[] = await ledger
    .db('tax_settings')
    .insert([
      settings('2026-12-01', 12, 'exclusive'),
      settings('2026-12-01', 12),
      settings('2027-01-01', 18),
      settings('2030-01-01', 18, 'inclusive', false),
      settings('2030-02-01', 18),
    ])
    .returning('id')
  rates = { added: rows[0]?.id ?? 0, december: rows[1]?.id ?? 0, january: rows[2]?.id ?? 0 }
})
afterAll(() => ledger.stop())

/** The ten minutes around a midnight in India, which is 18:30 UTC: five of the old day, five of the new one. */
const minutesAround = (utcDay: string) =>
  Array.from({ length: 10 }, (_, minute) => ({
    isNew: minute >= 5,
    at: new Date(Date.parse(`${utcDay}T18:25:00Z`) + minute * 60_000).toISOString(),
  }))

const at = (now: string): Ledger => ({ ...ledger, ctx: { ...ledger.ctx, now: () => new Date(now) } })

/** Computes the tax within a sum by long division: to the nearest paisa, inside a state to twice the nearest half. */
function taxWithin(total: number, percent: number, halves: boolean): number {
  const parts = halves ? 2 : 1
  let tax = 0
  while ((tax + 1) * 2 * (100 + percent) * parts <= total * percent * 2 + (100 + percent) * parts) tax += 1
  return tax * parts
}

type Step = { at: string; state: string; amount: number; rate: number; registered: boolean }

test.each([
  ['of prices that hold it', 'december', 0],
  ['added to prices', 'added', 12],
] as const)('the tax %s is that of the day of the payment, minute by minute', async (_, ordered, added) => {
  const steps: Step[] = []
  for (const { at: now, isNew } of minutesAround('2026-12-31')) {
    for (const [state, registered] of [
      ['27', false],
      ['29', false],
      ['29', true],
    ] as const) {
      const price = 499_00 + steps.length * 37
      const tax = Math.round((price * added) / 100)
      const order = registered
        ? { billing_gstin: BUYER_GSTIN, billing_name: 'Verma', billing_address: 'Bengaluru' }
        : {}
      const sale = await buildSale(at(now), { paise: [price], tax, state, settings: rates[ordered], order })
      const [invoice] = await issueDocuments(at(now).ctx, sale.order_id)
      const rate = isNew ? 18 : 12
      steps.push({ at: now, state, amount: price + tax, rate, registered })
      const own = !isNew && added ? tax + (state === '27' ? tax % 2 : 0) : taxWithin(price + tax, rate, state === '27')
      expect([now, invoice?.facts]).toMatchObject([
        now,
        { rate_basis_points: rate * 100, total_paise: price + tax, taxable_paise: price + tax - own },
      ])
      const { cgst_paise = 0, sgst_paise = 0, igst_paise = 0, lines = [] } = invoice?.facts ?? {}
      expect(cgst_paise + sgst_paise + igst_paise).toBe(own)
      expect(state === '27' ? igst_paise : cgst_paise).toBe(0)
      for (const line of lines) expect(line.discount_paise).toBeGreaterThanOrEqual(0)
    }
  }
})

test('GSTR-1 of both months counts each invoice in the month and at the rate of its payment', async () => {
  for (const [month, rate] of [
    ['2026-12', 12],
    ['2027-01', 18],
  ] as const) {
    const gstr1 = await readGstr1(ledger.ctx, month, taxed.gstin)
    const rows = [
      ...(gstr1.b2cs ?? []).map(({ rt }) => rt),
      ...(gstr1.b2b ?? []).flatMap(({ inv }) => inv.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det.rt))),
    ]
    // Two places of consumers, and five invoices to a business of each of the two ways of pricing.
    expect(rows).toEqual(Array(2 + 10).fill(rate))
  }
})

test('an order from before GST, or paid after it ended, has the tax of the day of its payment', async () => {
  const issue = async (now: string, settings?: number, tax = 0) => {
    const sale = await buildSale(at(now), { paise: [1000_00], tax, state: '27', settings })
    const [document] = await issueDocuments(at(now).ctx, sale.order_id)
    return [document?.kind, document?.facts.rate_basis_points, document?.facts.total_paise]
  }
  expect(await issue('2026-11-30T18:29:59Z')).toEqual(['receipt', 0, 1000_00])
  expect(await issue('2026-11-30T18:30:00Z')).toEqual(['invoice', 1200, 1000_00])
  expect(await issue('2029-12-31T18:29:59Z', rates.january)).toEqual(['invoice', 1800, 1000_00])
  expect(await issue('2029-12-31T18:30:00Z', rates.january)).toEqual(['receipt', 0, 1000_00])
  expect(await issue('2029-12-31T18:30:00Z', rates.added, 120_00)).toEqual(['receipt', 0, 1120_00])
  expect(await issue('2030-01-31T18:30:00Z')).toEqual(['invoice', 1800, 1000_00])
})

test('the series of a number turns with the financial year, minute by minute', async () => {
  for (const { at: now, isNew } of minutesAround('2027-03-31')) {
    const sale = await buildSale(at(now), { state: '27', settings: rates.january })
    const [invoice] = await issueDocuments(at(now).ctx, sale.order_id)
    expect([now, invoice?.series]).toEqual([now, isNew ? 'SH/27-28' : 'SH/26-27'])
  }
})

test.each([
  ['a consumer', {}],
  ['a business', { billing_gstin: BUYER_GSTIN, billing_name: 'Verma', billing_address: 'Bengaluru' }],
])('tax of %s is taken back until 30 November after the financial year, and not a minute longer', async (_, order) => {
  const before = await readGstr1(ledger.ctx, '2027-12', taxed.gstin)
  for (const { at: now, isNew } of minutesAround('2027-11-30')) {
    const sold = '2027-03-31T18:29:00Z'
    const sale = await buildSale(at(sold), { paise: [1180_00], state: '29', settings: rates.january, order })
    await issueDocuments(at(sold).ctx, sale.order_id)
    await buildRefund(at(now), sale.order_id, 590_00)
    const [note] = await issueDocuments(at(now).ctx, sale.order_id)
    expect([now, note?.kind, note?.facts.total_paise, note?.facts.igst_paise]).toEqual(
      isNew ? [now, 'refund_receipt', 590_00, 0] : [now, 'credit_note', 590_00, 90_00],
    )
    if (isNew) expect(note?.facts.reason).toContain('Without tax: its last day for a credit note was 30 November 2027')
    // A minute later the next financial year begins, and the one after it can be set.
    const next = await buildSale(at('2027-03-31T18:30:00Z'), {
      paise: [1180_00],
      state: '29',
      settings: rates.january,
      order,
    })
    await issueDocuments(at('2027-03-31T18:30:00Z').ctx, next.order_id)
    await buildRefund(at(now), next.order_id, 590_00)
    const [late] = await issueDocuments(at(now).ctx, next.order_id)
    expect([now, late?.kind, late?.facts.igst_paise]).toEqual([now, 'credit_note', 90_00])
  }
  // Five of each: the notes of the new year alone are in the return of December.
  const december = await readGstr1(ledger.ctx, '2027-12', taxed.gstin)
  const backOf = ({ cdnr = [], b2cs = [] }: typeof december) => ({
    notes: cdnr.flatMap(({ nt }) => nt).length,
    taxable: b2cs.reduce((sum, { txval }) => sum + txval, 0),
  })
  const [now, was] = [backOf(december), backOf(before)]
  expect({ notes: now.notes - was.notes, taxable: now.taxable - was.taxable }).toEqual(
    'billing_gstin' in order ? { notes: 5, taxable: 0 } : { notes: 0, taxable: -5 * 500 },
  )
})
