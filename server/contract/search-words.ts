/** Words of a search that count; the rest is ignored. */
const MOST_WORDS = 8

/** Splits a search into its words, in the order they were typed. */
export const searchWords = (q: string): string[] => q.normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)

/** Returns true if each word of the search is in the text, in any order and case. */
export function hasEveryWord(text: string, q: string): boolean {
  const low = text.normalize('NFC').toLowerCase()
  return searchWords(q.toLowerCase()).every((word) => low.includes(word))
}
