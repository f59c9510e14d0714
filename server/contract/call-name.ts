/** Titles in front of a name, without their stop: nobody is called by them alone. */
const TITLES = new Set(
  [
    'dr prof professor er engr ar ca cs cma adv advocate',
    'mr mrs ms miss mx master shri shree sri sree smt shrimati srimati kum sushri thiru tmt',
    'md mohd mohmd muhd sk capt col maj gen lt rev fr sr pt pandit hon',
    'डॉ डॉक्टर प्रो प्रा ॲड अॅड एड श्री श्रीमती सौ कु कुमारी सुश्री श्रीमान मो मोहं',
  ].flatMap((line) => line.split(' ')),
)

/** Degrees behind a name, as in `Asha Rao, MBA`. */
const DEGREES = /^(?:[A-Z\s.&]{2,8}|[Pp]h\.?\s?[Dd]\.?|[Jj]r\.?|[BM]\.?(?:Tech|Com|Ed|Sc)\.?)$/

/** A word that may stand as a name: letters with their marks, no address, number or emoji. */
const WORD = /^(?:[\p{L}\p{M}'’-]|\u200c|\u200d){1,30}$/u
/** Part of an address, of which no piece is a name. */
const ADDRESS = /[/@:\\]/
/** Firefox has it from 125 on. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('hi', { granularity: 'grapheme' }) : undefined
const lettersOf = (word: string): number =>
  graphemes ? [...graphemes.segment(word)].length : word.replace(/\p{M}|\u200c|\u200d/gu, '').length

type Named = { name?: string | null | undefined; email?: string | null | undefined }

/**
 * Returns the name to call a person by: the first word that is neither a title nor initials. Null without one, and for
 * the start of an email, which accounts without a name have.
 */
export const callName = (person: Named): string | null => nameParts(person).first

/** Returns a person's first and last name, as far as they can be recognised: `Rao, Asha` is Asha Rao. */
export function nameParts({ name, email }: Named): { first: string | null; last: string | null } {
  const whole = (name ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}]/gu, ' ')
    .trim()
  if (whole === '' || whole === email?.split('@', 1)[0]) return { first: null, last: null }
  const [before = '', ...after] = whole.split(/,+/)
  const behind = after.join(' ').trim()
  if (behind === '' || DEGREES.test(behind)) return partsOf(usableWords(before))
  const [first] = usableWords(behind)
  if (!first) return partsOf(usableWords(before))
  return { first, last: usableWords(before).at(-1) ?? null }
}

const partsOf = ([first, ...rest]: string[]) => ({ first: first ?? null, last: rest.at(-1) ?? null })

function usableWords(text: string): string[] {
  const isMixed = text !== text.toUpperCase()
  const words = text
    .split(/\s+/)
    .filter((word) => !ADDRESS.test(word))
    .flatMap((word) => word.split('.'))
  return words.filter((word) => WORD.test(word) && !TITLES.has(word.toLowerCase()) && !areInitials(word, isMixed))
}

/** Returns true for `S`, `श` and `RK`: one letter, or a few capitals beside a name that is not all in capitals. */
function areInitials(word: string, isMixed: boolean): boolean {
  if (!/\p{L}/u.test(word) || lettersOf(word) === 1) return true
  if (!/^\p{Lu}{2,3}$/u.test(word)) return false
  return isMixed || !/[AEIOUY]/.test(word)
}
