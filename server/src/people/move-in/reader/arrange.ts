import { allocate } from 'contract/allocate'
import type { ForeignTable, SheetRow } from '../../../courses/media/foreign-table.ts'
import { readListedPerson } from '../../students/people-list.ts'
import { readMoney } from './cells.ts'
import { type Platform, plainWords, platformOf, wordsIn } from './platforms.ts'

/** Makes each row say all about itself: lines of a list get columns, further lines of one order get its data. */
export function arrangeTable(table: ForeignTable): ForeignTable {
  if (isList(table)) return listed(table)
  const order = platformOf(table.headings)?.order
  return order ? withWholeOrders(table, order) : table
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
  const people = table.rows.map(({ row, cells }) => ({ row, ...readListedPerson(cells.filter(Boolean).join(' | ')) }))
  return {
    ...table,
    headings: ['Name', 'Email', 'Phone', 'Other'],
    rows: people.map(({ row, name, email, phone, other }) => ({ row, cells: [name, email, phone, other] })),
  }
}

/** Writes the data of an order into each of its rows, and divides its sums among them by their prices. */
function withWholeOrders(table: ForeignTable, { named, sums, price, quantity }: NonNullable<Platform['order']>) {
  const headings = table.headings.map(plainWords)
  const cellAt = (row: SheetRow, heading: string) => row.cells[headings.indexOf(heading)] ?? ''
  const amountAt = (row: SheetRow, heading: string) => Math.abs(readMoney(cellAt(row, heading)).value?.amount ?? 0)
  const rows: SheetRow[] = []
  for (const lines of ordersIn(table.rows, headings.indexOf(named))) {
    const [first] = lines
    if (!first || lines.length === 1) {
      rows.push(...lines)
      continue
    }
    const weights = lines.map((line) => amountAt(line, price) * Math.max(1, Number(cellAt(line, quantity)) || 1))
    const parts = new Map(
      wordsIn(sums).flatMap((sum) => {
        const each = weights.some(Boolean) ? weights : weights.map(() => 1)
        return cellAt(first, sum) ? [[headings.indexOf(sum), allocate(amountAt(first, sum), each)] as const] : []
      }),
    )
    for (const [index, { row, cells }] of lines.entries()) {
      const whole = cells.map((cell, at) => {
        const part = parts.get(at)?.[index]
        return part === undefined ? cell || (first.cells[at] ?? '') : (part / 100).toFixed(2)
      })
      rows.push({ row, cells: whole })
    }
  }
  return { ...table, rows }
}

function ordersIn(rows: readonly SheetRow[], name: number): SheetRow[][] {
  const orders: SheetRow[][] = []
  for (const row of rows) {
    const last = orders.at(-1)
    if (last && row.cells[name] !== '' && last[0]?.cells[name] === row.cells[name]) last.push(row)
    else orders.push([row])
  }
  return orders
}
