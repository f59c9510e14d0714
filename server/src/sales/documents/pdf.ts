import { formatRupees } from 'contract/money'
import { drawQr } from '../../platform/pdf/draw-qr.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { pdfBytes } from '../../platform/pdf/pdf-bytes.ts'
import { heightOf, write } from '../../platform/pdf/pdf-text.ts'
import { amountInWords } from './amount-in-words.ts'
import type { DocumentRow } from './documents.queries.ts'
import type { PaperMark } from './paper-mark.ts'
import { type Cell, cellsFor, headOf } from './pdf-cells.ts'
import {
  buyerEntries,
  copyOf,
  type Entry,
  footOf,
  nameEntries,
  ownTitleOf,
  sellerEntries,
  sumRows,
  supplyEntries,
  testLine,
  titleOf,
} from './pdf-entries.ts'

const LEFT = 48
const RIGHT = 547
const WIDTH = RIGHT - LEFT
const TOP = 48
const FOOT = 770
/** Lower bound of a page's text; below is its number. */
const BOTTOM = 790
const MUTED = '#4A4E6E'
const ALARM = '#B42318'
const HAIRLINE = '#DCE0EE'

/**
 * Draws the PDF, A4, from the frozen facts alone: the same facts give the same bytes. Tax invoices have the fields of rule 46 of the CGST
 * Rules, bills of supply those of rule 49, credit notes those of rule 53; an electronic one needs no signature.
 */
export async function drawDocument(row: DocumentRow, mark?: PaperMark): Promise<Buffer> {
  const { facts } = row
  const issued = new Date(row.issued_at)
  const author = facts.seller?.legal_name ?? facts.shop.name
  const info = { Title: `${titleOf(row)} ${row.serial}`, Author: author, CreationDate: issued, ModDate: issued }
  const marked = mark && { ...mark, modules: (await import('uqr')).encode(mark.code, { ecc: 'L', border: 0 }).data }
  return pdfBytes({ bufferPages: true, lang: paperSpeech(facts).tag, info }, (doc) => draw(doc, row, marked))
}

/** `Invoice-SH-26-27-0000042.pdf`. */
export function fileNameOf(row: Pick<DocumentRow, 'kind' | 'serial'>): string {
  return `${titleOf(row).replace(/^Tax /, '').replaceAll(' ', '-')}-${row.serial.replaceAll('/', '-')}.pdf`
}

type Doc = PDFKit.PDFDocument

function draw(doc: Doc, row: DocumentRow, mark?: Mark): void {
  const { facts } = row
  awning(doc)
  let y = 52
  const copy = copyOf(row)
  write(doc, facts.shop.name, {
    x: LEFT,
    y: y + (copy ? 0 : 6),
    width: WIDTH,
    size: 12,
    weight: 'bold',
    align: 'right',
  })
  if (copy) write(doc, copy, { x: LEFT, y: y + 17, width: WIDTH, size: 8, colour: MUTED, align: 'right' })
  y += write(doc, titleOf(row), { x: LEFT, y, width: WIDTH - 160, size: 22, weight: 'bold' })
  const ownTitle = ownTitleOf(row)
  if (ownTitle) y += write(doc, ownTitle, { x: LEFT, y, width: WIDTH - 160, size: 13, weight: 'bold' }) + 4
  if (facts.test)
    y += write(doc, testLine(row), { x: LEFT, y, width: WIDTH, size: 13, weight: 'bold', colour: ALARM }) + 4
  y += 6
  const half = WIDTH / 2 - 12
  const beside = (left: Entry[], right: Entry[]) =>
    Math.max(column(doc, LEFT, y, half, left), column(doc, LEFT + half + 24, y, half, right))
  y += beside(sellerEntries(row), nameEntries(row)) + 14
  y += beside(buyerEntries(row), supplyEntries(row)) + 16
  y = table(doc, y, row)
  y = sums(doc, y + 10, row)
  const { both } = paperSpeech(facts)
  const words = new Set([amountInWords(facts.total_paise), amountInWords(facts.total_paise, facts.language)])
  y = paragraph(doc, y + 6, `${both((t) => t('Amount in words'))}: ${[...words].join(' / ')}`)
  if (facts.reason) y = paragraph(doc, y + 4, `${both((t) => t('Reason'))}: ${facts.reason}`)
  if (mark) y = drawMark(doc, y + 12, mark, row)
  foot(doc, y + 12, footOf(row))
  numberPages(doc, row)
}

type Mark = PaperMark & { modules: boolean[][] }

/** Points of the code's side: scanners read its modules from a print at 150 dots an inch. */
const CODE = 170

