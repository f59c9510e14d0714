import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { heightOf, type TextOptions, write } from '../../platform/pdf/pdf-text.ts'
import type { CertificateRow } from './certificates.queries.ts'

/** Points of an A4 sheet across. */
export const WIDTH = 841.89
export const HEIGHT = 595.28
export const INK = '#15173A'
export const INDIGO = '#2B3390'
export const MUTED = '#4A4E6E'
export const MARIGOLD = '#FFB81C'
export const CREAM = '#FFE9B3'

export type Doc = PDFKit.PDFDocument
export type Printed = Pick<
  CertificateRow,
  'code' | 'name' | 'course_name' | 'shop_name' | 'language' | 'issued_at' | 'layout' | 'signatory' | 'signatory_title'
>

/** Surroundings of the facts: the address of the check, the shop's logo and the signature as PNG. */
export type Around = { address: string; logo: Buffer | undefined; ink?: Buffer | undefined }

/** Facts for a layout; `modules` are those of the code to scan. */
export type Sheet = { row: Printed; around: Around; modules: boolean[][] }

/** Draws the shop's awning along the upper edge. */
export function awning(doc: Doc): void {
  const count = 34
  const width = WIDTH / count
  for (let index = 0; index < count; index += 1) {
    doc.path(`M${index * width} 0 h${width} v14 a${width / 2} ${width / 2} 0 0 1 ${-width} 0 z`)
    doc.fill(index % 2 ? CREAM : MARIGOLD)
  }
}

export type Fitted = { text: string; size: number }

/**
 * Fits text on one line where that is not too small, else in the largest size that needs no more lines, else in the
 * smallest.
 */
export function within(
  text: string,
  { sizes, lines, tallest, width }: { sizes: number[]; lines: number; tallest: number; width: number },
): Fitted {
  const heightAt = (size: number, of = text) => heightOf(of, { width, size, weight: 'bold' })
  const linesAt = (size: number) => Math.round(heightAt(size) / heightAt(size, 'A'))
  const inOne = sizes.slice(0, -2).find((size) => linesAt(size) === 1)
  const size = inOne ?? sizes.find((size) => linesAt(size) <= lines && heightAt(size) <= tallest)
  return { text, size: size ?? sizes.at(-1) ?? 12 }
}

const SMALL_SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5]

/** Returns the largest small size in which text is at most this tall: the shop's address may be long. */
export const smallSize = (text: string, { width, tallest, most }: { width: number; tallest: number; most: number }) =>
  SMALL_SIZES.find((size) => size <= most && heightOf(text, { width, size }) <= tallest) ?? 5

type Place = Pick<TextOptions, 'x' | 'y' | 'width' | 'align'> & { colour: string }

/** Draws text in the middle of a place of this height. */
export function block(doc: Doc, { text, size }: Fitted, place: Place, height: number): void {
  const own = heightOf(text, { width: place.width, size, weight: 'bold' })
  write(doc, text, { ...place, y: place.y + (height - own) / 2, size, weight: 'bold' })
}

const INK_HEIGHT = 46

/** Draws a line with who signs below it, and the signature above; nothing where nobody signs. */
export function signature(
  doc: Doc,
  { row, around }: Sheet,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  if (row.signatory === '') return
  if (around.ink) doc.image(around.ink, x, y - INK_HEIGHT - 1, { fit: [width * 0.86, INK_HEIGHT], valign: 'bottom' })
  rule(doc, { x, y, width })
  const name = within(row.signatory, { sizes: [12, 11, 10, 9, 8], lines: 2, tallest: 26, width })
  const below = y + 4
  // One above the other, whatever their scripts.
  const at = { x, width, align: 'left' } as const
  const height = write(doc, name.text, { ...at, y: below, size: name.size, weight: 'bold', colour: INK })
  const title = row.signatory_title ?? paperSpeech(row).both((t) => t('Teacher of the course'))
  const { size } = within(title, { sizes: [9, 8.5, 8, 7.5], lines: 2, tallest: 22, width })
  if (title) write(doc, title, { ...at, y: below + height, size, colour: MUTED })
}

export function rule(doc: Doc, { x, y, width }: { x: number; y: number; width: number }): void {
  doc
    .lineWidth(0.8)
    .strokeColor('#8B90B5')
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
}
