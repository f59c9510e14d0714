import type { DocumentKind } from 'contract/documents'
import { localTaxOf, stateName } from 'contract/gst'
import { formatRupees } from 'contract/money'
import { createTurns } from '../queue/turns.ts'
import type { DocumentRow } from './documents.queries.ts'
import { type Cell, cellsFor } from './pdf-cells.ts'
import { heightOf, registerFaces, write } from './pdf-text.ts'

const titles: Record<DocumentKind, string> = {
  invoice: 'Tax Invoice',
  credit_note: 'Credit Note',
  receipt: 'Receipt',
  refund_receipt: 'Refund Receipt',
}

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const LEFT = 48
const RIGHT = 547
const WIDTH = RIGHT - LEFT
const TOP = 48
const FOOT = 770
/** Where what a page says ends; below stands its number. */
const BOTTOM = 790
const MUTED = '#4A4E6E'
const HAIRLINE = '#DCE0EE'

/**
 * The document as PDF, A4, from its frozen facts alone. Tax invoices carry what rule 46 of the CGST Rules asks for, credit
 * notes what rule 53 does; an electronic invoice needs no signature.
 */
export function drawDocument(row: DocumentRow): Promise<Buffer> {
  return inTurn({ lane: 'open', rank: 0 }, () => drawNow(row))
}

// Drawing keeps the only thread busy: half of the time is left to everything else.
const inTurn = createTurns({
  atOnce: 1,
  waiting: 200,
  patienceMs: 20_000,
  rests: true,
  says: 'Too many documents at the moment. Please try again.',
})

async function drawNow(row: DocumentRow): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    // Ours come with the first text; PDFKit would read one of its own before.
    font: '',
    info: { Title: `${titles[row.kind]} ${row.serial}`, Author: row.facts.seller?.legal_name ?? row.facts.shop.name },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  registerFaces(doc)
  draw(doc, row)
  doc.end()
  return whole
}

/** `Invoice-SH-26-27-0000042.pdf`. */
export function fileNameOf({ kind, serial }: Pick<DocumentRow, 'kind' | 'serial'>): string {
  return `${titles[kind].replace(/^Tax /, '').replaceAll(' ', '-')}-${serial.replaceAll('/', '-')}.pdf`
}

type Doc = PDFKit.PDFDocument

function draw(doc: Doc, row: DocumentRow): void {
  const { facts } = row
  awning(doc)
  let y = 52
  write(doc, facts.shop.name, { x: LEFT, y: y + 6, width: WIDTH, size: 12, weight: 'bold', align: 'right' })
  y += write(doc, titles[row.kind], { x: LEFT, y, width: WIDTH - 160, size: 22, weight: 'bold' }) + 6
  const half = WIDTH / 2 - 12
  const leftEnd = y + column(doc, LEFT, y, half, sellerLines(row))
  const rightEnd = y + column(doc, LEFT + half + 24, y, half, nameLines(row))
  y = Math.max(leftEnd, rightEnd) + 14
  y += column(doc, LEFT, y, half, buyerLines(row)) + 16
  y = table(doc, y, row)
  y = sums(doc, y + 10, row)
  if (facts.reason) {
    const reason = { text: `Reason: ${facts.reason}`, options: { width: WIDTH, size: 9 } }
    y = room(doc, y + 8, heightOf(doc, reason.text, reason.options))
    y += write(doc, reason.text, { ...reason.options, x: LEFT, y })
  }
  const foot = facts.seller
    ? 'Tax is not payable on reverse charge. This is an electronic document and needs no signature.'
    : 'This is an electronic document and needs no signature.'
  y = room(doc, y + 12, 20)
  write(doc, foot, { x: LEFT, y: Math.max(y, FOOT), width: WIDTH, size: 8, colour: MUTED })
  numberPages(doc, row)
}

/** Where a block of this height goes: below what is there, or onto a new page. */
function room(doc: Doc, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  doc.addPage()
  return TOP
}

