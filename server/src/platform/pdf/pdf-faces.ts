import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font, Subset } from 'fontkit'
import type { Buffer as ShapedLetters, Font as Shaper } from 'harfbuzzjs'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** Loads 70 files with the first document: a start needs none of them. */
const fontkit = (): typeof import('fontkit') => require(fileURLToPath(import.meta.resolve('fontkit')))

let harfbuzz: typeof import('harfbuzzjs') | undefined

/** Loads the shaper, which compiles while it loads; measuring and writing need it. */
export async function loadShaper(): Promise<void> {
  harfbuzz ??= await import('harfbuzzjs')
}

export type Weight = 'plain' | 'bold'
const weights = { plain: 400, bold: 700 } as const

/** Parts of Noto Sans itself, in search order: ₹ is in the second. */
const LATIN = ['latin', 'latin-ext', 'vietnamese']
const OTHERS = ['devanagari', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']
/** Scripts with a family of their own, as its package calls them. */
const FAMILIES = [
  'bengali',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'meetei-mayek',
  'ol-chiki',
  'oriya',
  'tamil',
  'telugu',
]

export type Direction = 'ltr' | 'rtl'

/** A run in the form of fontkit, which PDFKit reads; it passes a glyph's id to the subset alone. */
type ShapedRun = {
  glyphs: { id: string; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
}

type PaperFont = Omit<Font, 'layout'> & { layout(text: string, features?: readonly Direction[]): ShapedRun }

/** A font file of one script and weight, read with the first text that needs it. */
export type Face = {
  name: string
  /** Returns true for a letter of the face's script; reads no file for letters of others. */
  has: (character: string) => boolean
  /** Returns true for every character that the file has a glyph of: spaces and punctuation too. */
  draws: (character: string) => boolean
  /** The font as PDFKit embeds it. */
  font: () => PaperFont
  /** Width in parts of the font size. */
  widthOf: (text: string, direction: Direction) => number
}

const face = (family: string, part: string, weight: Weight, script?: RegExp): Face => {
  let loaded: { font: PaperFont; letters: ReadonlySet<number> } | undefined
  const load = () => {
    if (loaded) return loaded
    const file = `@fontsource/${family}/files/${family}-${part}-${weights[weight]}-normal.woff`
    const font = shaped(unpackWoff(readFileSync(require.resolve(file))))
    loaded = { font, letters: new Set(font.characterSet) }
    return loaded
  }
  const draws = (character: string) => load().letters.has(character.codePointAt(0) ?? 0)
  return {
    name: `${part}-${weight}`,
    has: (character) => (!script || script.test(character)) && draws(character),
    draws,
    font: () => load().font,
    widthOf: (text, direction) => load().font.layout(text, [direction]).advanceWidth / load().font.unitsPerEm,
  }
}

/** `meetei-mayek` → `Meetei_Mayek`, `greek-ext` → `Greek`: the script's name in Unicode. */
function scriptOf(part: string): RegExp {
  const name = part.replace(/-ext$/, '').replace(/(^|-)./g, (start) => start.replace('-', '_').toUpperCase())
  return new RegExp(`\\p{Script_Extensions=${name}}`, 'u')
}

const facesIn = (weight: Weight): Face[] => [
  ...LATIN.map((part) => face('noto-sans', part, weight)),
  ...OTHERS.map((part) => face('noto-sans', part, weight, scriptOf(part))),
  // Noto's letters of Urdu are drawn in parts, which a reader of the document could not put together again.
  face('ibm-plex-sans-arabic', 'arabic', weight, scriptOf('arabic')),
  ...FAMILIES.map((part) => face(`noto-sans-${part}`, part, weight, scriptOf(part))),
]

/** All faces in search order; documents share them, with their cached glyphs. */
export const faces: Record<Weight, readonly Face[]> = { plain: facesIn('plain'), bold: facesIn('bold') }

/**
 * Replaces fontkit's shaping by HarfBuzz's: fontkit misplaces Bengali vowel signs and fails for Gurmukhi. PDFKit passes
 * its `features` on unread: ours is the direction.
 */
function shaped(bytes: Buffer): PaperFont {
  const font = fontkit().create(bytes)
  const createSubset = font.createSubset.bind(font)
  let shaper: Shaper | undefined
  return Object.assign(font, {
    layout(text: string, [direction]: readonly Direction[] = []): ShapedRun {
      if (!harfbuzz) throw new Error('The shaper is not loaded: call loadShaper first')
      shaper ??= new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)))
      const letters = new harfbuzz.Buffer()
      letters.setClusterLevel(harfbuzz.ClusterLevel.CHARACTERS)
      letters.addText(text)
      letters.guessSegmentProperties()
      letters.setDirection(direction === 'rtl' ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      // Urdu has forms of its own for some letters and digits of Arabic.
      const isArabic = ARABIC.test(text)
      if (isArabic) letters.setLanguage('ur')
      // Fewer glyphs of several letters; those that the script requires (`rlig`) remain.
      harfbuzz.shape(shaper, letters, isArabic ? [new harfbuzz.Feature('liga', 0)] : [])
      return runOf(shaper, text, letters, direction)
    },
    createSubset: () => perLetter(createSubset()),
  })
}

const ARABIC = /\p{Script=Arabic}/u

/**
 * Converts HarfBuzz's glyphs to fontkit's form. Each cluster's first glyph has the letters up to the next cluster; from
 * right to left in the order of the page, for readers turn a whole run letter by letter.
 */
function runOf(shaper: Shaper, text: string, letters: ShapedLetters, direction: Direction = 'ltr'): ShapedRun {
  const infos = letters.getGlyphInfos()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]))
  const taken = new Set<number>()
  const glyphs = infos.map(({ codepoint, cluster }) => {
    // Readers show the number of a glyph without letters.
    const own = taken.has(cluster) ? '\u200b' : text.slice(cluster, ends.get(cluster))
    taken.add(cluster)
    const codePoints = Array.from(own, (character) => character.codePointAt(0) ?? 0)
    if (direction === 'rtl') codePoints.reverse()
    return { id: `${codepoint} ${own}`, advanceWidth: shaper.glyphHAdvance(codepoint), codePoints }
  })
  const positions = letters.getGlyphPositions()
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}

/** Makes a glyph that draws several letters one glyph for each of them: a reader gets one text for a glyph. */
function perLetter(subset: Subset): Subset {
  const places = new Map<string, number>()
  const include = subset.includeGlyph.bind(subset)
  subset.includeGlyph = (id) => {
    // A part of another glyph.
    if (typeof id === 'number') return include(id)
    const place = places.get(id) ?? subset.glyphs.push(Number.parseInt(id, 10)) - 1
    places.set(id, place)
    return place
  }
  return subset
}
