import { describe, expect, it } from 'vitest'
import { fc } from '../test/fast-check.ts'
import { BuyerGstin, Gstin } from './documents.ts'
import { isBuyerGstin, isGstin, isGstinAbroad } from './gst.ts'
import { creditLines, financialYear, inHalves, lastTaxNoteDay, type TaxedLine, taxLine, taxOfPayment } from './tax.ts'

const rule = fc.record({
  rate_basis_points: fc.integer({ min: 0, max: 2500 }).map((half) => half * 2),
  prices: fc.constantFrom('inclusive' as const, 'exclusive' as const),
})
const paise = fc.integer({ min: 0, max: 5_000_000_000 })

describe('the tax of a line', () => {
  it('sums to what is charged, and is the exact tax to the paisa; in halves it sums to the same', () => {
    fc.assert(
      fc.property(paise, rule, (amount, input) => {
        const line = taxLine(amount, input)
        expect(line.taxable_paise + line.tax_paise).toBe(line.total_paise)
        expect(input.prices === 'inclusive' ? line.total_paise : line.taxable_paise).toBe(amount)
        // A second method: the taxed part is the gross less its tax, and no whole number of paise is nearer.
        const base = input.prices === 'inclusive' ? 10_000 + input.rate_basis_points : 10_000
        const apart = BigInt(line.tax_paise) * BigInt(base) - BigInt(amount) * BigInt(input.rate_basis_points)
        expect(apart * 2n <= BigInt(base) && apart * 2n > -BigInt(base)).toBe(true)

        const halves = inHalves(line, input)
        expect(halves.total_paise).toBe(line.total_paise)
        expect(halves.taxable_paise + halves.tax_paise).toBe(halves.total_paise)
        expect(halves.tax_paise % 2).toBe(0)
        expect(Math.abs(halves.tax_paise - line.tax_paise)).toBeLessThanOrEqual(1)
        expect(inHalves(halves, input)).toEqual(halves)
        if (input.prices === 'exclusive') expect(halves.taxable_paise).toBeLessThanOrEqual(amount)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is 18/118 of every price from ₹1 to ₹1,00,000 at 18 %, and inside a state 9/118 twice', () => {
    // Every rupee up to ₹2,000, and a stride that meets all endings of paise up to ₹1,00,000.
    const prices = [
      ...Array.from({ length: 2_000 }, (_, index) => (index + 1) * 100),
      ...Array.from({ length: 40_000 }, (_, index) => 100 + index * 249).filter((price) => price <= 1_00_000_00),
      1_00_000_00,
    ]
    for (const price of prices) {
      const input = { rate_basis_points: 1800, prices: 'inclusive' as const }
      const line = taxLine(price, input)
      expect(line, `${price}`).toEqual({
        taxable_paise: price - Math.round((price * 18) / 118),
        tax_paise: Math.round((price * 18) / 118),
        total_paise: price,
      })
      expect(inHalves(line, input).tax_paise, `${price}`).toBe(2 * Math.round((price * 9) / 118))
      expect(taxLine(price, { ...input, prices: 'exclusive' }).tax_paise, `${price}`).toBe(
        Math.round((price * 18) / 100),
      )
    }
  })

  it('is ₹45.61 of ₹299, and inside a state ₹22.81 twice; on top of ₹299.50 it is ₹53.91', () => {
    const held = { rate_basis_points: 1800, prices: 'inclusive' as const }
    const line = taxLine(299_00, held)
    expect(line).toEqual({ taxable_paise: 253_39, tax_paise: 45_61, total_paise: 299_00 })
    expect(inHalves(line, held)).toEqual({ taxable_paise: 253_38, tax_paise: 2 * 22_81, total_paise: 299_00 })
    const added = { ...held, prices: 'exclusive' as const }
    const more = taxLine(299_50, added)
    expect(more).toEqual({ taxable_paise: 299_50, tax_paise: 53_91, total_paise: 353_41 })
    expect(inHalves(more, added)).toEqual({ taxable_paise: 299_49, tax_paise: 2 * 26_96, total_paise: 353_41 })
  })

  it.each([
    [118_00, 1800, 'inclusive', 100_00, 18_00],
    [100_00, 1800, 'exclusive', 100_00, 18_00],
    [499_00, 1800, 'inclusive', 422_88, 76_12],
    [1, 1800, 'inclusive', 1, 0],
    [0, 1800, 'inclusive', 0, 0],
    [999_99, 0, 'exclusive', 999_99, 0],
  ] as const)('%i paise at %i %s: %i taxable, %i tax', (amount, rate_basis_points, prices, taxable, tax) => {
    expect(taxLine(amount, { rate_basis_points, prices })).toMatchObject({ taxable_paise: taxable, tax_paise: tax })
  })
})

it('notes over any parts of an invoice never take more than is left, and over the whole exactly all', () => {
  const line = fc.tuple(paise, rule)
  const invoice = fc.array(line, { minLength: 1, maxLength: 6 })
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 })
  fc.assert(
    fc.property(invoice, parts, fc.boolean(), (input, parts, halves) => {
      const lines = input.map(([amount, its]) => {
        const line = taxLine(amount, its)
        return halves ? inHalves(line, its) : line
      })
      let left: TaxedLine[] = lines
      const rest = () => left.reduce((sum, one) => sum + one.total_paise, 0)
      for (const part of [...parts, 1]) {
        const amount = Math.floor(rest() * part)
        const note = creditLines(left, amount, { halves })
        expect(note.reduce((sum, one) => sum + one.total_paise, 0)).toBe(amount)
        for (const one of note) {
          expect(one.taxable_paise + one.tax_paise).toBe(one.total_paise)
          if (halves) expect(one.tax_paise % 2).toBe(0)
          expect(Math.min(one.taxable_paise, one.tax_paise, one.total_paise)).toBeGreaterThanOrEqual(0)
        }
        left = left.map((one, index) => ({
          taxable_paise: one.taxable_paise - (note[index]?.taxable_paise ?? 0),
          tax_paise: one.tax_paise - (note[index]?.tax_paise ?? 0),
          total_paise: one.total_paise - (note[index]?.total_paise ?? 0),
        }))
        for (const one of left) {
          expect(Math.min(one.total_paise, one.tax_paise)).toBeGreaterThanOrEqual(0)
        }
      }
      expect(left).toEqual(lines.map(() => ({ taxable_paise: 0, tax_paise: 0, total_paise: 0 })))
    }),
    { numRuns: 2_000 },
  )
})

it('a line of a note is never below zero, down to its last paisa', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), rule, fc.boolean(), steps, (amount, its, halves, parts) => {
      const line = taxLine(amount, its)
      const sold = halves ? inHalves(line, its) : line
      const left = { ...sold }
      for (const part of [...parts, sold.total_paise]) {
        const total = Math.min(part, left.total_paise)
        const [note] = creditLines([left], total, { halves })
        expect(note?.total_paise).toBe(total)
        expect(Math.min(note?.taxable_paise ?? -1, note?.tax_paise ?? -1)).toBeGreaterThanOrEqual(0)
        expect(note?.tax_paise).toBeLessThanOrEqual(left.tax_paise)
        left.total_paise -= total
        left.taxable_paise -= note?.taxable_paise ?? 0
        left.tax_paise -= note?.tax_paise ?? 0
      }
      // Two halves that fit no part of one paisa stay with the invoice.
      expect(left).toEqual({ total_paise: 0, tax_paise: left.tax_paise, taxable_paise: 0 - left.tax_paise })
      if (!halves) expect(left.tax_paise).toBe(0)
    }),
    { numRuns: 5_000 },
  )
})