/** Pages that come apart say what they belong to. */
function numberPages(doc: Doc, { kind, serial }: DocumentRow): void {
  const { count } = doc.bufferedPageRange()
  if (count === 1) return
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    const text = `${titles[kind]} ${serial}, page ${index + 1} of ${count}`
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

type Entry = [label: string, value: string | null]

function column(doc: Doc, x: number, y: number, width: number, entries: Entry[]): number {
  let height = 0
  for (const [label, value] of entries) {
    if (!value) continue
    height += write(doc, label, { x, y: y + height, width, size: 8, colour: MUTED })
    height += write(doc, value, { x, y: y + height, width, size: 10 }) + 3
  }
  return height
}

function sellerLines({ facts }: DocumentRow): Entry[] {
  const { shop } = facts
  if (!facts.seller) return [['From', [shop.name, ...shop.address, shop.email].join('\n')]]
  const { legal_name, address, state_code, gstin } = facts.seller
  return [
    ['Supplier', `${legal_name}\n${address}\n${stateText(state_code)}`],
    ['GSTIN', gstin],
  ]
}

function nameLines({ kind, serial, issued_at, facts }: DocumentRow): Entry[] {
  return [
    [kind === 'invoice' ? 'Invoice number' : 'Number', serial],
    ['Date', dateFormat.format(new Date(issued_at))],
    ['Order', facts.order_id],
    ['Payment', facts.payment_id],
    [
      facts.seller ? 'Against invoice' : 'Against receipt',
      facts.against && `${facts.against.serial} of ${dateFormat.format(new Date(facts.against.issued_at))}`,
    ],
  ]
}

function buyerLines({ facts }: DocumentRow): Entry[] {
  const { buyer } = facts
  const name = [
    buyer.business_name,
    buyer.name,
    // In one line: an address that was typed in a hundred would push all else off the page.
    buyer.address?.replace(/\s*\n\s*/g, ', '),
    buyer.state_code && stateText(buyer.state_code),
    buyer.email,
  ]
  return [
    ['Billed to', name.filter(Boolean).join('\n')],
    ['GSTIN of the recipient', buyer.gstin],
    ['Place of supply', facts.place_of_supply && stateText(facts.place_of_supply)],
  ]
}

function stateText(code: string): string {
  return `${stateName(code)} (${code})`
}

/** The lines; a long order goes on to further pages, each with the heads of the columns. */
function table(doc: Doc, from: number, row: DocumentRow): number {
  const cells = cellsFor(row)
  let y = heads(doc, room(doc, from, 80), cells)
  for (const line of row.facts.lines) {
    if (row.facts.against && line.total_paise === 0) continue
    const height = Math.max(...cells.map((cell) => heightOf(doc, cell.of(line, row), cellText(cell))))
    if (room(doc, y, height + 9) === TOP) y = heads(doc, TOP, cells)
    y = cellsOf(doc, y, cells, (cell) => cell.of(line, row), 'plain') + 4
    rule(doc, y)
    y += 5
  }
  return y
}

function heads(doc: Doc, y: number, cells: Cell[]): number {
  rule(doc, y)
  const end = cellsOf(doc, y + 5, cells, (cell) => cell.title, 'bold') + 3
  rule(doc, end)
  return end + 5
}

function cellsOf(doc: Doc, y: number, cells: Cell[], text: (cell: Cell) => string, weight: 'plain' | 'bold'): number {
  let x = LEFT
  let height = 0
  cells.forEach((cell, index) => {
    const align = index === 0 ? 'left' : 'right'
    height = Math.max(height, write(doc, text(cell), { ...cellText(cell), x, y, weight, align }))
    x += cell.width
  })
  return y + height
}

const cellText = (cell: Cell) => ({ width: cell.width - 6, size: 8 })

function rule(doc: Doc, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(HAIRLINE).stroke()
}

function sums(doc: Doc, from: number, { facts, kind }: DocumentRow): number {
  const rate = (part: number) => `${Number((facts.rate_basis_points / 100 / part).toFixed(2))}%`
  const sameState = facts.place_of_supply === facts.seller?.state_code
  const rows: [string, number][] = facts.seller
    ? [
        ['Taxable value', facts.taxable_paise],
        ...(sameState
          ? ([
              [`CGST ${rate(2)}`, facts.cgst_paise],
              [`${localTaxOf(facts.seller.state_code)} ${rate(2)}`, facts.sgst_paise],
            ] as [string, number][])
          : ([[`IGST ${rate(1)}`, facts.igst_paise]] as [string, number][])),
      ]
    : []
  const last = kind === 'invoice' || kind === 'receipt' ? 'Total' : 'Total credited'
  let y = room(doc, from, 100)
  for (const [label, paise] of [...rows, [last, facts.total_paise] as [string, number]]) {
    const weight = label === last ? 'bold' : 'plain'
    write(doc, label, { x: RIGHT - 220, y, width: 120, size: 10, weight })
    y += write(doc, formatRupees(paise), { x: RIGHT - 106, y, width: 100, size: 10, weight, align: 'right' }) + 3
  }
  return y
}
