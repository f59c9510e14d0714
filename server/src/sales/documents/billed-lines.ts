import { allocate } from 'contract/allocate'
import { inHalves, ruleOfCourse, ruleOfRest, type TaxedLine, type TaxRule, taxLine } from 'contract/tax'
import { soldAs } from '../../platform/language/access-text.ts'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
import type { BilledLine, BilledOrder } from './billed-orders.queries.ts'

/** A line of a document, in integer paise; `total_paise` is what was charged for it. */
export type DocumentLine = TaxedLine & {
  description: string
  quantity: number
  unit_price_paise: number
  discount_paise: number
  /** On lines of a document whose lines differ in rate or code. */
  rate_basis_points?: number
  sac?: string
}

export const NO_TAX: TaxRule = { rate_basis_points: 0, prices: 'inclusive' }

type Billed = Pick<BilledOrder, 'order_id' | 'tax_paise' | 'minimum_charge_paise' | 'total_paise' | 'captured_paise'>

type Sold = { order: Billed; lines: readonly BilledLine[]; rule: TaxRule; speech: Speech }

/** The lines over what was received: one for each course, then what belongs to none. */
export function billedLines({ order, lines, rule, speech }: Sold, sameState: boolean): DocumentLine[] {
  const taxed = taxedAt(
    ruleOfRest(
      rule,
      lines.map((line) => line.course_id),
    ),
    sameState,
  )
  const taxedBy = lines.map((line) => taxedAt(ruleOfCourse(rule, line.course_id), sameState))
  const added = addedTaxes(order, lines, rule)
  const sold: DocumentLine[] = lines.map((line, index) => {
    const amounts = (taxedBy[index] ?? taxed)(line.total_paise, rule.prices, added?.[index])
    return {
      description: soldAs(speech, line),
      quantity: line.quantity,
      unit_price_paise: line.price_paise,
      // The price loses the paisa that two rounded halves of added tax cost.
      discount_paise: line.discount_paise + (added ? line.total_paise - amounts.taxable_paise : 0),
      ...amounts,
    }
  })
  // The gateway's minimum holds its tax, whatever the prices do.
  if (order.minimum_charge_paise > 0) {
    sold.push({
      description: speech.t('Rounded up to the gateway’s minimum of ₹1'),
      quantity: 1,
      unit_price_paise: order.minimum_charge_paise,
      discount_paise: 0,
      ...taxed(order.minimum_charge_paise, 'inclusive'),
    })
  }
  const total = sumOf(sold)
  return toReceived(sold, (order.captured_paise ?? total) - total, { rule, taxed, taxedBy, speech })
}

const sumOf = (lines: readonly DocumentLine[]) => lines.reduce((sum, line) => sum + line.total_paise, 0)

/** The same by its sums alone, which no place of supply changes: what was charged for each line, in paise. */
export const chargedLines = (order: Billed, lines: readonly BilledLine[], rule: TaxRule | undefined): number[] =>
  billedLines({ order, lines, rule: rule ?? NO_TAX, speech: inLanguage() }, false).map((line) => line.total_paise)

type Taxed = (amountPaise: number, prices: TaxRule['prices'], addedPaise?: number) => TaxedLine

/** Lines as they are taxed at the place of supply; `addedPaise` is the tax that the order added to the line. */
function taxedAt(rule: TaxRule, sameState: boolean): Taxed {
  return (amountPaise, prices, addedPaise) => {
    const line =
      addedPaise === undefined
        ? taxLine(amountPaise, { ...rule, prices })
        : { taxable_paise: amountPaise, tax_paise: addedPaise, total_paise: amountPaise + addedPaise }
    return sameState ? inHalves(line, { ...rule, prices }) : line
  }
}

/**
 * The tax that was added to each line. Before 21 November 2026 that of a line was rounded to an even number of paise; what such
 * an order charged, at most a paisa apart for each line, is shared over its lines. Undefined where prices hold their tax.
 */
function addedTaxes(order: Billed, lines: readonly BilledLine[], rule: TaxRule): number[] | undefined {
  if (rule.prices === 'inclusive') return undefined
  const taxes = lines.map((line) => taxLine(line.total_paise, ruleOfCourse(rule, line.course_id)).tax_paise)
  const apart = Math.abs(order.tax_paise - taxes.reduce((sum, tax) => sum + tax, 0))
  return apart === 0 || apart > lines.length ? taxes : allocate(order.tax_paise, taxes)
}

type Way = { rule: TaxRule; taxed: Taxed; taxedBy: readonly Taxed[]; speech: Speech }

/**
 * Adjusts lines to the amount received; `beyond` is the difference in paise. It differs from the price only where an
 * owner granted an order in review: too little is a discount, shared over the lines; too much is a line of its own.
 */
function toReceived(sold: DocumentLine[], beyond: number, { rule, taxed, taxedBy, speech }: Way): DocumentLine[] {
  if (beyond >= 0) {
    const description = speech.t('Paid beyond the price')
    const line = { description, quantity: 1, unit_price_paise: beyond, discount_paise: 0 }
    return beyond === 0 ? sold : [...sold, { ...line, ...taxed(beyond, 'inclusive') }]
  }
  const totals = sold.map((line) => line.total_paise)
  const parts = allocate(
    totals.reduce((sum, total) => sum + total, beyond),
    totals,
  )
  // Unit prices hold the tax or do not, and discounts as they do.
  const priced = rule.prices === 'exclusive' ? 'taxable_paise' : 'total_paise'
  return sold.map((line, index) => {
    const amounts = (taxedBy[index] ?? taxed)(parts[index] ?? 0, 'inclusive')
    return { ...line, ...amounts, discount_paise: line.discount_paise + line[priced] - amounts[priced] }
  })
}
