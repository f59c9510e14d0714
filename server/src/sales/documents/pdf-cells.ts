import { formatRupees } from 'contract/money'
import { paperSpeech, type TextOf } from '../../platform/pdf/paper-speech.ts'
import type { DocumentLine } from './billed-lines.ts'
import type { DocumentRow } from './documents.queries.ts'
import { isUntaxed } from './pdf-entries.ts'

/** A column of the table; widths sum to that of the page between its margins. */
export type Cell = { title: TextOf; width: number; of: (line: DocumentLine, row: DocumentRow) => string }

type Column = Omit<Cell, 'width'>

const description: Column = { title: (t) => t('Description'), of: (line) => line.description }
const sac: Column = { title: () => 'SAC', of: (line, { facts }) => line.sac ?? facts.seller?.sac ?? '' }
const quantity: Column = { title: (t) => t('Qty'), of: (line) => String(line.quantity) }
const price: Column = { title: (t) => t('Price'), of: (line) => formatRupees(line.unit_price_paise) }
const discount: Column = { title: (t) => t('Discount'), of: (line) => formatRupees(line.discount_paise) }
const taxable: Column = { title: (t) => t('Taxable value'), of: (line) => formatRupees(line.taxable_paise) }
/** The rate of a line, where those of the document differ. */
const rateText = ({ rate_basis_points: rate }: DocumentLine) => rate !== undefined && `${rate / 100}%`
const tax: Column = {
  title: (t) => t('Tax'),
  of: (line) => [formatRupees(line.tax_paise), rateText(line)].filter(Boolean).join('\n'),
}
const amount: Column = { title: (t) => t('Amount'), of: (line) => formatRupees(line.total_paise) }
/** Nothing is taxed: what is left of the price is the value of the supply (rule 49(g)). */
const value: Column = { title: (t) => t('Value'), of: amount.of }

const wide = (column: Column, width: number): Cell => ({ ...column, width })

const plainCells = [wide(description, 255), wide(quantity, 34), wide(price, 70), wide(discount, 66), wide(amount, 74)]

const taxParts = [wide(sac, 42), wide(taxable, 66), wide(tax, 60)]
const taxCells = [
  wide(description, 117),
  wide(sac, 42),
  wide(quantity, 26),
  wide(price, 66),
  wide(discount, 58),
  wide(taxable, 66),
  wide(tax, 60),
  wide(amount, 64),
]

const billCells = [
  wide(description, 199),
  wide(sac, 52),
  wide(quantity, 34),
  wide(price, 72),
  wide(discount, 66),
  wide(value, 76),
]

/** Shows a refund without price or quantity of its own. */
const backCells = (taxed: boolean): Cell[] =>
  taxed ? [wide(description, 233), ...taxParts, wide(amount, 98)] : [wide(description, 399), wide(amount, 100)]

/** Heads a column; a second language has a line of its own, for columns are narrow. */
export const headOf = ({ title }: Cell, { facts }: DocumentRow): string => paperSpeech(facts).both(title, '\n')

/** The columns of a document's table. */
export function cellsFor(row: DocumentRow): Cell[] {
  const { facts } = row
  if (row.kind === 'bill_of_supply') return billCells
  const taxed = facts.seller !== null && !isUntaxed(row)
  if (facts.against) return backCells(taxed)
  return taxed ? taxCells : plainCells
}
