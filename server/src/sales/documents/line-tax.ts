import { ruleOfCourse, type TaxRule } from 'contract/tax'
import type { DocumentLine } from './billed-lines.ts'

/** Sums of the lines at one rate under one code, in integer paise. */
export type RateRow = {
  rate_basis_points: number
  sac: string
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  total_paise: number
}

type Summed = Omit<RateRow, 'sac'> & { rates?: RateRow[] | undefined; seller: { sac: string } | null }

/** Returns the sums of a document by rate and code: one row, unless its lines differ. */
export const ratesOf = (facts: Summed): RateRow[] => facts.rates ?? [{ ...facts, sac: facts.seller?.sac ?? '' }]

type Codes = { sac: string; sacs?: Record<string, string> | null }

/** Finds rate and code of a line of a course; of what belongs to none the shop's code. */
export const taxOfLine = (rule: TaxRule, codes: Codes | undefined, courseId: string | undefined) => ({
  rate_basis_points: ruleOfCourse(rule, courseId).rate_basis_points,
  sac: (courseId !== undefined && codes?.sacs?.[courseId]) || codes?.sac || '',
})

type LineTax = { rate_basis_points: number; sac: string }

/** Writes rates and codes onto lines where they differ; else the one of all, for the document. */
export function withLineTaxes(
  lines: readonly DocumentLine[],
  taxes: readonly LineTax[],
): { lines: DocumentLine[]; tax?: LineTax | undefined } {
  const [first] = taxes
  const isOne = taxes.every((tax) => tax.rate_basis_points === first?.rate_basis_points && tax.sac === first.sac)
  return isOne ? { lines: [...lines], tax: first } : { lines: lines.map((line, at) => ({ ...line, ...taxes[at] })) }
}

/** Sums lines by rate and code; undefined where they have none of their own. */
export function rateRowsOf(lines: readonly DocumentLine[], sameState: boolean): RateRow[] | undefined {
  const of = Map.groupBy(lines, ({ rate_basis_points, sac }) => `${rate_basis_points} ${sac}`)
  if (lines.every(({ rate_basis_points }) => rate_basis_points === undefined)) return undefined
  return [...of.values()].map((own) => {
    const sum = (key: 'taxable_paise' | 'tax_paise' | 'total_paise') => own.reduce((all, line) => all + line[key], 0)
    const tax = sum('tax_paise')
    return {
      rate_basis_points: own[0]?.rate_basis_points ?? 0,
      sac: own[0]?.sac ?? '',
      taxable_paise: sum('taxable_paise'),
      cgst_paise: sameState ? tax / 2 : 0,
      sgst_paise: sameState ? tax / 2 : 0,
      igst_paise: sameState ? 0 : tax,
      total_paise: sum('total_paise'),
    }
  })
}