/** Draws the code with its lines beside it; answers where it ends. */
function drawMark(doc: Doc, from: number, { modules, lines }: Mark, { facts }: DocumentRow): number {
  const y = room(doc, from, CODE)
  drawQr(doc, modules, { x: LEFT, y, size: CODE, colour: '#000000' })
  const beside = LEFT + CODE + 24
  column(doc, beside, y, RIGHT - beside, lines(paperSpeech(facts)))
  return y + CODE
}

/** At the foot of the page, or below what goes further down. */
function foot(doc: Doc, from: number, text: string): void {
  const options = { width: WIDTH, size: 8 }
  const more = heightOf(text, options) - heightOf('', options)
  const y = room(doc, from, 20 + more)
  write(doc, text, { ...options, x: LEFT, y: Math.max(y, FOOT - more), colour: MUTED })
}

/** Text over the whole width, on a page of its own where the rest has no room; answers where it ends. */
function paragraph(doc: Doc, from: number, text: string): number {
  const options = { width: WIDTH, size: 9 }
  const y = room(doc, from, heightOf(text, options))
  return y + write(doc, text, { ...options, x: LEFT, y })
}

/** Places a block of this height: below the last, or onto a new page. */
function room(doc: Doc, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  doc.addPage()
  return TOP
}

/** Numbers several pages, each with its document's name. */
function numberPages(doc: Doc, row: DocumentRow): void {
  const { count } = doc.bufferedPageRange()
  if (count === 1) return
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    const place = { title: titleOf(row), serial: row.serial, page: index + 1, count }
    const text = paperSpeech(row.facts).own((t) => t('{title} {serial}, page {page} of {count}', place))
    write(doc, text, { x: LEFT, y: BOTTOM, width: WIDTH, size: 8, colour: MUTED, align: 'right' })
  }
}

/** The shop's sign: an awning of two colours along the upper edge. */
function awning(doc: Doc): void {
  const width = 595.28 / 24
  for (let index = 0; index < 24; index += 1) {
    const x = index * width
    doc.path(`M${x} 0 h${width} v12 a${width / 2} ${width / 2} 0 0 1 ${-width} 0 z`)
    doc.fill(index % 2 ? '#FFE9B3' : '#FFB81C')
  }
}

function column(doc: Doc, x: number, y: number, width: number, entries: Entry[]): number {
  let height = 0
  for (const [label, value] of entries) {
    if (!value) continue
    height += write(doc, label, { x, y: y + height, width, size: 8, colour: MUTED })
    height += write(doc, value, { x, y: y + height, width, size: 10 }) + 3
  }
  return height
}

/** The lines; a long order goes on to further pages, each with the heads of the columns. */
function table(doc: Doc, from: number, row: DocumentRow): number {
  const cells = cellsFor(row)
  const headed = (y: number) => heads(doc, y, cells, row)
  let y = headed(room(doc, from, 80))
  for (const line of row.facts.lines) {
    if (row.facts.against && line.total_paise === 0) continue
    const height = Math.max(...cells.map((cell) => heightOf(cell.of(line, row), cellText(cell))))
    if (room(doc, y, height + 9) === TOP) y = headed(TOP)
    y = cellsOf(doc, y, cells, (cell) => cell.of(line, row), 'plain') + 4
    rule(doc, y)
    y += 5
  }
  return y
}

function heads(doc: Doc, y: number, cells: Cell[], row: DocumentRow): number {
  rule(doc, y)
  const end = cellsOf(doc, y + 5, cells, (cell) => headOf(cell, row), 'bold') + 3
  rule(doc, end)
  return end + 5
}

function cellsOf(doc: Doc, y: number, cells: Cell[], text: (cell: Cell) => string, weight: 'plain' | 'bold'): number {
  let x = LEFT
  let height = 0
  cells.forEach((cell, index) => {
    const align = index === 0 ? undefined : 'right'
    height = Math.max(height, write(doc, text(cell), { ...cellText(cell), x, y, weight, align }))
    x += cell.width
  })
  return y + height
}

const cellText = (cell: Cell) => ({ width: cell.width - 6, size: 8 })

function rule(doc: Doc, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(HAIRLINE).stroke()
}

function sums(doc: Doc, from: number, row: DocumentRow): number {
  const rows = sumRows(row)
  let y = room(doc, from, 100)
  // Two languages need more than a word's room.
  const before = row.facts.language ? 280 : 220
  for (const [index, [label, paise]] of rows.entries()) {
    const weight = index === rows.length - 1 ? 'bold' : 'plain'
    write(doc, label, { x: RIGHT - before, y, width: before - 100, size: 10, weight })
    y += write(doc, formatRupees(paise), { x: RIGHT - 106, y, width: 100, size: 10, weight, align: 'right' }) + 3
  }
  return y
}
