import { type CellFormat, formatOf, PLAIN, shownClock, shownNumber, shownText } from './cell-format.ts'
import { MAIL_LINK } from './cell-links.ts'
import { attributeOf, scanXml } from './scan-xml.ts'
import type { SheetRow } from './table-shape.ts'

const MOST_MERGES = 100_000

/** Cells that a merge covers, by row, with the place of its first cell: only those below it, in its own column. */
type Merges = { from: number; to: number; column: number }[]
export async function readMerges(pieces: AsyncIterable<Buffer>): Promise<Merges> {
  const merges: Merges = []
  const open = (name: string, attributes: string) => {
    if (name !== 'mergeCell' || merges.length >= MOST_MERGES) return
    const [first = '', last = ''] = (attributeOf(attributes, 'ref') ?? '').split(':')
    const [from, to] = [rowOf(first), rowOf(last)]
    if (to > from && from > 0) merges.push({ from, to, column: columnOf(first) })
  }
  await scanXml(from(pieces, 'mergeCells'), { open, close() {}, text() {} })
  return merges.toSorted((one, other) => one.from - other.from)
}

/** Email addresses to which cells link, by row and column. */
type Links = Map<number, Map<number, string>>
export async function readLinks(pieces: AsyncIterable<Buffer>, targets: ReadonlyMap<string, string>): Promise<Links> {
  const links: Links = new Map()
  let count = 0
  const open = (name: string, attributes: string) => {
    if (name !== 'hyperlink' || count >= MOST_MERGES) return
    const place = attributeOf(attributes, 'ref') ?? ''
    const target = targets.get(/\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '') ?? ''
    const address = /^mailto:([^?]+@[^?]+)/i.exec(target)?.[1]
    if (!address || place.includes(':')) return
    count += 1
    const ofRow = links.get(rowOf(place)) ?? new Map<number, string>()
    links.set(rowOf(place), ofRow.set(columnOf(place), address))
  }
  await scanXml(from(pieces, 'hyperlinks'), { open, close() {}, text() {} })
  return links
}

/** Passes on what begins with a word: most of a sheet comes before its merges. */
async function* from(pieces: AsyncIterable<Buffer>, word: string): AsyncGenerator<Buffer> {
  let [found, before] = [false, Buffer.alloc(0) as Buffer]
  for await (const piece of pieces) {
    const both = found ? piece : Buffer.concat([before, piece])
    const at = found ? 0 : both.indexOf(word)
    found ||= at >= 0
    if (found) yield both.subarray(at)
    else before = both.subarray(-word.length)
  }
}

export async function readFormats(pieces: AsyncIterable<Buffer>): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let [inside, named] = [false, false]
  await scanXml(pieces, {
    open(name, attributes) {
      if (name === 'numFmts') named = true
      // A conditional style has ids of its own.
      if (name === 'numFmt' && named)
        codes.set(
          Number(attributeOf(attributes, 'numFmtId')),
          (attributeOf(attributes, 'formatCode') ?? '').slice(0, 300),
        )
      if (name === 'cellXfs') inside = true
      if (name !== 'xf' || !inside || formats.length >= 65_536) return
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      formats.push(formatOf(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') inside = false
      if (name === 'numFmts') named = false
    },
    text() {},
  })
  return formats
}

type Texts = (index: number) => string
/** Holds the shared texts as bytes: as strings, a large workbook would not fit into the memory of a look. */
export async function readTexts(pieces: AsyncIterable<Buffer>, bytesAtMost: number): Promise<Texts> {
  const bytes = Buffer.allocUnsafe(bytesAtMost)
  const ends: number[] = []
  let [length, item, inText, phonetic] = [0, '', false, false]
  await scanXml(pieces, {
    open(name) {
      if (name === 'si') item = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') phonetic = true
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') {
        length += bytes.write(item, length)
        ends.push(length)
      }
    },
    text(text) {
      if (inText && !phonetic) item += text
    },
  })
  return (index) => {
    const end = ends[index]
    return end === undefined ? '' : bytes.toString('utf8', ends[index - 1] ?? 0, end)
  }
}

