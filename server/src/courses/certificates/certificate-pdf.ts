import { inLanguage } from '../../platform/language/language.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { pdfBytes } from '../../platform/pdf/pdf-bytes.ts'
import { heightOf, type TextOptions, useLatin, write } from '../../platform/pdf/pdf-text.ts'
import { codeText } from './certificate-code.ts'
import type { CertificateRow } from './certificates.queries.ts'

const WIDTH = 841.89
const HEIGHT = 595.28
const SIDE = 92
const COLUMN = WIDTH - 2 * SIDE
const INK = '#15173A'
const INDIGO = '#2B3390'
const MUTED = '#4A4E6E'
const GOLD = '#C67A00'
const QR = 84
const TITLE = 'CERTIFICATE OF COMPLETION'

type Doc = PDFKit.PDFDocument
type Printed = Pick<CertificateRow, 'code' | 'name' | 'course_name' | 'shop_name' | 'language' | 'issued_at'>

/** Surroundings of the facts: the address of the check, and the shop's logo as PNG. */
export type Around = { address: string; logo: Buffer | undefined }

/**
 * Draws the certificate as landscape A4 PDF from its first print: same facts, address and logo give the same bytes.
 * Names and titles may be in any script of India; labels are in the student's language with English beside
 * them. 503 `unavailable` when too many are queued.
 */
export async function drawCertificate(row: Printed, around: Around): Promise<Buffer> {
  const { encode } = await import('uqr')
  const { data } = encode(around.address, { ecc: 'M', border: 0 })
  const issued = new Date(row.issued_at)
  const info = { Title: `Certificate of ${row.name}`, Author: row.shop_name, CreationDate: issued, ModDate: issued }
  const options = { layout: 'landscape', lang: paperSpeech(row).tag, displayTitle: true, info } as const
  return pdfBytes(options, (doc) => {
    ground(doc)
    head(doc, row, around.logo)
    facts(doc, row)
    foot(doc, row, around.address, data)
  })
}

/** Builds a name like `Certificate-Reels-that-sell.pdf`. */
export function certificateFileName(courseName: string, ending: string): string {
  const words = courseName.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return `Certificate-${words.join('-').slice(0, 60)}.${ending}`
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
    .strokeColor('#FFB81C')
    .rect(36, 54, WIDTH - 72, HEIGHT - 90)
    .stroke()
  const count = 34
  const width = WIDTH / count
  for (let index = 0; index < count; index += 1) {
    doc.path(`M${index * width} 0 h${width} v14 a${width / 2} ${width / 2} 0 0 1 ${-width} 0 z`)
    doc.fill(index % 2 ? '#FFE9B3' : '#FFB81C')
  }
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
  const name = within(row.name, { sizes: [42, 36, 31, 27, 23, 19], lines: 2, tallest: 84 })
  block(doc, name, 214, 84)
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
  const title = within(row.course_name, { sizes: [26, 22, 19, 16, 13], lines: 2, tallest: 72 })
  block(doc, { ...title, colour: INDIGO }, 342, 72)
}

type Fitted = { text: string; size: number; colour?: string }

/**
 * Fits text on one line where that is not too small, else in the largest size that needs no more lines, else in the
 * smallest.
 */
function within(text: string, input: { sizes: number[]; lines: number; tallest: number }): Fitted {
  const heightAt = (size: number, of = text) => heightOf(of, { width: COLUMN, size, weight: 'bold' })
  const linesAt = (size: number) => Math.round(heightAt(size) / heightAt(size, 'A'))
  const { sizes, lines, tallest } = input
  const inOne = sizes.slice(0, -2).find((size) => linesAt(size) === 1)
  const size = inOne ?? sizes.find((size) => linesAt(size) <= lines && heightAt(size) <= tallest)
  return { text, size: size ?? sizes.at(-1) ?? 12 }
}

/** Centres text in a place of this height. */
function block(doc: Doc, { text, size, colour = INK }: Fitted, y: number, height: number): void {
  const own = heightOf(text, { width: COLUMN, size, weight: 'bold' })
  centred(doc, text, y + (height - own) / 2, { size, weight: 'bold', colour })
}

function foot(doc: Doc, row: Printed, address: string, modules: boolean[][]): void {
  const { both } = paperSpeech(row)
  const y = 440
  const x = WIDTH - SIDE - QR
  drawQr(doc, modules, x, y)
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
  const check = address.replace(/^https?:\/\//, '')
  const where = both(
    (t) => t('Scan the code, or open {check}, to see whether this certificate is valid.', { check }),
    '\n',
  )
  write(doc, where, { ...left, y: y + 74, size: 9, colour: MUTED })
  doc.link(x, y, QR, QR, address)
}

/** Draws one path: a rectangle for each run of dark modules in a row. */
function drawQr(doc: Doc, modules: boolean[][], x: number, y: number): void {
  const side = QR / modules.length
  modules.forEach((row, line) => {
    for (let from = 0; from < row.length; from += 1) {
      if (!row[from]) continue
      let to = from
      while (row[to]) to += 1
      doc.rect(x + from * side, y + line * side, (to - from) * side, side)
      from = to
    }
  })
  doc.fill(INK)
}

function centred(doc: Doc, text: string, y: number, options: Omit<TextOptions, 'x' | 'y' | 'width'>): void {
  write(doc, text, { ...options, x: SIDE, y, width: COLUMN, align: 'center' })
}
