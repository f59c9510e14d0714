import { formatRupees } from 'contract/money'
import type { DocumentLine } from './billed-lines.ts'
import type { DocumentRow } from './documents.queries.ts'
import { isUntaxed } from './pdf-entries.ts'

/** A column of the table; widths sum to that of the page between its margins. */
export type Cell = { title: string; width: number; of: (line: DocumentLine, row: DocumentRow) => string }

const plainCells: Cell[] = [
  { title: 'Description', width: 255, of: (line) => line.description },
  { title: 'Qty', width: 34, of: (line) => String(line.quantity) },
  { title: 'Price', width: 70, of: (line) => formatRupees(line.unit_price_paise) },
  { title: 'Discount', width: 66, of: (line) => formatRupees(line.discount_paise) },
  { title: 'Amount', width: 74, of: (line) => formatRupees(line.total_paise) },
]

const taxCells: Cell[] = [
  { title: 'Description', width: 117, of: (line) => line.description },
  { title: 'SAC', width: 42, of: (_line, { facts }) => facts.seller?.sac ?? '' },
  { title: 'Qty', width: 26, of: (line) => String(line.quantity) },
  { title: 'Price', width: 66, of: (line) => formatRupees(line.unit_price_paise) },
  { title: 'Discount', width: 58, of: (line) => formatRupees(line.discount_paise) },
  { title: 'Taxable value', width: 66, of: (line) => formatRupees(line.taxable_paise) },
  { title: 'Tax', width: 60, of: (line) => formatRupees(line.tax_paise) },
  { title: 'Amount', width: 64, of: (line) => formatRupees(line.total_paise) },
]

/** Nothing is taxed: what is left of the price is the value of the supply (rule 49(g)). */
const billCells: Cell[] = [
  { title: 'Description', width: 199, of: (line) => line.description },
  { title: 'SAC', width: 52, of: (_line, { facts }) => facts.seller?.sac ?? '' },
  { title: 'Qty', width: 34, of: (line) => String(line.quantity) },
  { title: 'Price', width: 72, of: (line) => formatRupees(line.unit_price_paise) },
  { title: 'Discount', width: 66, of: (line) => formatRupees(line.discount_paise) },
  { title: 'Value', width: 76, of: (line) => formatRupees(line.total_paise) },
]

/** What goes back has no price or quantity of its own. */
const backCells = (taxed: boolean): Cell[] => [
  { title: 'Description', width: taxed ? 233 : 399, of: (line) => line.description },
  ...(taxed ? taxCells.filter((cell) => ['SAC', 'Taxable value', 'Tax'].includes(cell.title)) : []),
  { title: 'Amount', width: taxed ? 98 : 100, of: (line) => formatRupees(line.total_paise) },
]

/** The columns of a document's table. */
export function cellsFor(row: DocumentRow): Cell[] {
  const { facts } = row
  if (row.kind === 'bill_of_supply') return billCells
  const taxed = facts.seller !== null && !isUntaxed(row)
  if (facts.against) return backCells(taxed)
  return taxed ? taxCells : plainCells
}
