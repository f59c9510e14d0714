/** A text in pieces, those at odd places being the words that were searched, whatever their case. */
export function piecesOf(text: string, words: string): string[] {
  if (words === '') return [text]
  const sought = new RegExp(`(${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')})`, 'giu')
  return text.split(sought)
}

/** Whether the words stand in the text, as `piecesOf` finds them. */
export const holds = (text: string, words: string): boolean => piecesOf(text, words).length > 1
