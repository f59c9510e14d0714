import { fold } from './fold.ts'

/** Words of a search that count; the rest is ignored. */
const MOST_WORDS = 8

/** Splits a search into its words, in the order they were typed. */
export const searchWords = (q: string): string[] => q.normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)

/** Returns true if each word of the search is in the text, in any order and spelling. */
export function hasEveryWord(text: string, q: string): boolean {
  const folded = fold(text)
  return searchWords(q).every((word) => folded.includes(fold(word)))
}
