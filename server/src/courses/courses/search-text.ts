import { fold } from 'contract/fold'
import { distance } from 'fastest-levenshtein'
import { consonants, fillers, sameWords, vowelSigns, vowels } from './search-words.ts'

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns false for a text with a sign in it, or an empty one. */
export const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

const groups = new Map<string, readonly string[]>()
for (const group of sameWords) {
  const words = group.map(fold)
  for (const word of words) groups.set(word, words)
}

/** Returns synonyms; for `reels` also those of `reel`. */
export function sameAs(word: string): readonly string[] {
  return groups.get(word) ?? groups.get(word.replace(/s$/, '')) ?? []
}

const filler = new Set(fillers.map(fold))

/** Returns true for a word without meaning in a search, as `kaise` in `paise kaise kamaye`. */
export const isFiller = (word: string): boolean => filler.has(word)

/** Transliterates a Hindi word to Latin letters; returns others unchanged. */
function inLatin(word: string): string {
  const letters = [...word]
  return letters
    .map((letter, index) => {
      const next = letters[index + 1]
      const consonant = consonants[letter]
      // No `a` sounds at the end of a word, nor before a sign.
      if (consonant !== undefined) return consonant + (next === undefined || next in vowelSigns ? '' : 'a')
      if (letter === 'ं') return 'n'
      return vowels[letter] ?? vowelSigns[letter] ?? letter
    })
    .join('')
}

/** Approximates a word's sound: `Seekho`, `sikho` and `सीखो` are one, `café` and `cafe` are. */
export function sound(word: string): string {
  return inLatin(word)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ph/g, 'f')
    .replace(/c(?!h)|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/(.)\1+/g, '$1')
}

/** Returns the letters that may differ in a word of this length. */
const leeway = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Returns the beginnings of a text, for buyers who are still typing; short words have too many matches. */
const beginnings = (text: string, length: number) =>
  length < 5 ? [] : [length, length + 1].filter((end) => end < text.length).map((end) => text.slice(0, end))

/** Finds the words of `known` (word → sound) nearest to `word` in spelling or sound; none that is far. */
export function nearest(word: string, known: ReadonlyMap<string, string>): string[] {
  const received = sound(word)
  const most = leeway(received.length)
  let best = most
  let found: string[] = []
  for (const [candidate, sounds] of known) {
    if (sounds.length < received.length - most) continue
    const apart = Math.min(...[sounds, ...beginnings(sounds, received.length)].map((text) => distance(received, text)))
    if (apart > best) continue
    if (apart < best) found = []
    best = apart
    found.push(candidate)
  }
  return found
}

/** Splits a sound into runs of three letters; its beginning counts twice, as in PostgreSQL's `pg_trgm`. */
export const trigramsOf = (received: string): Set<string> =>
  new Set(Array.from({ length: received.length + 1 }, (_, at) => `  ${received} `.slice(at, at + 3)))

/** All words of the synonym table. */
export const knownWords: readonly string[] = [...groups.keys()]
