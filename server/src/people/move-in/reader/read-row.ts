import { cleanName } from 'contract/spelling'
import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { short } from '../../students/people-list.ts'
import { brokenReason, type Read, readEmail, readPhone } from './cells.ts'
import { cellsOf, type Filled, isSum, itemsIn, type Reading, skippedBy } from './columns.ts'
import { type Moment, readDate } from './dates.ts'

export type AnyRow = {
  row: number
  /** Reason to leave the row out by choice: a sum, a repeated heading, a status. */
  skipped: string | null
  /** Reason why nothing can be made of it. */
  problem: string | null
  /** Cells that are left out. */
  notes: { heading: string; message: string }[]
}
export type Person = { email: string | null; phone: string | null; name: string | null; courses: string[] }

/** Reads the cells of a row and notes those that nothing can be made of. */
export function reader(row: SheetRow, reading: Reading) {
  const { cells, broken } = cellsOf(row, reading)
  const notes: { heading: string; message: string }[] = []
  const of = (field: string) => cells.filter(({ column }) => column.field === field)
  const note = ({ column }: Filled, message: string) => void notes.push({ heading: column.heading, message })
  for (const one of broken) note(one, brokenReason(one.cell) ?? '')
  /** The first cell of a field of which something can be made. */
  function first<T>(field: string, read: (cell: string, column: Filled['column']) => Read<T>): T | null {
    for (const one of of(field)) {
      const { value, note: message } = read(one.cell, one.column)
      if (message !== undefined) note(one, message)
      if (value !== undefined) return value
    }
    return null
  }
  const text = (field: string, most = 500): string | null => cleanName(of(field)[0]?.cell ?? '').slice(0, most) || null
  const date = (field: string): Moment | null =>
    first(field, (cell, { order, utc }) => {
      const value = readDate(cell, order, utc)
      return value ? { value } : { note: `“${cell.slice(0, 40)}” is no date` }
    })
  return { cells, notes, of, note, first, text, date }
}
type Reader = ReturnType<typeof reader>

export function readPerson({ cells, of, note, first, text }: Reader): Person {
  const courses = itemsIn(cells).map(({ name }) => name)
  // The gift's owner is not the buyer, whose name and phone do not fit.
  const owner = first('giftee', readEmail)
  if (owner) return { email: owner, phone: null, name: null, courses }
  let phone = first('phone', readPhone)
  const email = first('email', (cell) => {
    if (cell.includes('@') || phone) return readEmail(cell)
    // One column for both, as “Email/Phone”.
    const number = readPhone(cell)
    if (number.value) phone = number.value
    return number.value ? {} : readEmail(cell)
  })
  const joined = [text('first_name'), text('last_name')].filter(Boolean).join(' ')
  const name = (text('name') ?? joined)
    .replace(/^\d{1,4}[.)]\s+/, '')
    // A cell that links to an address shows the name.
    .replace(/\s*<[^<>\s]+@[^<>\s]+>$/, '')
    .slice(0, 100)
    .trim()
  const isName = name.length >= 2 && !name.includes('@')
  const [typed] = [...of('name'), ...of('first_name'), ...of('last_name')]
  if (typed && !isName && name !== email) note(typed, `“${short(typed.cell)}” is no name`)
  return { email, phone, name: isName ? name : null, courses }
}

export function skippedOf(row: SheetRow, reading: Reading, { cells }: Reader): string | null {
  if (isSum(row)) return 'A sum, not a row of its own'
  if (cells.length > 1 && cells.every(({ column, cell }) => cell === column.heading)) return 'The headings again'
  const status = skippedBy(cells, reading)
  return status === undefined ? null : `Left out because of its status “${status}”`
}
