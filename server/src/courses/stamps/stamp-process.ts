import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { degrees, EncryptedPDFError, PDFDocument, type PDFEmbeddedPage, type PDFPage } from '@cantoo/pdf-lib'
import { endWithShop } from '../../platform/files/end-with-shop.ts'
import { pdfBytes } from '../../platform/pdf/pdf-bytes.ts'
import { loadShaper } from '../../platform/pdf/pdf-faces.ts'
import { heightOf, widthOf, write } from '../../platform/pdf/pdf-text.ts'
import type { StampOutcome } from './stamp-pdf.ts'

/** Visible on white and on dark pages. */
const GREY = '#7A7A85'
/** A page of A4 gets 7 points; slides are wider, and shown smaller. */
const LINE_PART = 85
const LEAST_SIZE = 4
const FOOT = 1.1
const WIDEST = 0.94
/** Font size at which the line is drawn once, for all pages to scale. */
const DRAWN = 10

const [from = '', to = '', line = ''] = process.argv.slice(2)
// The shop counts the seconds and ends this process, which would outlive it.
endWithShop({ deadline: new Float64Array([Number.POSITIVE_INFINITY]), bytes: Number.POSITIVE_INFINITY })
process.send?.(await stamp())

async function stamp(): Promise<StampOutcome> {
  try {
    // Independent of time: the same copy made again is equal to the byte.
    const pdf = await PDFDocument.load(await readFile(from), { updateMetadata: false, throwOnInvalidObject: true })
    if (pdf.getPageCount() === 0) return { failed: 'broken' }
    const [text] = await pdf.embedPdf(await drawLine(line))
    if (!text) return { failed: 'broken' }
    for (const page of pdf.getPages()) drawFoot(page, text)
    const bytes = await pdf.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    })
    await writeFile(to, bytes, { mode: 0o600 })
    return { sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    return { failed: error instanceof EncryptedPDFError ? 'encrypted' : 'broken' }
  }
}

/** Draws the line as a page of its size, as papers write: names and emails may be in any script of India. */
async function drawLine(text: string): Promise<Buffer> {
  await loadShaper()
  const width = widthOf(text, DRAWN, 'plain')
  const room = { x: 0, y: 0, width: width + 1, size: DRAWN }
  return pdfBytes({ size: [width, heightOf('', room)] }, (doc) => write(doc, text, { ...room, colour: GREY }))
}

/** Centres the line on the lower edge of the visible page: within its crop box, and rotated. */
function drawFoot(page: PDFPage, line: PDFEmbeddedPage): void {
  const box = page.getCropBox()
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const across = turned % 180 === 0 ? box.width : box.height
  const wanted = Math.max(LEAST_SIZE, across / LINE_PART)
  const size = Math.min(wanted, (DRAWN * across * WIDEST) / line.width)
  const { width, height } = line.scale(size / DRAWN)
  const place = placeOn(box, turned, (across - width) / 2, size * FOOT)
  page.drawPage(line, { ...place, width, height, rotate: degrees(turned), opacity: 0.9 })
}

type Box = { x: number; y: number; width: number; height: number }

/** Converts a distance from the visible left and lower edges to the page's own coordinates. */
function placeOn({ x, y, width, height }: Box, turned: number, along: number, up: number): { x: number; y: number } {
  if (turned === 90) return { x: x + width - up, y: y + along }
  if (turned === 180) return { x: x + width - along, y: y + height - up }
  if (turned === 270) return { x: x + up, y: y + height - along }
  return { x: x + along, y: y + up }
}