type Look = { merges: Merges; links: Links; formats: CellFormat[]; texts: Texts; is1904: boolean }

export async function readRows(
  pieces: AsyncIterable<Buffer>,
  { merges, links, formats, texts, is1904 }: Look,
  take: (row: SheetRow) => boolean,
): Promise<void> {
  let [row, column, cells, type, style, value, inValue, done] = [0, -1, [] as string[], '', 0, '', false, false]
  let [nextMerge, hidden, formula, inFormula, hasValue] = [0, false, undefined as string | undefined, false, false]
  let merged: (Merges[number] & { text: string })[] = []
  const endRow = () => {
    merged = merged.filter(({ to }) => to >= row)
    for (const { column: at, text } of merged) cells[at] ||= text
    for (let merge = merges[nextMerge]; merge && merge.from <= row; merge = merges[++nextMerge]) {
      if (merge.to >= row) merged.push({ ...merge, text: cells[merge.column] ?? '' })
    }
    for (const [at, address] of links.get(row) ?? [])
      if (!cells[at]?.includes('@')) cells[at] = `${cells[at] ?? ''} <${address}>`.trim()
    if (cells.some(Boolean)) done = !take({ row, cells: Array.from(cells, (cell) => cell ?? ''), hidden })
  }
  await scanXml(
    pieces,
    {
      open(name, attributes) {
        if (done) return
        if (name === 'c') {
          const place = /\sr=["']([A-Z]{1,3})\d/.exec(attributes)?.[1]
          column = place ? columnOf(place) : column + 1
          type = /\st=["'](\w+)/.exec(attributes)?.[1] ?? 'n'
          style = Number(/\ss=["'](\d+)/.exec(attributes)?.[1] ?? 0)
          value = ''
          formula = undefined
          hasValue = false
        } else if (name === 'v' || name === 't') inValue = hasValue = true
        else if (name === 'f') [inFormula, formula] = [true, '']
        else if (name === 'row') {
          row = Number(/\sr=["'](\d+)/.exec(attributes)?.[1] ?? row + 1)
          column = -1
          cells = []
          hidden = /\shidden=["'](?:1|true)/.test(attributes)
        }
      },
      close(name) {
        if (done) return
        if (name === 'v' || name === 't') inValue = false
        else if (name === 'f') inFormula = false
        else if (name === 'c') {
          const text = withFormula(shown(type, value, formats[style] ?? PLAIN), type === 'str' && hasValue, formula)
          if (text !== '') cells[column] = text
        } else if (name === 'row') endRow()
      },
      text(text) {
        if (inValue) value += text
        if (inFormula) formula += text
      },
    },
    () => done,
  )

  function shown(type: string, value: string, format: CellFormat): string {
    if (type === 's') return value === '' ? '' : shownText(unescaped(texts(Number(value))), format)
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === 'd') return shownClock(value)
    if (type === 'e') return value
    if (type !== 'n' || value.trim() === '') return shownText(unescaped(value), format)
    const number = Number(value)
    return Number.isFinite(number) ? shownNumber(number, format, is1904) : value
  }
}

/**
 * Adds what only the formula of a cell says: the address to which it links, and the formula itself where no program has calculated it.
 * `isText`: a calculated text, which may be empty.
 */
function withFormula(text: string, isText: boolean, formula: string | undefined): string {
  if (formula === undefined) return text
  if (text === '') return isText ? '' : `=${formula.replace(/^=/, '') || 'FORMULA()'}`
  const address = MAIL_LINK.exec(formula)?.[1]
  return address && !text.includes('@') ? `${text} <${address}>` : text
}

/** Excel writes a carriage return as `_x000D_`. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const rowOf = (place: string) => Number(/\d+$/.exec(place)?.[0] ?? 0)

function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
