import { formatRupees } from 'contract/money'
import { pdfBytes } from '../../../platform/pdf/pdf-bytes.ts'
import { heightOf, write } from '../../../platform/pdf/pdf-text.ts'
import type { Evidence } from './evidence.queries.ts'
import { type EvidenceDocument, moneyOf, type Part, partsOf } from './evidence-parts.ts'

const [LEFT, RIGHT, TOP, BOTTOM] = [48, 547, 52, 778]
const WIDTH = RIGHT - LEFT
const MUTED = '#4A4E6E'
const HAIRLINE = '#DCE0EE'

type Doc = PDFKit.PDFDocument

/**
 * Draws the shop's evidence in a dispute as PDF, A4: for a stranger at a bank, who reads it once. 503 `unavailable`
 * when too many are drawn.
 */
export function drawEvidence(document: EvidenceDocument): Promise<Buffer> {
  const { evidence, shop } = document
  const info = { Title: `Evidence for dispute ${evidence.dispute_id}`, Author: shop.name }
  return pdfBytes({ bufferPages: true, info }, (doc) => draw(doc, document))
}

function draw(doc: Doc, document: EvidenceDocument): void {
  const { evidence, shop } = document
  write(doc, shop.name, { x: LEFT, y: TOP + 6, width: WIDTH, size: 11, weight: 'bold', align: 'right' })
  let y = TOP + write(doc, 'Evidence for a dispute', { x: LEFT, y: TOP, width: WIDTH - 170, size: 21, weight: 'bold' })
  y += write(doc, summaryOf(evidence), { x: LEFT, y: y + 4, width: WIDTH, size: 10 }) + 16
  for (const part of partsOf(document)) y = drawPart(doc, y, part) + 14
  numberPages(doc, evidence)
}

/** The case in two sentences, for whoever reads no further. */
function summaryOf({ payment_id, lines, lessons, paid_at, total_paise, ...of }: Evidence): string {
  const arrived = moneyOf(of.came_paise ?? of.captured_paise ?? total_paise, of.currency)
  if (paid_at === null)
    return `Payment ${payment_id} of ${arrived} came for this order of ${formatRupees(total_paise)}. The buyer was given no access.`
  const seconds = lessons.reduce((sum, lesson) => sum + lesson.seconds, 0)
  const minutes = Math.floor(seconds / 60)
  const courses = lines.length === 1 ? 'an online course' : `${lines.length} online courses`
  const used =
    minutes > 0
      ? `The buyer has watched ${minutes} minute${minutes === 1 ? '' : 's'} of it since.`
      : 'Access was open to the buyer from then on.'
  return `Payment ${payment_id} of ${arrived} bought ${courses}, delivered at once to the buyer’s account. ${used}`
}

function drawPart(doc: Doc, from: number, { title, facts = [], table, texts = [] }: Part): number {
  let y = room(doc, from, 60)
  y += write(doc, title, { x: LEFT, y, width: WIDTH, size: 12, weight: 'bold' }) + 3
  rule(doc, y)
  y += 6
  for (const [name, value] of facts) {
    if (!value) continue
    const options = { width: WIDTH - 150, size: 9 }
    y = room(doc, y, heightOf(value, options) + 3)
    write(doc, name, { x: LEFT, y, width: 142, size: 9, colour: MUTED })
    y += write(doc, value, { ...options, x: LEFT + 150, y }) + 3
  }
  if (table) y = drawTable(doc, y + (facts.length > 0 ? 6 : 0), table) + 3
  for (const text of texts)
    for (const paragraph of text.split(/\n+/).filter((one) => one.trim() !== '')) {
      const options = { width: WIDTH, size: 9 }
      y = room(doc, y, Math.min(heightOf(paragraph, options), BOTTOM - TOP))
      y += write(doc, paragraph, { ...options, x: LEFT, y }) + 4
    }
  return y
}

function drawTable(doc: Doc, from: number, { heads, widths, rows }: NonNullable<Part['table']>): number {
  const line = (y: number, cells: readonly string[], weight: 'plain' | 'bold') => {
    let [x, height] = [LEFT, 0]
    cells.forEach((cell, index) => {
      const width = (widths[index] ?? 0) * WIDTH - 8
      height = Math.max(height, write(doc, cell, { x, y, width, size: 8.5, weight }))
      x += width + 8
    })
    return y + height
  }
  let y = line(room(doc, from, 40), heads, 'bold') + 3
  for (const row of rows) {
    const tall = Math.max(
      ...row.map((cell, index) => heightOf(cell, { width: (widths[index] ?? 0) * WIDTH - 8, size: 8.5 })),
    )
    if (room(doc, y, tall + 4) !== y) y = line(TOP, heads, 'bold') + 3
    y = line(y, row, 'plain') + 2
    rule(doc, y)
    y += 3
  }
  return y
}

/** Places a block of this height: below the last, or onto a new page. */
function room(doc: Doc, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  doc.addPage()
  return TOP
}

function rule(doc: Doc, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(HAIRLINE).stroke()
}

function numberPages(doc: Doc, { dispute_id }: Evidence): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    const text = `${dispute_id}, page ${index + 1} of ${count}`
    write(doc, text, { x: LEFT, y: BOTTOM + 14, width: WIDTH, size: 8, colour: MUTED, align: 'right' })
  }
}
