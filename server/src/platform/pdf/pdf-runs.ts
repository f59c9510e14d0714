import bidiModule, { type Bidi } from 'bidi-js'
import { type Direction, type Face, faces, type Weight } from './pdf-faces.ts'

/** A part of a text in one face. */
export type Run = { face: Face; text: string }

/** A run of one direction, in its place on the line. */
export type PlacedRun = Run & { direction: Direction }

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/** Splits text where a line may be cut: marks and conjuncts stay with their letter. */
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Spaces, digits, punctuation and marks, which belong to no script. */
const COMMON = /^[\p{Script=Common}\p{Script=Inherited}]+$/u
const JOINERS = /[\u200c\u200d]/u

/** Replaces control characters by spaces, and removes direction marks, which could show another order than the text's. */
const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cf}/gu, (sign) => (JOINERS.test(sign) ? sign : ''))

/** Splits text into runs of one face each. Characters that no face has, such as emoji, are left out. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const grapheme of graphemesOf(cleaned(text))) {
    const found = placeIn(runs.at(-1)?.face, grapheme, weight)
    if (!found) continue
    const last = runs.at(-1)
    if (last?.face === found.face) last.text += found.text
    else runs.push(found)
  }
  return runs
}

/** Finds the face of a letter with its marks: the preceding one where the letter belongs to no script. */
function placeIn(present: Face | undefined, grapheme: string, weight: Weight): Run | undefined {
  const characters = [...grapheme].filter((character) => isPrintable(character, weight) || JOINERS.test(character))
  const visible = characters.filter((character) => !JOINERS.test(character))
  if (visible.length === 0) return undefined
  const stays = present && COMMON.test(visible.join('')) && visible.every(present.draws)
  const all = faces[weight]
  const face = stays
    ? present
    : (all.find((one) => visible.some(one.has) && visible.every(one.draws)) ??
      all.find((one) => one.has(visible[0] ?? '')))
  return face && { face, text: characters.filter(face.draws).join('') }
}

const isPrintable = (character: string, weight: Weight): boolean => faces[weight].some((face) => face.has(character))

/** Returns the text as documents print it: without emoji and letters that no face has. */
export function printed(text: string, weight: Weight): string {
  const runs = runsOf(text, weight)
  return runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Marks of emoji and keycaps. */
const OF_EMOJI = /\p{Variation_Selector}|\u20e3/u

/** Returns the letters and digits that no face has, each once; emoji are none. */
export function unprintableLetters(text: string): string[] {
  const letters = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  return [...new Set(letters)].filter((letter) => !OF_EMOJI.test(letter) && !isPrintable(letter, 'plain'))
}

/** Returns true for text with a part that is written from the right. */
export const isTurned = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

// The module is its factory, which its types call the default export.
const createBidi = bidiModule as unknown as typeof bidiModule.default
let loaded: Bidi | undefined

function bidi(): Bidi {
  const made = loaded ?? createBidi()
  loaded = made
  return made
}

/** A paragraph's direction is that of its first letter; `levels` has one for each character where some are turned. */
export type Directions = { direction: Direction; levels?: Uint8Array }

/** Returns the directions of a whole paragraph: its lines are cut afterwards (Unicode annex 9, 3.4). */
export function directionsOf(paragraph: string): Directions {
  if (!isTurned(paragraph)) return { direction: 'ltr' }
  const { levels, paragraphs } = bidi().getEmbeddingLevels(paragraph)
  return { direction: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr', levels }
}

/**
 * Returns a line's runs from left to right: Urdu is read from the right, and numbers and Latin in it from the left.
 * `levels` are those of the line's characters in its paragraph.
 */
export function placedRuns(line: string, weight: Weight, { levels }: Pick<Directions, 'levels'>): PlacedRun[] {
  const runs = runsOf(line, weight)
  if (!levels) return runs.map((run) => ({ ...run, direction: 'ltr' }))
  const levelled: (Run & { level: number })[] = []
  let at = 0
  for (const { face, text } of runs) {
    for (const character of text) {
      const level = levels[at] ?? 0
      const last = levelled.at(-1)
      if (last?.level === level && last.face === face) last.text += character
      else levelled.push({ face, text: character, level })
      at += character.length
    }
  }
  return reordered(levelled).map(({ level, ...run }) => ({ ...run, direction: level % 2 === 1 ? 'rtl' : 'ltr' }))
}

/** Reverses what is deeper than each level, from the deepest on (Unicode annex 9, rule L2). */
function reordered<Levelled extends { level: number }>(runs: readonly Levelled[]): Levelled[] {
  const order = [...runs]
  for (let level = Math.max(...order.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from
      while ((order[to]?.level ?? 0) >= level) to += 1
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  }
  return order
}
