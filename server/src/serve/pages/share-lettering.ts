import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { ROOT } from '../../config.ts'
import { type Face, faces, loadShaper } from '../../platform/pdf/pdf-faces.ts'

/** A line of text as the outline of its letters, its baseline at 0; sizes in pixels. */
export type Line = { outline: string; width: number }

export type Lettering = {
  line(text: string, size: number): Line
  /** The largest size, from `max` down to `min`, at which the text fits; what does not fit at `min` is cut with an ellipsis. */
  fit(text: string, box: { width: number; height: number; max: number; min: number }): Fitted
}

export type Fitted = { lines: Line[]; size: number; lineHeight: number }

const OWN_FONTS = join(import.meta.dirname, 'share-fonts')
const STORE_FONTS = join(ROOT, 'web-store/src/fonts')

/** Lettering of the store's painted signs. */
const PAINTED = { wght: 800, wdth: 80 }

/** A font, or a face of documents. */
type Letters = Pick<Font, 'unitsPerEm' | 'hasGlyphForCodePoint' | 'layout'>

const COMMON = /^[\p{Script=Common}\p{Script=Inherited}]$/u
const ARABIC = /\p{Script=Arabic}/u

/** A face of documents, for names in other scripts; its file is read with the first letter of its script. */
const lettersOf = (face: Face): Letters => ({
  unitsPerEm: 1000,
  hasGlyphForCodePoint(point) {
    const letter = String.fromCodePoint(point)
    return face.has(letter) || (COMMON.test(letter) && face.draws(letter))
  },
  layout(text) {
    const font = face.font()
    const scale = 1000 / font.unitsPerEm
    const { glyphs, positions } = font.layout(text, [ARABIC.test(text) ? 'rtl' : 'ltr'])
    return {
      glyphs: glyphs.map(({ id }) => ({ path: font.getGlyph(Number.parseInt(id, 10)).path.scale(scale, scale) })),
      positions: positions.map(({ xAdvance, xOffset, yOffset }) => ({
        xAdvance: xAdvance * scale,
        xOffset: xOffset * scale,
        yOffset: yOffset * scale,
      })),
    }
  },
})

const DEVANAGARI = /\p{Script=Devanagari}/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Fonts are read, and letters become outlines, here: the picture needs no font of the machine, and no text can be markup. */
export async function loadLettering(): Promise<Lettering> {
  const fontkit = await import('fontkit')
  const open = async (folder: string, name: string) => fontkit.create(await readFile(join(folder, name)))
  await loadShaper()
  const fonts: Letters[] = [
    (await open(OWN_FONTS, 'anek-latin.ttf')).getVariation(PAINTED),
    (await open(OWN_FONTS, 'anek-rupee.ttf')).getVariation(PAINTED),
    await open(STORE_FONTS, 'hind-devanagari-600-normal.woff2'),
    ...faces.bold.map(lettersOf),
  ]

  function line(text: string, size: number): Line {
    let x = 0
    let outline = ''
    for (const { font, part } of runs(fonts, text)) {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(part)
      glyphs.forEach(({ path }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        outline += path
          .scale(scale, -scale)
          .translate(x + xOffset * scale, -yOffset * scale)
          .toSVG()
        x += xAdvance * scale
      })
    }
    return { outline, width: x }
  }

  const wide = (text: string, size: number) => line(text, size).width

  /** Words onto lines; undefined where one word is wider than the line. */
  function wrap(words: readonly string[], size: number, width: number): string[] | undefined {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && wide(longer, size) <= width) lines[lines.length - 1] = longer
      else if (wide(word, size) <= width) lines.push(word)
      else return undefined
    }
    return lines
  }

  function shorten(text: string, size: number, width: number): string {
    const letters = split(text)
    while (letters.length > 0 && wide(`${letters.join('').trimEnd()}…`, size) > width) letters.pop()
    return `${letters.join('').trimEnd()}…`
  }

  return {
    line,
    fit(text, { width, height, max, min }) {
      const words = text.split(/\s+/).filter((word) => wide(word, max) > 0)
      const ratio = DEVANAGARI.test(text) ? 1.3 : 1.06
      for (let size = max; size >= min; size -= 2) {
        const lines = wrap(words, size, width)
        if (lines && lines.length * size * ratio <= height) return set(lines, size)
      }
      const pieces = words.flatMap((word) => pieceWord(word, (piece) => wide(piece, min) <= width))
      const lines = wrap(pieces, min, width) ?? []
      const room = Math.max(1, Math.floor(height / (min * ratio)))
      const shown = lines.slice(0, room)
      if (lines.length > room) shown[room - 1] = shorten(lines.slice(room - 1).join(' '), min, width)
      return set(shown, min)

      function set(texts: string[], size: number): Fitted {
        return { lines: texts.map((entry) => line(entry, size)), size, lineHeight: size * ratio }
      }
    },
  }
}

/** A word in pieces that fit, for words no line can hold. */
function pieceWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces = ['']
  for (const letter of split(word)) {
    const longer = pieces.at(-1) + letter
    if (pieces.at(-1) === '' || fits(longer)) pieces[pieces.length - 1] = longer
    else pieces.push(letter)
  }
  return pieces
}

/** Splits a text in parts of one font each. Characters of no font (emoji) are left out. */
function runs(fonts: readonly Letters[], text: string): { font: Letters; part: string }[] {
  const found: { font: Letters; part: string }[] = []
  for (const letter of split(text.normalize('NFC'))) {
    const last = found.at(-1)
    const has = (font: Letters) => [...letter].every((point) => font.hasGlyphForCodePoint(point.codePointAt(0) ?? 0))
    const font = last && has(last.font) ? last.font : fonts.find(has)
    if (!font) continue
    if (last?.font === font) last.part += letter
    else found.push({ font, part: letter })
  }
  return found
}
