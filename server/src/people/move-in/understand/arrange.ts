import { isEmail } from 'contract/email-and-phone'
import type { ForeignTable, SheetRow } from '../../../courses/media/foreign-table.ts'
import { readListedPerson } from '../../students/people-list.ts'
import { plainWords } from './field-words.ts'
import { exportOf } from './sources.ts'
import { readMoney } from './values.ts'

/** Makes each row say all about itself: lines of a pasted list get columns, further lines of one order get its data. */
export function arrangeTable(table: ForeignTable): ForeignTable {
  if (isList(table)) return listed(table)
  const known = exportOf(table.headings)
  return known?.source === 'shopify' && known.kind === 'orders' ? withWholeOrders(table) : table
}

/** A list without headings, or one column in which addresses stand among other words. */
function isList({ head_row, headings, rows }: ForeignTable): boolean {
  if (head_row === 0) return true
  const some = rows.slice(0, 50).map(({ cells }) => (cells[0] ?? '').slice(0, 300))
  return (
    headings.length === 1 && some.filter((cell) => /\S\s*[\s<]\S*@|@\S*[>,;]?\s+\S/.test(cell)).length > some.length / 2
  )
}

function listed(table: ForeignTable): ForeignTable {
  const named = table.headings.length > 1 && nameByValues(table)
  if (named) return { ...table, headings: named }
  const people = table.rows.map(({ row, cells }) => ({ row, ...readListedPerson(cells.filter(Boolean).join(' | ')) }))
  const hasMore = people.some(({ other }) => other !== '')
  return {
    ...table,
    headings: ['Name', 'Email', 'Phone', ...(hasMore ? ['Other'] : [])],
    rows: people.map(({ row, name, email, phone, other }) => ({
      row,
      cells: [name, email, phone, ...(hasMore ? [other] : [])],
    })),
  }
}

const PROOFS: readonly (readonly [heading: string, proof: (cell: string) => boolean])[] = [
  ['Email', isEmail],
  ['Phone', (cell) => /^\+?[\d\s().-]{10,18}$/.test(cell)],
  ['Name', (cell) => /^[\p{L}\p{M}\s.'’-]+$/u.test(cell)],
]

/** Names the columns of a table without headings by their values; undefined where no column holds addresses or phones alone. */
function nameByValues({ headings, rows }: ForeignTable): string[] | undefined {
  const named = [...headings]
  for (const [heading, proof] of PROOFS) {
    const at = headings.findIndex((_, column) => {
      const cells = rows.slice(0, 100).flatMap((row) => row.cells[column] || [])
      return named[column] === headings[column] && cells.length > 0 && cells.filter(proof).length >= cells.length * 0.8
    })
    if (at >= 0) named[at] = heading
  }
  return named.includes('Email') || named.includes('Phone') ? named : undefined
}

const OF_ORDER = [
  'financial status',
  'paid at',
  'currency',
  'created at',
  'billing name',
  'billing phone',
  'cancelled at',
  'discount code',
  'payment reference',
  'payment method',
  'email',
]
const SUMS = ['total', 'refunded amount']

/** Shopify writes an order's data into its first line only; its sums are divided among the lines by their prices. */
function withWholeOrders(table: ForeignTable): ForeignTable {
  const at = new Map(table.headings.map((heading, place) => [plainWords(heading), place]))
  const place = (heading: string) => at.get(heading) ?? -1
  const carried = OF_ORDER.map(place).filter((one) => one >= 0)
  const rows: SheetRow[] = []
  for (const lines of ordersOf(table.rows, place('name'))) {
    const [first] = lines
    if (!first || lines.length === 1) {
      rows.push(...lines)
      continue
    }
    const weights = lines.map(({ cells }) => {
      const price = readMoney(cells[place('lineitem price')] ?? '').value?.amount ?? 0
      return price * Math.max(1, Number(cells[place('lineitem quantity')] ?? 1) || 1)
    })
    const parts = SUMS.map(place)
      .filter((one) => one >= 0 && first.cells[one])
      .map((one) => ({ one, each: divided(readMoney(first.cells[one] ?? '').value?.amount ?? 0, weights) }))
    for (const [index, { row, cells }] of lines.entries()) {
      const whole = cells.map((cell, column) =>
        cell === '' && carried.includes(column) ? (first.cells[column] ?? '') : cell,
      )
      for (const { one, each } of parts) whole[one] = ((each[index] ?? 0) / 100).toFixed(2)
      rows.push({ row, cells: whole })
    }
  }
  return { ...table, rows }
}

function ordersOf(rows: readonly SheetRow[], name: number): SheetRow[][] {
  const orders: SheetRow[][] = []
  for (const row of rows) {
    const last = orders.at(-1)
    if (last && row.cells[name] !== '' && last[0]?.cells[name] === row.cells[name]) last.push(row)
    else orders.push([row])
  }
  return orders
}

/** Divides a sum by weights; what rounding leaves goes to the last. */
function divided(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0) || weights.length
  let left = sum
  return weights.map((weight, at) => {
    const part =
      at === weights.length - 1 ? left : Math.floor((sum * (all === weights.length && weight === 0 ? 1 : weight)) / all)
    left -= part
    return part
  })
}
