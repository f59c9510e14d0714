import { open, rm, stat } from 'node:fs/promises'
import { MOVE_IN_BYTES } from 'contract/foreign-table'
import { plainError } from '../../errors.ts'
import { lookInto, type Sender } from './foreign-look.ts'
import type { ForeignTable, HowToRead, SheetRow } from './tables/table-shape.ts'

/** Heading of the column that names hidden rows. */
const HIDDEN_HEADING = 'Hidden in the sheet'

export type { ForeignTable, SheetRow } from './tables/table-shape.ts'

/**
 * Reads a CSV, TSV or XLSX file, or pasted text, in a process of its own. Throws 413 over 20 MB, 415 with the next step for what is no table,
 * 422 for over 100,000 rows, an empty table and a damaged one. A file lies in the temporary folder of a request.
 */
export async function readForeignTable(
  from: Sender,
  source: { path: string } | { text: string },
  how: HowToRead = {},
): Promise<ForeignTable> {
  if ('text' in source) {
    const { columns, hidden_rows: _, ...table } = await requestTable(from, { text: source.text, how })
    return { ...table, rows: table.rows.map(({ row, cells }) => ({ row, cells: placed(cells, columns) })) }
  }
  const { path } = source
  if ((await stat(path)).size > MOVE_IN_BYTES)
    throw plainError('too_large', 'The file is larger than 20 MB. Split it into several.')
  const to = `${path}.rows`
  try {
    const { columns, hidden_rows, ...table } = await requestTable(from, { path, to, how })
    return withHidden({ ...table, rows: await readRows(to, columns) }, new Set(hidden_rows))
  } finally {
    await rm(to, { force: true })
  }
}

/** Says in a column of its own which rows the workbook hides: a filter leaves out who is not meant. */
function withHidden(table: ForeignTable, hidden: ReadonlySet<number>): ForeignTable {
  if (hidden.size === 0) return table
  const rows = table.rows.map(({ row, cells }) => ({ row, cells: [...cells, hidden.has(row) ? 'yes' : ''] }))
  return { ...table, headings: [...table.headings, HIDDEN_HEADING], rows }
}

async function requestTable(from: Sender, question: { path?: string; text?: string; to?: string; how: HowToRead }) {
  const answer = await lookInto(from, 'table', question)
  if ('problem' in answer) throw plainError(answer.code, answer.problem)
  return answer
}

/** Reads the rows that the other process wrote, in pieces: the shop serves others meanwhile. */
async function readRows(path: string, columns: readonly number[]): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  const file = await open(path)
  try {
    for await (const line of file.readLines()) {
      const [row, ...cells] = JSON.parse(line) as [number, ...string[]]
      rows.push({ row, cells: placed(cells, columns) })
    }
  } finally {
    await file.close()
  }
  return rows
}

const placed = (cells: readonly string[], columns: readonly number[]) => columns.map((at) => cells[at] ?? '')
