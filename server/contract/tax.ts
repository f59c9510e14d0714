import type { ShownTax } from './added-tax.ts'
import { allocate } from './allocate.ts'
import { fitted } from './orders/refund-seats.ts'

/**
 * Goods and services tax on a charge, in integer paise. The whole rate goes to one account across states, and half of it to each of two
 * inside a state. The charge is the same either way, so a cart shows it before it knows the buyer's state.
 */
export type TaxRule = {
  /** Hundredths of a percent: 1800 is 18 %. Whole and even, so that it halves. */
  rate_basis_points: number
  /** Prices that hold the tax already, or to which it is added. */
  prices: 'inclusive' | 'exclusive'
  /** Rates of courses that have their own, by id, in the same unit. */
  rates?: Readonly<Record<string, number>> | null | undefined
}

/** Returns the rule of one course. */
export function ruleOfCourse<Rule extends TaxRule>(rule: Rule, courseId: string | undefined): Rule {
  const own = courseId === undefined ? undefined : rule.rates?.[courseId]
  return own === undefined ? rule : { ...rule, rate_basis_points: own }
}

/** Returns the rule of what is charged for no course beside these: the highest of their rates. */
export function ruleOfRest<Rule extends TaxRule>(rule: Rule, courseIds: readonly (string | undefined)[]): Rule {
  if (!rule.rates || courseIds.length === 0) return rule
  const rates = courseIds.map((id) => ruleOfCourse(rule, id).rate_basis_points)
  return { ...rule, rate_basis_points: Math.max(...rates) }
}

/** The rule of what is shown; null without tax. */
export function taxRuleOf(tax: ShownTax | null | undefined): TaxRule | null {
  return tax ? { rate_basis_points: Math.round(tax.rate * 100), prices: tax.prices, rates: tax.rates } : null
}

/**
 * The tax of a sale is that of the day on which it was paid and opened (CGST Act, sections 13 and 14), not of the day of its order.
 * `ordered` priced it, `held` holds on that day; undefined is no GST. At another rate than it was priced by, what was charged holds the tax.
 */
export function taxOfPayment<Held extends TaxRule>(
  ordered: TaxRule | undefined,
  held: Held | undefined,
): Held | undefined {
  const same = ordered !== undefined && ordered.rate_basis_points === held?.rate_basis_points
  return held && { ...held, prices: same ? ordered.prices : 'inclusive' }
}

/** The last day in India on which a credit note may take back the tax of an invoice of `day`: 30 November after its financial year (section 34(2)). */
export const lastTaxNoteDay = (day: string): string =>
  `${Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) < 4 ? 0 : 1)}-11-30`

export type TaxedLine = { taxable_paise: number; tax_paise: number; total_paise: number }

/** A line's amount (after its discount) apart in what is taxed and the tax, rounded once, half up. */
export function taxLine(amountPaise: number, { rate_basis_points: rate, prices }: TaxRule): TaxedLine {
  const base = prices === 'inclusive' ? 10_000 + rate : 10_000
  const tax = halfUp(BigInt(amountPaise) * BigInt(rate), BigInt(base))
  if (prices === 'exclusive') return { taxable_paise: amountPaise, tax_paise: tax, total_paise: amountPaise + tax }
  return { taxable_paise: amountPaise - tax, tax_paise: tax, total_paise: amountPaise }
}

/**
 * The same line as it is inside a state: two equal halves of the tax, and the taxable amount is what they leave of the total,
 * which stays. Held by the price, each half is its own rate of it, half up. Added to the price, the tax grows by the paisa that
 * an odd one lacks, so that the taxable amount is never above the price.
 */
export function inHalves(line: TaxedLine, { rate_basis_points: rate, prices }: TaxRule): TaxedLine {
  const { tax_paise, total_paise } = line
  const half =
    prices === 'inclusive'
      ? halfUp(BigInt(total_paise) * BigInt(rate), BigInt(10_000 + rate) * 2n)
      : Math.ceil(tax_paise / 2)
  return { taxable_paise: total_paise - half * 2, tax_paise: half * 2, total_paise }
}

function halfUp(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/**
 * Splits a refund over each line's rest after earlier notes: by `wanted` within the line's rest, else in proportion to the rest, the last
 * paisa by largest remainder. No part is negative or exceeds the rest, and notes over the whole sum to the invoice, line by line.
 * `amountPaise` is at most the sum of the rest. `halves`: the tax of each line is two equal halves, and stays so.
 */
export function creditLines(
  left: readonly TaxedLine[],
  amountPaise: number,
  { halves, wanted }: { halves: boolean; wanted?: readonly number[] | null },
): TaxedLine[] {
  const unit = halves ? 2 : 1
  const open = left.map((line) => line.total_paise)
  const wantedPaise = wanted?.reduce((sum, paise) => sum + paise, 0)
  const totals = wanted && wantedPaise === amountPaise ? fitted(wanted, open) : allocate(amountPaise, open)
  return left.map((line, index) => {
    const total = totals[index] ?? 0
    // At least the tax that the taxable amount left cannot cover, at most the part itself: two halves of one paisa are none.
    const least = Math.ceil(Math.max(0, total - line.taxable_paise) / unit)
    const most = Math.floor(Math.min(total, line.tax_paise) / unit)
    const wish = share(line.tax_paise / unit, total, line.total_paise)
    const tax = Math.min(Math.max(wish, least), most) * unit
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