it('a GSTIN is recognised by its form, state and check digit', () => {
  // The example of the GST portal's own guide, and one with a letter as its check digit.
  for (const gstin of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM']) expect(isGstin(gstin)).toBe(true)
  for (const wrong of [
    '27AAPFU0939F1ZW',
    '28AAPFU0939F1ZV',
    '27aapfu0939f1zv',
    '27AAPFU0939F1Z',
    '99AAPFU0939F1ZV',
    '',
  ]) {
    expect(isGstin(wrong)).toBe(false)
  }
})

it('a GSTIN of an embassy, public office or non-resident is for buyers alone, and none is of abroad', () => {
  for (const special of ['33DELM13456C1DM', '2719UNO00013UNW', '27AAACA1234B1CT']) {
    expect(isBuyerGstin(special)).toBe(true)
    expect(isGstin(special)).toBe(false)
  }
  expect(isBuyerGstin('27AAPFU0939F1ZV')).toBe(true)
  for (const abroad of ['9917IRL29003OSG', '9922JPN29001OSU']) {
    expect([isBuyerGstin(abroad), isGstinAbroad(abroad)]).toEqual([false, true])
    expect(BuyerGstin.safeParse(abroad).error?.issues.map(({ message }) => message)).toEqual([
      'This GSTIN is of a business abroad. Please use one of an Indian state',
    ])
  }
  for (const wrong of ['33DELM13456C1DN', '9917IRL29003OSH', '2519UNO00013UNW'])
    expect(BuyerGstin.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual(['GSTIN is not valid'])
})

it('a pasted GSTIN is tidied as the form does', () => {
  for (const pasted of [
    ' 27 AAPFU 0939 F1 ZV',
    '27-aapfu-0939-f1-zv',
    '\u200b27AAPFU0939F1ZV\u00a0',
    'GSTIN: 27AAPFU0939F1ZV',
    'GST No. - 27 AAPFU0939F1ZV',
    'GSTIN/UIN : 27AAPFU0939F1ZV',
    '२७AAPFU०९३९F१ZV',
  ])
    for (const schema of [Gstin, BuyerGstin]) expect(schema.parse(pasted)).toBe('27AAPFU0939F1ZV')
})

it('a financial year runs from April to March', () => {
  expect(financialYear('2026-03-31')).toBe('25-26')
  expect(financialYear('2026-04-01')).toBe('26-27')
  expect(financialYear('2099-12-31')).toBe('99-00')
})

it('a sale has the tax of the day of its payment, within what was charged where the rate is another', () => {
  const [twelve, eighteen] = [1200, 1800].map((rate_basis_points) => ({
    rate_basis_points,
    prices: 'exclusive' as const,
  }))
  expect(taxOfPayment(twelve, twelve)).toEqual(twelve)
  expect(taxOfPayment(twelve, eighteen)).toEqual({ rate_basis_points: 1800, prices: 'inclusive' })
  expect(taxOfPayment(undefined, eighteen)).toEqual({ rate_basis_points: 1800, prices: 'inclusive' })
  expect(taxOfPayment(twelve, undefined)).toBeUndefined()
})

it('tax is taken back until 30 November after the financial year', () => {
  expect(lastTaxNoteDay('2027-03-31')).toBe('2027-11-30')
  expect(lastTaxNoteDay('2027-04-01')).toBe('2028-11-30')
  expect(lastTaxNoteDay('2027-12-31')).toBe('2028-11-30')
})
