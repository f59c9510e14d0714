import { type Face, faces, type Weight } from './pdf-faces.ts'
import { type Directions, directionsOf, graphemesOf, isTurned, placedRuns, printed } from './pdf-runs.ts'

type Doc = PDFKit.PDFDocument

export type TextOptions = {
  x: number
  y: number
  width: number
  size: number
  weight?: Weight
  colour?: string
  /** Without one, the side where a paragraph's lines begin: Urdu at the right. */
  align?: 'left' | 'right' | 'center' | undefined
}

type Measured = Pick<TextOptions, 'width' | 'size' | 'weight'>

/** Line height relative to the font size. */
const LEADING = 1.35
/** Distance from the top of a line to its baseline, the same for all scripts. */
const BASELINE = 0.9

/** A line of text with the direction of its paragraph, and its own characters' in it. */
type Line = Directions & { text: string }

/** Writes text in as many lines as its width needs, and returns the height. */
export function write(doc: Doc, text: string, options: TextOptions): number {
  const { x, y, width, size, weight = 'plain', colour = '#15173A', align } = options
  const lines = linesOf(text, { width, size, weight })
  // Shaped signs stand in another order than their letters: `ActualText` preserves them for copying, search and screen
  // readers. Readers turn what is written from the right by themselves.
  const isShaped = SHAPED.test(text) && !isTurned(text)
  if (isShaped)
    doc.markContent('Span', {
      actual: text
        .split('\n')
        .map((line) => printed(line, weight))
        .join('\n'),
    })
  doc.fillColor(colour)
  for (const [index, line] of lines.entries()) {
    const runs = placedRuns(line.text, weight, line)
    const side = align ?? (line.direction === 'rtl' ? 'right' : 'left')
    const room = side === 'left' ? 0 : width - widthOf(line.text, size, weight)
    let at = x + (side === 'center' ? room / 2 : room)
    for (const { face, text, direction } of runs) {
      useFace(doc, face, size)
      const place = { lineBreak: false, baseline: 'alphabetic', features: [direction] } as const
      doc.text(text, at, y + (index * LEADING + BASELINE) * size, place as never)
      at += face.widthOf(text, direction) * size
    }
  }
  if (isShaped) doc.endMarkedContent()
  return Math.max(1, lines.length) * size * LEADING
}

const SHAPED = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Makes a face the document's font. */
function useFace(doc: Doc, { name, font }: Face, size: number): void {
  // PDFKit accepts a loaded font; its types have the bytes alone.
  doc.registerFont(name, font() as never)
  doc.font(name, size)
}

/** Makes the face of plain English the document's font, for text that `write` does not lay out. */
export function useLatin(doc: Doc, weight: Weight, size: number): void {
  const [latin] = faces[weight]
  if (latin) useFace(doc, latin, size)
}

/** Measures the height of `write`. */
export function heightOf(text: string, { width, size, weight = 'plain' }: Measured): number {
  return Math.max(1, linesOf(text, { width, size, weight }).length) * size * LEADING
}

/** Measures the width of a line. */
export function widthOf(text: string, size: number, weight: Weight): number {
  return placedRuns(text, weight, directionsOf(text)).reduce(
    (sum, run) => sum + run.face.widthOf(run.text, run.direction) * size,
    0,
  )
}

const linesOf = (text: string, { width, size, weight }: Required<Measured>): Line[] =>
  text.split('\n').flatMap((paragraph) => {
    const whole = printed(paragraph, weight)
    const { direction, levels } = directionsOf(whole)
    let end = 0
    return wrap(whole, width, size, weight).map((text): Line => {
      const from = whole.indexOf(text, end)
      end = from + text.length
      return levels ? { text, direction, levels: levels.subarray(from, end) } : { text, direction }
    })
  })

function wrap(text: string, width: number, size: number, weight: Weight): string[] {
  const lines: string[] = []
  const gap = widthOf(' ', size, weight)
  let line = ''
  let room = width
  const words = text.split(/\s+/).filter(Boolean)
  for (const word of words.flatMap((word) => fitting(word, width, size, weight))) {
    const own = widthOf(word, size, weight)
    if (line && gap + own > room) {
      lines.push(line)
      line = ''
      room = width
    }
    room -= line ? gap + own : own
    line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(line)
  return lines
}

/** Cuts a word that is longer than a line. */
function fitting(word: string, width: number, size: number, weight: Weight): string[] {
  if (widthOf(word, size, weight) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const grapheme of graphemesOf(word)) {
    if (part && widthOf(part + grapheme, size, weight) > width) {
      parts.push(part)
      part = grapheme
    } else part += grapheme
  }
  if (part) parts.push(part)
  return parts
}
