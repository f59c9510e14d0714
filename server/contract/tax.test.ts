import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGstin } from './states.ts'
import { creditLines, financialYear, type TaxedLine, taxLine } from './tax.ts'

const rule = fc.record({
  rate_basis_points: fc.integer({ min: 0, max: 2500 }).map((half) => half * 2),
  prices: fc.constantFrom('inclusive' as const, 'exclusive' as const),
})
const paise = fc.integer({ min: 0, max: 5_000_000_000 })

describe('the tax of a line', () => {
  it('sums to what is charged, halves evenly and is the rate to the paisa', () => {
    fc.assert(
      fc.property(paise, rule, (amount, given) => {
        const line = taxLine(amount, given)
        expect(line.taxable_paise + line.tax_paise).toBe(line.total_paise)
        expect(line.tax_paise % 2).toBe(0)
        expect(given.prices === 'inclusive' ? line.total_paise : line.taxable_paise).toBe(amount)
        // By another road: within a paisa of the exact tax.
        const exact = (line.taxable_paise * given.rate_basis_points) / 10_000
        expect(Math.abs(line.tax_paise - exact)).toBeLessThanOrEqual(1.5)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    [118_00, 1800, 'inclusive', 100_00, 18_00],
    [100_00, 1800, 'exclusive', 100_00, 18_00],
    [499_00, 1800, 'inclusive', 422_88, 76_12],
    [1, 1800, 'inclusive', 1, 0],
    [0, 1800, 'inclusive', 0, 0],
    [999_99, 0, 'exclusive', 999_99, 0],
  ] as const)('of %i paise at %i %s is %i and %i', (amount, rate_basis_points, prices, taxable, tax) => {
    expect(taxLine(amount, { rate_basis_points, prices })).toMatchObject({ taxable_paise: taxable, tax_paise: tax })
  })
})

it('notes over any parts of an invoice never take more than is left, and over the whole exactly all', () => {
  const line = fc.tuple(paise, rule).map(([amount, given]) => taxLine(amount, given))
  const invoice = fc.array(line, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(invoice, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (lines, parts) => {
      let left: TaxedLine[] = lines
      const rest = () => left.reduce((sum, one) => sum + one.total_paise, 0)
      for (const part of [...parts, 1]) {
        const amount = Math.floor(rest() * part)
        const note = creditLines(left, amount)
        expect(note.reduce((sum, one) => sum + one.total_paise, 0)).toBe(amount)
        for (const one of note) {
          expect(one.taxable_paise + one.tax_paise).toBe(one.total_paise)
          expect(one.tax_paise % 2).toBe(0)
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

it('knows a GSTIN by its form, state and check digit', () => {
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

it('counts financial years from April to March', () => {
  expect(financialYear('2026-03-31')).toBe('25-26')
  expect(financialYear('2026-04-01')).toBe('26-27')
  expect(financialYear('2099-12-31')).toBe('99-00')
})
