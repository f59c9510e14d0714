import type { DocumentKind } from '../../contract/documents.ts'
import { formatRupees } from '../../contract/money.ts'
import { stateName } from '../../contract/states.ts'
import type { DocumentRow } from './documents.queries.ts'
import type { DocumentLine } from './facts.ts'
import { registerFaces, write } from './pdf-text.ts'

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
const FOOT = 770
const MUTED = '#4A4E6E'
const HAIRLINE = '#DCE0EE'

/**
 * The document as PDF, A4, from its frozen facts alone. Tax invoices carry what rule 46 of the CGST Rules asks for, credit
 * notes what rule 53 does; an electronic invoice needs no signature.
 */
export async function drawDocument(row: DocumentRow): Promise<Buffer> {
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
  if (facts.reason) y += write(doc, `Reason: ${facts.reason}`, { x: LEFT, y: y + 8, width: WIDTH, size: 9 }) + 8
  const foot = facts.seller
    ? 'Tax is not payable on reverse charge. This is an electronic document and needs no signature.'
    : 'This is an electronic document and needs no signature.'
  write(doc, foot, { x: LEFT, y: Math.max(y + 20, FOOT), width: WIDTH, size: 8, colour: MUTED })
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
    buyer.address,
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

type Cell = { title: string; width: number; of: (line: DocumentLine, row: DocumentRow) => string }

const money = (paise: number) => formatRupees(paise)

const plainCells: Cell[] = [
  { title: 'Description', width: 255, of: (line) => line.description },
  { title: 'Qty', width: 34, of: (line) => String(line.quantity) },
  { title: 'Price', width: 70, of: (line) => money(line.unit_price_paise) },
  { title: 'Discount', width: 66, of: (line) => money(line.discount_paise) },
  { title: 'Amount', width: 74, of: (line) => money(line.total_paise) },
]

const taxCells: Cell[] = [
  { title: 'Description', width: 117, of: (line) => line.description },
  { title: 'SAC', width: 42, of: (_line, { facts }) => facts.seller?.sac ?? '' },
  { title: 'Qty', width: 26, of: (line) => String(line.quantity) },
  { title: 'Price', width: 66, of: (line) => money(line.unit_price_paise) },
  { title: 'Discount', width: 58, of: (line) => money(line.discount_paise) },
  { title: 'Taxable value', width: 66, of: (line) => money(line.taxable_paise) },
  { title: 'Tax', width: 60, of: (line) => money(line.tax_paise) },
  { title: 'Amount', width: 64, of: (line) => money(line.total_paise) },
]

/** What goes back has no price or quantity of its own. */
const backCells = (taxed: boolean): Cell[] => [
  { title: 'Description', width: taxed ? 233 : 399, of: (line) => line.description },
  ...(taxed ? taxCells.filter((cell) => ['SAC', 'Taxable value', 'Tax'].includes(cell.title)) : []),
  { title: 'Amount', width: taxed ? 98 : 100, of: (line) => money(line.total_paise) },
]

/** The lines; a long order goes on to further pages, each with the heads of the columns. */
function table(doc: Doc, from: number, row: DocumentRow): number {
  const taxed = row.facts.seller !== null
  const sold = taxed ? taxCells : plainCells
  const cells = row.facts.against ? backCells(taxed) : sold
  let y = heads(doc, from, cells)
  for (const line of row.facts.lines) {
    if (row.facts.against && line.total_paise === 0) continue
    if (y > FOOT - 60) {
      doc.addPage()
      y = heads(doc, 48, cells)
    }
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
    height = Math.max(height, write(doc, text(cell), { x, y, width: cell.width - 6, size: 8, weight, align }))
    x += cell.width
  })
  return y + height
}

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
              [`SGST ${rate(2)}`, facts.sgst_paise],
            ] as [string, number][])
          : ([[`IGST ${rate(1)}`, facts.igst_paise]] as [string, number][])),
      ]
    : []
  const last = kind === 'invoice' || kind === 'receipt' ? 'Total' : 'Total credited'
  let y = from
  if (y > FOOT - 90) {
    doc.addPage()
    y = 48
  }
  for (const [label, paise] of [...rows, [last, facts.total_paise] as [string, number]]) {
    const weight = label === last ? 'bold' : 'plain'
    write(doc, label, { x: RIGHT - 220, y, width: 120, size: 10, weight })
    y += write(doc, money(paise), { x: RIGHT - 106, y, width: 100, size: 10, weight, align: 'right' }) + 3
  }
  return y
}
