import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import { fold } from 'contract/fold'
import { searchWords } from 'contract/search-words'

/** The text of a column in the one spelling that searches compare. */
export const folded = (column: string): string => `search_fold(${column})`

/** Builds a LIKE pattern for folded texts that contain `part` in any spelling. */
export const containingFolded = (part: string): string => containing(fold(part))

/** Builds a LIKE pattern for texts that contain `part`, with `%`, `_` and the escape as literals. */
export function containing(part: string): string {
  return `%${escaped(part)}%`
}

/** Builds a LIKE pattern for the `reverse` of texts that end with `end`. */
export const reverseOfEnd = (end: string): string => `${escaped([...end].toReversed().join(''))}%`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

type Besides = {
  /** A column of digits, which finds a number in any spelling. */
  phone?: string
  /** Conditions with one place for a whole word, such as `order_id = ?`. */
  equal?: readonly string[]
}

/** Builds the condition that each word of a search, in any order and spelling, is in one of the columns. */
export function everyWord(
  q: string,
  columns: readonly string[],
  { phone, equal = [] }: Besides = {},
): [sql: string, bindings: string[]] {
  const words = phone ? phoneWords(q) : searchWords(q)
  const found = words.map((word): [string, string][] => [
    ...columns.map((column): [string, string] => [`${folded(column)} like ?`, containingFolded(word)]),
    ...equal.map((condition): [string, string] => [condition, word]),
    ...(phone && /^\d+$/.test(phoneDigits(word))
      ? [[`${phone} like ?`, containing(phoneKey(word))] as [string, string]]
      : []),
  ])
  const conditions = found.map((any) => `(${any.map(([condition]) => condition).join(' or ')})`)
  return [conditions.join(' and ') || 'true', found.flat().map(([, value]) => value)]
}

const NUMBER_PART = /^[+\d().\p{Pd}]+$/u

/** The words of a search, with a phone number that was typed in groups as one of them. */
export function phoneWords(q: string): string[] {
  const words: string[] = []
  let run: string[] = []
  const close = () => {
    words.push(...(/^\d{10,15}$/.test(phoneDigits(run.join(''))) ? [run.join('')] : run))
    run = []
  }
  for (const word of searchWords(q)) {
    if (NUMBER_PART.test(word)) run.push(word)
    else {
      close()
      words.push(word)
    }
  }
  close()
  return words
}
