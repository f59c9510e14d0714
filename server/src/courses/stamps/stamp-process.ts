import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { degrees, EncryptedPDFError, PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import { endWithShop } from '../../platform/files/end-with-shop.ts'
import { fontFileOf, runsOf } from '../../platform/pdf/pdf-text.ts'
import type { StampOutcome } from './stamp-pdf.ts'

/** Visible on white and on dark pages. */
const GREY = rgb(0.48, 0.48, 0.52)
/** A page of A4 gets 7 points; slides are wider, and shown smaller. */
const LINE_PART = 85
const LEAST_SIZE = 4
const FOOT = 1.4
const WIDEST = 0.94

type Set = { font: PDFFont; text: string }

const [from = '', to = '', line = ''] = process.argv.slice(2)
// The shop counts the seconds and ends this process, which would outlive it.
endWithShop({ deadline: new Float64Array([Number.POSITIVE_INFINITY]), bytes: Number.POSITIVE_INFINITY })
process.send?.(await stamp())

async function stamp(): Promise<StampOutcome> {
  try {
    // Independent of time: the same copy made again is equal to the byte.
    const pdf = await PDFDocument.load(await readFile(from), { updateMetadata: false, throwOnInvalidObject: true })
    if (pdf.getPageCount() === 0) return { failed: 'broken' }
    const text = await embed(pdf, line)
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

/** Embeds the line in the documents' fonts: emails and names may be in Devanagari. */
async function embed(pdf: PDFDocument, text: string): Promise<Set[]> {
  pdf.registerFontkit(fontkit as never)
  const fonts = new Map<string, PDFFont>()
  const runs: Set[] = []
  for (const { face, text: part } of runsOf(text, 'plain')) {
    const font = fonts.get(face) ?? (await pdf.embedFont(fontFileOf(face), { subset: true }))
    fonts.set(face, font)
    runs.push({ font, text: part })
  }
  return runs
}

/** Centres the line on the lower edge of the visible page: within its crop box, and rotated. */
function drawFoot(page: PDFPage, runs: Set[]): void {
  const box = page.getCropBox()
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const across = turned % 180 === 0 ? box.width : box.height
  const widthAt = (size: number) => runs.reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, size), 0)
  const wanted = Math.max(LEAST_SIZE, across / LINE_PART)
  const size = Math.min(wanted, (wanted * across * WIDEST) / widthAt(wanted))
  let along = (across - widthAt(size)) / 2
  for (const { font, text } of runs) {
    const place = placeOn(box, turned, along, size * FOOT)
    page.drawText(text, { ...place, font, size, color: GREY, rotate: degrees(turned), opacity: 0.9 })
    along += font.widthOfTextAtSize(text, size)
  }
}

type Box = { x: number; y: number; width: number; height: number }

/** Converts a distance from the visible left and lower edges to the page's own coordinates. */
function placeOn({ x, y, width, height }: Box, turned: number, along: number, up: number): { x: number; y: number } {
  if (turned === 90) return { x: x + width - up, y: y + along }
  if (turned === 180) return { x: x + width - along, y: y + height - up }
  if (turned === 270) return { x: x + up, y: y + height - along }
  return { x: x + along, y: y + up }
}
