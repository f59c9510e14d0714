import { inLanguage } from '../../platform/language/language.ts'
import { drawQr } from '../../platform/pdf/draw-qr.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { write } from '../../platform/pdf/pdf-text.ts'
import { codeText } from './certificate-code.ts'
import {
  awning,
  block,
  CREAM,
  type Doc,
  HEIGHT,
  INDIGO,
  INK,
  MARIGOLD,
  MUTED,
  rule,
  type Sheet,
  signature,
  smallSize,
  WIDTH,
  within,
} from './certificate-parts.ts'

const BOARD = '#14163F'
const RANI = '#B8165C'
const PANEL = 582
const LEFT = 48
const COLUMN = PANEL - 2 * LEFT
const INNER = { x: PANEL + 26, width: WIDTH - PANEL - 52 }
const MIDDLE = (PANEL + WIDTH) / 2
const QR = 96
const LINE = 506

/** Draws the facts on white, and the shop's sign, a seal and the code to scan on a dark panel beside them. */
export function drawPanel(doc: Doc, sheet: Sheet): void {
  doc.rect(0, 0, WIDTH, HEIGHT).fill('#FFFFFF')
  doc.rect(PANEL, 0, WIDTH - PANEL, HEIGHT).fill(BOARD)
  awning(doc)
  facts(doc, sheet)
  side(doc, sheet)
}

function facts(doc: Doc, sheet: Sheet): void {
  const { row, around } = sheet
  const { both, own } = paperSpeech(row)
  const at = { x: LEFT, width: COLUMN }
  if (around.logo) doc.image(around.logo, LEFT, 54, { fit: [220, 40], valign: 'center' })
  else {
    const shop = within(row.shop_name, { sizes: [18, 16, 14, 12, 10, 8], lines: 1, tallest: 25, width: COLUMN })
    block(doc, shop, { ...at, y: 60, colour: INDIGO }, 28)
  }
  const title = own((t) => t('Certificate of completion'))
  write(doc, title, { ...at, y: 116, size: 26, weight: 'bold', colour: RANI })
  if (row.language !== 'en') write(doc, 'Certificate of completion', { ...at, y: 152, size: 11, colour: RANI })
  const small = { ...at, size: 12, colour: MUTED }
  write(
    doc,
    both((t) => t('This is to certify that')),
    { ...small, y: 182 },
  )
  const name = within(row.name, { sizes: [42, 36, 31, 27, 23, 19, 16], lines: 2, tallest: 88, width: COLUMN })
  block(doc, name, { ...at, y: 202, colour: INDIGO }, 88)
  write(
    doc,
    both((t) => t('has completed the course')),
    { ...small, y: 298 },
  )
  const course = within(row.course_name, { sizes: [25, 22, 19, 16, 13], lines: 2, tallest: 72, width: COLUMN })
  block(doc, course, { ...at, y: 318, colour: INK }, 72)
  foot(doc, sheet)
}

/** Draws the date beside who signs; alone without anybody. */
function foot(doc: Doc, sheet: Sheet): void {
  const { row } = sheet
  const width = (COLUMN - 26) / 2
  const isSigned = row.signatory !== ''
  const x = isSigned ? LEFT + width + 26 : LEFT
  signature(doc, sheet, { x: LEFT, y: LINE, width })
  const day = inLanguage(row.language).longDay(row.issued_at)
  write(doc, day, { x, y: LINE - 23, width, size: 14, weight: 'bold', colour: INK })
  rule(doc, { x, y: LINE, width })
  const label = paperSpeech(row).both((t) => t('Issued on'))
  write(doc, label, { x, y: LINE + 6, width, size: 9, colour: MUTED })
}

function side(doc: Doc, { row, around, modules }: Sheet): void {
  const { both } = paperSpeech(row)
  const centre = { ...INNER, align: 'center' } as const
  seal(doc, MIDDLE, around.logo ? 128 : 176)
  // A logo may be a sign without letters.
  const shop = within(row.shop_name, { sizes: [24, 21, 18, 15, 12], lines: 2, tallest: 62, width: INNER.width })
  if (around.logo) block(doc, shop, { ...centre, y: 206, colour: MARIGOLD }, 62)
  const top = 322
  doc.roundedRect(MIDDLE - QR / 2 - 14, top, QR + 28, QR + 28, 6).fill('#FFFFFF')
  drawQr(doc, modules, { x: MIDDLE - QR / 2, y: top + 14, size: QR, colour: INK })
  doc.link(MIDDLE - QR / 2, top + 14, QR, QR, around.address)
  const check = around.address.replace(/^https?:\/\//, '')
  const where = both(
    (t) => t('Scan the code, or open {check}, to see whether this certificate is valid.', { check }),
    '\n',
  )
  const number = `${both((t) => t('Number'))}\n${codeText(row.code)}`
  let y = top + QR + 38
  // The number's two lines and the gaps stand below it.
  const size = smallSize(where, { width: INNER.width, tallest: HEIGHT - 24 - 33 - y, most: 8 })
  for (const text of where.split('\n')) y += 3 + write(doc, text, { ...centre, y, size, colour: '#DDE0F5' })
  write(doc, number, { ...centre, y: y + 5, size: 8, colour: CREAM })
}

/** Draws a rosette with a tick. */
function seal(doc: Doc, x: number, y: number): void {
  const petals = 18
  const radius = 43
  for (let index = 0; index < petals; index += 1) {
    const angle = (index / petals) * 2 * Math.PI
    doc.circle(x + radius * Math.cos(angle), y + radius * Math.sin(angle), 8.2)
  }
  doc.fill(MARIGOLD)
  doc.circle(x, y, radius).fill(MARIGOLD)
  doc.circle(x, y, 34).lineWidth(1.4).strokeColor(BOARD).stroke()
  doc.lineWidth(7).lineCap('round').lineJoin('round').strokeColor(BOARD)
  doc
    .moveTo(x - 16, y + 1)
    .lineTo(x - 4, y + 13)
    .lineTo(x + 17, y - 11)
    .stroke()
  doc.lineCap('butt').lineJoin('miter')
}
