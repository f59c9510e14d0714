import { NoTable, type SheetRow } from './table-shape.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** A cell that is longer than this has lost its closing quote. */
const MOST_QUOTED = 100_000
const MOST_COLUMNS = 16_384

/** Finds the delimiter: what a first line `sep=;` says, else the one that makes the most rows of one width. */
export function delimiterOf(text: string): { delimiter: string; from: number } {
  const shown = /^"?sep=(.)"?\r?\n?/i.exec(text)
  if (shown?.[1]) return { delimiter: shown[1], from: shown[0].length }
  const start = text.slice(0, 65_536)
  const scored = DELIMITERS.map((delimiter) => {
    const widths = new Map<number, number>()
    let rows = 0
    for (const { cells } of delimitedRows(start, delimiter)) {
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
      if (++rows >= 100) break
    }
    widths.delete(1)
    const [width, many] = [...widths].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [1, 0]
    return { delimiter, score: (many / Math.max(1, rows)) * 10 + Math.min(width, 50) / 10 }
  })
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  return { delimiter: best.delimiter, from: 0 }
}

/**
 * Reads the rows that hold something, each with its number in the sheet. A quote inside a cell, and one that is never closed, is a letter.
 */
export function* delimitedRows(text: string, delimiter: string, from = 0): Generator<SheetRow> {
  let [at, row] = [from, from > 0 ? 1 : 0]
  while (at < text.length) {
    row += 1
    const cells: string[] = []
    for (let more = true; more; ) {
      const opens = openingQuote(text, at)
      const closed = opens === undefined ? undefined : closeOf(text, opens)
      const end = endOf(text, closed ?? at, delimiter)
      if (opens === undefined || closed === undefined) cells.push(text.slice(at, end))
      else {
        const quoted = text.slice(opens + 1, closed - 1).replaceAll('""', '"')
        const rest = text.slice(closed, end)
        cells.push(rest.trim() === '' ? quoted : `"${quoted}"${rest}`)
      }
      if (cells.length > MOST_COLUMNS) throw new NoTable('invalid', 'This table has more than 16,384 columns')
      more = text[end] === delimiter
      at = more ? end + 1 : end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
    }
    if (cells.some((cell) => cell !== '')) yield { row, cells }
  }
}

function openingQuote(text: string, at: number): number | undefined {
  let begin = at
  while (text[begin] === ' ') begin += 1
  return text[begin] === '"' ? begin : undefined
}

/** Returns the place behind the closing quote of the cell that opens at `at`. */
function closeOf(text: string, at: number): number | undefined {
  for (let end = at + 1; ; end += 2) {
    end = text.indexOf('"', end)
    if (end < 0 || end - at > MOST_QUOTED) return undefined
    if (text[end + 1] !== '"') return end + 1
  }
}

const [LF, CR] = [10, 13]
function endOf(text: string, at: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0)
  for (let end = at; end < text.length; end += 1) {
    const sign = text.charCodeAt(end)
    if (sign === mark || sign === LF || sign === CR) return end
  }
  return text.length
}
