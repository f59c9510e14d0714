import { NoTable, type SheetRow } from './table-shape.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** A cell that is longer than this has lost its closing quote. */
const MOST_QUOTED = 100_000
const MOST_COLUMNS = 16_384

export type Quote = '"' | "'"
/** A cell in apostrophes that holds a delimiter, and a first line that is in apostrophes: one before a sign of a formula is a guard. */
const APOSTROPHES = [/(?:^|[,;\t|\n])'(?![=+\-@\d])[^'\n]*[,;\t|][^'\n]*'(?=[,;\t|\r\n]|$)/, /^'[^'\n]*'[,;\t|]'/]

/** Finds the delimiter, what a first line `sep=;` says, else the one that makes the most rows of one width; and the quotes. */
export function delimiterOf(text: string): { delimiter: string; quote: Quote; from: number } {
  const start = text.slice(0, 65_536)
  const quote =
    APOSTROPHES.some((form) => form.test(start)) && !/(?:^|[,;\t|\n])"/.test(start) ? ("'" as const) : ('"' as const)
  const shown = /^"?sep=(.)"?\r?\n?/i.exec(text)
  if (shown?.[1]) return { delimiter: shown[1], quote, from: shown[0].length }
  const scored = DELIMITERS.map((delimiter) => {
    const widths = new Map<number, number>()
    let rows = 0
    for (const { cells } of delimitedRows(start, delimiter, { quote })) {
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
      if (++rows >= 100) break
    }
    widths.delete(1)
    const [width, many] = [...widths].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [1, 0]
    return { delimiter, score: (many / Math.max(1, rows)) * 10 + Math.min(width, 50) / 10 }
  })
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  return { delimiter: best.delimiter, quote, from: 0 }
}

/**
 * Reads the rows that hold something, each with its number in the sheet. A quote inside a cell, and one that is never closed, is a letter.
 */
export function* delimitedRows(
  text: string,
  delimiter: string,
  { quote = '"', from = 0 }: { quote?: Quote; from?: number } = {},
): Generator<SheetRow> {
  let [at, row] = [from, from > 0 ? 1 : 0]
  while (at < text.length) {
    row += 1
    const cells: string[] = []
    for (let more = true; more; ) {
      const opens = openingQuote(text, at, quote)
      const closed = opens === undefined ? undefined : closeOf(text, opens, quote)
      const end = endOf(text, closed ?? at, delimiter)
      if (opens === undefined || closed === undefined) cells.push(text.slice(at, end))
      else {
        const quoted = text.slice(opens + 1, closed - 1).replaceAll(quote + quote, quote)
        const rest = text.slice(closed, end)
        cells.push(rest.trim() === '' ? quoted : `${quote}${quoted}${quote}${rest}`)
      }
      if (cells.length > MOST_COLUMNS) throw new NoTable('invalid', 'This table has more than 16,384 columns')
      more = text[end] === delimiter
      at = more ? end + 1 : end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
    }
    if (cells.some((cell) => cell !== '')) yield { row, cells }
  }
}

function openingQuote(text: string, at: number, quote: Quote): number | undefined {
  let begin = at
  while (text[begin] === ' ') begin += 1
  return text[begin] === quote ? begin : undefined
}

/** Returns the place behind the closing quote of the cell that opens at `at`. */
function closeOf(text: string, at: number, quote: Quote): number | undefined {
  for (let end = at + 1; ; end += 2) {
    end = text.indexOf(quote, end)
    if (end < 0 || end - at > MOST_QUOTED) return undefined
    if (text[end + 1] !== quote) return end + 1
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
