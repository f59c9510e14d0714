import { MOVE_IN_ROWS } from 'contract/foreign-table'
import { linkText } from './cell-links.ts'
import { NoTable, type SheetRow } from './table-shape.ts'

/** Rows among which the headings are looked for. */
const ROWS_ABOVE = 30
const MOST_COLUMNS = 500
/** Bounds what a small file can become: one text of a workbook may be in a million cells. */
const MOST_LETTERS = 120_000_000

export type Collected = {
  /** Returns false when no further row is wanted. */
  take: (row: SheetRow) => boolean
  /** `hidden_rows`: numbers of the rows that the workbook hides. */
  end: () => { head_row: number; headings: string[]; columns: number[]; hidden_rows: number[] }
}

/** Finds the headings, cleans the cells and counts; passes on each row below the headings. 422 for too many rows. */
export function collectRows(headRow: number | undefined, put: (row: SheetRow) => void): Collected {
  const above: SheetRow[] = []
  const filled: boolean[] = []
  const hidden_rows: number[] = []
  let [head, rows, letters] = [undefined as SheetRow | undefined, 0, 0]

  function below(row: SheetRow): void {
    if (++rows > MOVE_IN_ROWS) {
      throw new NoTable('invalid', 'This table has more than 1,00,000 rows. Split it into several files.')
    }
    row.cells.forEach((cell, at) => {
      if (cell !== '') filled[at] = true
      letters += cell.length
    })
    if (letters > MOST_LETTERS)
      throw new NoTable('invalid', 'This table holds too much text. Split it into several files.')
    if (row.hidden) hidden_rows.push(row.row)
    put(row)
  }
  function decide(): void {
    head = (headRow === undefined ? findHeadRow(above) : above.find(({ row }) => row === headRow)) ?? {
      row: headRow ?? 0,
      cells: [],
    }
    for (const row of above) if (row.row > head.row) below(row)
  }
  return {
    take({ row, cells, hidden = false }) {
      const cleaned = cells.map(cleanCell)
      const last = cleaned.findLastIndex(Boolean)
      if (last < 0) return true
      if (last >= MOST_COLUMNS)
        throw new NoTable(
          'invalid',
          `This table has more than ${MOST_COLUMNS} columns. Remove those that are not needed.`,
        )
      cleaned.length = Math.min(cleaned.length, MOST_COLUMNS)
      if (head) below({ row, cells: cleaned, hidden })
      else above.push({ row, cells: cleaned, hidden })
      if (!head && (headRow === undefined ? above.length >= ROWS_ABOVE : row >= headRow)) decide()
      return true
    },
    end() {
      if (!head) decide()
      const { row: head_row, cells } = head ?? { row: 0, cells: [] }
      if (rows === 0 && !cells.some(Boolean)) throw new NoTable('invalid', 'This table is empty')
      const names = nameColumns(cells, Math.max(cells.length, filled.length))
      const columns = names.flatMap((_, at) => (cells[at] || filled[at] ? [at] : []))
      return { head_row, headings: columns.map((at) => names[at] ?? ''), columns, hidden_rows }
    },
  }
}

/** Signs that nobody sees and no script needs, and those that no database stores. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const UNSEEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const GUARD = /^'(?=[=+\-@\d\t])/
/** Excel's way to write a text that looks like a number. */
const AS_TEXT = /^="([^"]*)"$/

/** Most cells: nothing to clean. */
const CLEAN = /^(?:[!-&(-<>-~](?:[ -~]*[!-~])?)?$/

function cleanCell(cell: string): string {
  if (CLEAN.test(cell)) return cell
  const seen = cell
    .replace(UNSEEN, '')
    .replaceAll(/[\u00a0\u0085\u2028\u2029]/g, ' ')
    .trim()
    .replace(GUARD, '')
    .replace(AS_TEXT, '$1')
  const shown = seen.startsWith('=') ? linkText(seen) : seen
  return shown.isWellFormed() ? shown : shown.toWellFormed()
}

const VALUE = /@|^[\s\d.,:/+()₹$%-]*\d[\s\d.,:/+()₹$%-]*$|^https?:|^(?:pay|order)_\w{10}/i

/**
 * Finds the row of the headings: the first that is about as wide as the table and has no values. Titles above are narrower. Undefined where
 * every row has values, as in a pasted list.
 */
function findHeadRow(rows: readonly SheetRow[]): SheetRow | undefined {
  const widths = rows.map(({ cells }) => new Set(cells.filter(Boolean)).size)
  const usual = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0
  const isHead = ({ cells }: SheetRow) => !cells.some((cell) => cell !== '' && (cell.length > 120 || VALUE.test(cell)))
  return rows.find((row, at) => {
    const [width = 0, below = 0] = widths.slice(at)
    if (width < Math.max(1, usual * 0.6) || (width === 1 && below > 1)) return false
    const next = rows[at + 1]
    // Headings on two rows: merged cells repeat those without a second part.
    const goesOn =
      next && below > width && isHead(next) && next.cells.some((cell, to) => cell !== '' && cell === row.cells[to])
    return isHead(row) && !goesOn
  })
}

/** Names every column: `Email (2)` for a second Email, `Column C` for one without a heading. */
function nameColumns(cells: readonly string[], width: number): string[] {
  const seen = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const shown = (cells[at] ?? '').replaceAll(/\s+/g, ' ').slice(0, 200).trim()
    const name = shown === '' || shown === '__proto__' ? `Column ${letters(at)}` : shown
    let one = name
    for (let many = 2; seen.has(one.toLowerCase()); many += 1) one = `${name} (${many})`
    seen.add(one.toLowerCase())
    return one
  })
}

const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
