import type { ShownTax } from './added-tax.ts'
import { shareOut } from './shares.ts'

/**
 * Goods and services tax on what is charged, in integer paise. Half of the rate goes to each of two accounts inside a
 * state and the whole to one across states; the sum is the same either way, so a cart can show it before it knows where
 * the buyer lives.
 */
export type TaxRule = {
  /** Hundredths of a percent: 1800 is 18 %. Whole and even, so that it halves. */
  rate_basis_points: number
  /** Prices that hold the tax already, or to which it is added. */
  prices: 'inclusive' | 'exclusive'
}

/** The rule of what is shown; null without tax. */
export function taxRuleOf(tax: ShownTax | null | undefined): TaxRule | null {
  return tax ? { rate_basis_points: Math.round(tax.rate * 100), prices: tax.prices } : null
}

export type TaxedLine = { taxable_paise: number; tax_paise: number; total_paise: number }

/** A line's amount (after its discount) apart in what is taxed and the tax: an even number of paise, so that it halves. */
export function taxLine(amountPaise: number, { rate_basis_points: rate, prices }: TaxRule): TaxedLine {
  const base = prices === 'inclusive' ? 10_000 + rate : 10_000
  const half = halfUp(BigInt(amountPaise) * BigInt(rate), BigInt(base) * 2n)
  const tax = half * 2
  if (prices === 'exclusive') return { taxable_paise: amountPaise, tax_paise: tax, total_paise: amountPaise + tax }
  return { taxable_paise: amountPaise - tax, tax_paise: tax, total_paise: amountPaise }
}

function halfUp(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/**
 * How an amount that goes back is split over what earlier notes have left of each line: by what is left, the last paisa by
 * largest remainder. No part is negative or more than is left, and notes over the whole sum to the invoice, line by line.
 * `amountPaise` is at most the sum of what is left.
 */
export function creditLines(left: readonly TaxedLine[], amountPaise: number): TaxedLine[] {
  const totals = shareOut(
    amountPaise,
    left.map((line) => line.total_paise),
  )
  return left.map((line, index) => {
    const total = totals[index] ?? 0
    const tax = share(line.tax_paise / 2, total, line.total_paise) * 2
    return { taxable_paise: total - tax, tax_paise: tax, total_paise: total }
  })
}

function share(paise: number, part: number, whole: number): number {
  if (part === 0) return 0
  return part === whole ? paise : halfUp(BigInt(paise) * BigInt(part), BigInt(whole))
}

/** The financial year of a day such as `2026-11-18`: April to March, as `26-27`. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0)
  return `${String(year % 100).padStart(2, '0')}-${String((year + 1) % 100).padStart(2, '0')}`
}
