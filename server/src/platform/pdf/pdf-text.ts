import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** Loads 70 files with the first document: a start needs none of them. */
const fontkit = (): typeof import('fontkit') => require(fileURLToPath(import.meta.resolve('fontkit')))

/** Noto Sans in its parts, in search order: ₹ is in the last two, names may be in Devanagari. */
const parts = ['latin', 'latin-ext', 'devanagari'] as const
type Part = (typeof parts)[number]
export type Weight = 'plain' | 'bold'
const weights = { plain: 400, bold: 700 } as const

type Face = { name: string; font: Font; has: (codePoint: number) => boolean }

let faces: Record<Weight, Face[]> | undefined

/** Returns the faces, read with the first document and shared by all, with their cached glyphs. */
function allFaces(): Record<Weight, Face[]> {
  faces ??= { plain: parts.map((part) => face(part, 'plain')), bold: parts.map((part) => face(part, 'bold')) }
  return faces
}

function face(part: Part, weight: Weight): Face {
  const font = fontkit().create(fileOf(part, weight))
  return { name: `${part}-${weight}`, font, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

const fileOf = (part: Part, weight: Weight): Buffer =>
  unpackWoff(
    readFileSync(
      require.resolve(
        `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-${part}-${weights[weight]}-normal.woff`,
      ),
    ),
  )

/** Returns the font of a face that `runsOf` names, for callers that embed it. */
export function fontFileOf(face: string): Buffer {
  const [weight, ...part] = face.split('-').reverse()
  return fileOf(part.reverse().join('-') as Part, weight as Weight)
}

type Doc = PDFKit.PDFDocument

export function registerFaces(doc: Doc): void {
  // PDFKit accepts a loaded font; its types have the bytes alone.
  for (const { name, font } of Object.values(allFaces()).flat()) doc.registerFont(name, font as never)
}

type Run = { face: string; text: string }

/**
 * Splits text into runs of one face each. Glyphs that no face has (emoji, other scripts) become a question mark: a gap
 * would mislead.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  let present: Face | undefined
  for (const character of text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\u200d' ? sign : ' '))) {
    const codePoint = character.codePointAt(0) ?? 0
    // Spaces, joiners and dots stay with the preceding run, so that a word is shaped as one.
    const stays =
      present?.has(codePoint) && (/\s|\u200c|\u200d|[.,-]/.test(character) || present.name.startsWith('devanagari'))
    const found = stays ? present : allFaces()[weight].find((candidate) => candidate.has(codePoint))
    const face = found ?? allFaces()[weight][0]
    if (!face) continue
    present = face
    const last = runs.at(-1)
    const shown = found ? character : '?'
    if (last?.face === face.name) last.text += shown
    else runs.push({ face: face.name, text: shown })
  }
  return runs
}

/** Drops glyphs that no face has (emoji, other scripts), where a question mark would be worse than nothing. */
export function writable(text: string, weight: Weight): string {
  const has = (character: string) =>
    allFaces()[weight].some((face) => face.has(character.codePointAt(0) ?? 0)) || /[\s\p{Cf}]/u.test(character)
  return [...text.normalize('NFC')].filter(has).join('').replace(/\s+/g, ' ').trim()
}

export type TextOptions = {
  x: number
  y: number
  width: number
  size: number
  weight?: Weight
  colour?: string
  align?: 'left' | 'right' | 'center'
}

/** Line height relative to the font size. */
const LEADING = 1.35

/** Writes text in as many lines as its width needs, and returns the height. */
export function write(doc: Doc, text: string, options: TextOptions): number {
  const { x, y, width, size, weight = 'plain', colour = '#15173A', align = 'left' } = options
  const lines = linesOf(doc, text, { width, size, weight })
  // Shaped vowel signs precede their letters: `ActualText` preserves the original for copying, search and screen
  // readers.
  const shaped = /\p{Script=Devanagari}/u.test(text)
  if (shaped) doc.markContent('Span', { actual: text })
  lines.forEach((line, index) => {
    const room = align === 'left' ? 0 : width - widthOf(doc, line, size, weight)
    let at = x + (align === 'center' ? room / 2 : room)
    for (const run of runsOf(line, weight)) {
      doc.font(run.face, size).fillColor(colour)
      doc.text(run.text, at, y + index * size * LEADING, { lineBreak: false, baseline: 'top' })
      at += doc.widthOfString(run.text)
    }
  })
  if (shaped) doc.endMarkedContent()
  return Math.max(1, lines.length) * size * LEADING
}

/** Measures the height of `write`. */
export function heightOf(
  doc: Doc,
  text: string,
  { width, size, weight = 'plain' }: Omit<TextOptions, 'x' | 'y'>,
): number {
  return Math.max(1, linesOf(doc, text, { width, size, weight }).length) * size * LEADING
}

const linesOf = (
  doc: Doc,
  text: string,
  { width, size, weight }: Required<Pick<TextOptions, 'width' | 'size' | 'weight'>>,
) => text.split('\n').flatMap((line) => wrap(doc, line, width, size, weight))

function widthOf(doc: Doc, text: string, size: number, weight: Weight): number {
  return runsOf(text, weight).reduce((sum, run) => sum + doc.font(run.face, size).widthOfString(run.text), 0)
}

function wrap(doc: Doc, text: string, width: number, size: number, weight: Weight): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => fitting(doc, word, width, size, weight))) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(doc, longer, size, weight) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line) lines.push(line)
  return lines
}

/** Cuts a word that is longer than a line. */
function fitting(doc: Doc, word: string, width: number, size: number, weight: Weight): string[] {
  if (widthOf(doc, word, size, weight) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of new Intl.Segmenter('hi', { granularity: 'grapheme' }).segment(word)) {
    if (part && widthOf(doc, part + segment, size, weight) > width) {
      parts.push(part)
      part = segment
    } else part += segment
  }
  if (part) parts.push(part)
  return parts
}
