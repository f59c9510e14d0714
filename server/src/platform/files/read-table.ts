import { parse } from 'csv-parse/sync'
import { plainError } from '../../errors.ts'

export type TableRow = { line: number; cells: string[] }

/** Reads the non-empty rows of a table, each with its line number. 422 for an unreadable table. */
export function readTable(text: string): TableRow[] {
  try {
    // Pasted text mixes line ends, which would count a line twice.
    const rows = parse(text.replaceAll(/\r\n?/g, '\n'), {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return rows
      .map(({ info, record }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch (error) {
    const { lines } = error as { lines?: number }
    throw plainError('invalid', `Line ${lines ?? 1} cannot be read: a quote is opened and not closed`)
  }
}

/** Returns the most frequent delimiter of the first lines; a comma by default. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 5000)
  const count = (mark: string) => start.split(mark).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Strips a spreadsheet's guard against formulas from a cell. */
export const bareCell = (cell: string | undefined): string => (cell ?? '').replace(/^'/, '').trim()
