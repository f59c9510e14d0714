import { inLanguage } from '../../platform/language/language.ts'
import { drawQr } from '../../platform/pdf/draw-qr.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { pdfBytes } from '../../platform/pdf/pdf-bytes.ts'
import { type TextOptions, useLatin, write } from '../../platform/pdf/pdf-text.ts'
import { codeText } from './certificate-code.ts'
import { drawPanel } from './certificate-panel.ts'
import {
  type Around,
  awning,
  block,
  type Doc,
  HEIGHT,
  INDIGO,
  INK,
  MARIGOLD,
  MUTED,
  type Printed,
  type Sheet,
  signature,
  smallSize,
  WIDTH,
  within,
} from './certificate-parts.ts'

const SIDE = 92
const COLUMN = WIDTH - 2 * SIDE
const GOLD = '#C67A00'
const QR = 84
/** Lowest text: the frame's inner line is 36 points from the edge. */
const FRAMED = HEIGHT - 41
const TITLE = 'CERTIFICATE OF COMPLETION'
const CENTRED = { x: SIDE, width: COLUMN, align: 'center' } as const

const layouts = { framed: drawFramed, panel: drawPanel }

/**
 * Draws the certificate as landscape A4 PDF from its first print: same facts, address, logo and signature give the same
 * bytes. Names and titles may be in any script of India; labels are in the student's language with English beside
 * them. 503 `unavailable` when too many are queued.
 */
export async function drawCertificate(row: Printed, around: Around): Promise<Buffer> {
  const { encode } = await import('uqr')
  const { data } = encode(around.address, { ecc: 'M', border: 0 })
  const issued = new Date(row.issued_at)
  const info = { Title: `Certificate of ${row.name}`, Author: row.shop_name, CreationDate: issued, ModDate: issued }
  const options = { layout: 'landscape', lang: paperSpeech(row).tag, displayTitle: true, info } as const
  return pdfBytes(options, (doc) => layouts[row.layout](doc, { row, around, modules: data }))
}

/** Builds a name like `Certificate-Reels-that-sell.pdf`. */
export function certificateFileName(courseName: string): string {
  const words = courseName.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return `Certificate-${words.join('-').slice(0, 60)}.pdf`
}

function drawFramed(doc: Doc, sheet: Sheet): void {
  ground(doc)
  head(doc, sheet.row, sheet.around.logo)
  facts(doc, sheet.row)
  foot(doc, sheet)
}

/** Draws paper, a frame of two lines and the shop's awning along the upper edge. */
function ground(doc: Doc): void {
  doc.rect(0, 0, WIDTH, HEIGHT).fill('#FFFDF7')
  doc
    .lineWidth(1.6)
    .strokeColor(INDIGO)
    .rect(30, 48, WIDTH - 60, HEIGHT - 78)
    .stroke()
  doc
    .lineWidth(0.6)
    .strokeColor(MARIGOLD)
    .rect(36, 54, WIDTH - 72, HEIGHT - 90)
    .stroke()
  awning(doc)
}

function head(doc: Doc, row: Printed, logo: Buffer | undefined): void {
  if (logo) doc.image(logo, WIDTH / 2 - 110, 76, { fit: [220, 46], align: 'center', valign: 'center' })
  else centred(doc, row.shop_name, 84, { size: 20, weight: 'bold', colour: INDIGO })
  const isEnglish = row.language === 'en'
  const own = paperSpeech(row).own((t) => t('Certificate of completion'))
  if (!isEnglish) centred(doc, own, 130, { size: 19, weight: 'bold', colour: GOLD })
  spaced(doc, TITLE, isEnglish ? { y: 142, size: 13 } : { y: 160, size: 9 })
}

/** Draws spaced capitals between two short lines; copied and spoken text has words, not letters. */
function spaced(doc: Doc, text: string, { y, size }: { y: number; size: number }): void {
  const gap = 3
  useLatin(doc, 'bold', size)
  const width = doc.widthOfString(text, { characterSpacing: gap }) - gap
  const x = (WIDTH - width) / 2
  doc.markContent('Span', { actual: text })
  doc.fillColor(GOLD).text(text, x, y, { lineBreak: false, baseline: 'top', characterSpacing: gap })
  doc.endMarkedContent()
  const middle = y + size * 0.6
  doc.lineWidth(0.8).strokeColor(GOLD)
  doc
    .moveTo(x - 76, middle)
    .lineTo(x - 18, middle)
    .stroke()
  doc
    .moveTo(x + width + 18, middle)
    .lineTo(x + width + 76, middle)
    .stroke()
}

function facts(doc: Doc, row: Printed): void {
  const { both } = paperSpeech(row)
  centred(
    doc,
    both((t) => t('This is to certify that')),
    188,
    { size: 13, colour: MUTED },
  )
  const name = within(row.name, { sizes: [42, 36, 31, 27, 23, 19], lines: 2, tallest: 84, width: COLUMN })
  block(doc, name, { ...CENTRED, y: 214, colour: INK }, 84)
  doc.lineWidth(0.8).strokeColor('#DCC48A')
  doc
    .moveTo(WIDTH / 2 - 150, 306)
    .lineTo(WIDTH / 2 + 150, 306)
    .stroke()
  centred(
    doc,
    both((t) => t('has completed the course')),
    318,
    { size: 13, colour: MUTED },
  )
  const title = within(row.course_name, { sizes: [26, 22, 19, 16, 13], lines: 2, tallest: 72, width: COLUMN })
  block(doc, title, { ...CENTRED, y: 342, colour: INDIGO }, 72)
}

function foot(doc: Doc, sheet: Sheet): void {
  const { row, around, modules } = sheet
  const { both } = paperSpeech(row)
  const y = 440
  const x = WIDTH - SIDE - QR
  drawQr(doc, modules, { x, y, size: QR, colour: INK })
  signature(doc, sheet, { x: x - 40 - 210, y: y + 21, width: 210 })
  const left = { x: SIDE, width: COLUMN - QR - 24 }
  write(
    doc,
    both((t) => t('Issued on')),
    { ...left, y, size: 9, colour: MUTED },
  )
  write(doc, inLanguage(row.language).longDay(row.issued_at), {
    ...left,
    y: y + 12,
    size: 14,
    weight: 'bold',
    colour: INK,
  })
  write(
    doc,
    both((t) => t('Number')),
    { ...left, y: y + 42, size: 9, colour: MUTED },
  )
  write(doc, codeText(row.code), { ...left, y: y + 54, size: 10, colour: INK })
  const check = around.address.replace(/^https?:\/\//, '')
  const where = both(
    (t) => t('Scan the code, or open {check}, to see whether this certificate is valid.', { check }),
    '\n',
  )
  const size = smallSize(where, { width: left.width, tallest: FRAMED - y - 74, most: 9 })
  write(doc, where, { ...left, y: y + 74, size, colour: MUTED })
  doc.link(x, y, QR, QR, around.address)
}

function centred(doc: Doc, text: string, y: number, options: Omit<TextOptions, 'x' | 'y' | 'width' | 'align'>): void {
  write(doc, text, { ...CENTRED, ...options, y })
}
