import { UNSEEN } from './typed-keys.ts'

/**
 * First code points of the scripts of India that write a nasal in several ways: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Telugu,
 * Kannada, Malayalam. Unicode gives each letter the same place in its block.
 */
const SCRIPTS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00]
/** Scripts with digits of their own; Tamil is one of them. */
const DIGIT_SCRIPTS = [...SCRIPTS, 0xb80]
const at = (script: number, place: number) => String.fromCodePoint(script + place)

const TIPPI = '\u0a70'
/** Signs for letters without their vowel, Bengali and Malayalam, and what older texts write: the letter, a halant and a joiner. */
const BARE_LETTERS = { ৎ: 'ত্', ൔ: 'മ്', ൕ: 'യ്', ൖ: 'ഴ്', ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' }
const ONE_SIGN = new Map([
  // A chandrabindu and a tippi are written as an anusvara.
  ...SCRIPTS.map((script): [string, string] => [at(script, 1), at(script, 2)]),
  [TIPPI, '\u0a02'],
  ...Object.entries(BARE_LETTERS),
  ...DIGIT_SCRIPTS.flatMap((script) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [at(script, 0x66 + digit), String(digit)]),
  ),
])
const SIGNS = new RegExp(`[${[...ONE_SIGN.keys()].join('')}]`, 'gu')
/** Accents, and the nukta of each script. */
const MARKS = new RegExp(`[\\u0300-\\u036f${SCRIPTS.map((script) => at(script, 0x3c)).join('')}]`, 'gu')

/** A nasal that is joined to a stop: ङ ञ ण न म, the halant, and क to म. */
const NASALS = SCRIPTS.map((script) => {
  const nasals = [0x19, 0x1e, 0x23, 0x28, 0x2e].map((place) => at(script, place)).join('')
  return {
    joined: new RegExp(`[${nasals}]${at(script, 0x4d)}([${at(script, 0x15)}-${at(script, 0x2e)}])`, 'gu'),
    anusvara: `${at(script, 2)}$1`,
  }
})

/** ASCII text, by far the most, needs nothing but small letters. */
const ASCII = /^[\0-\x7f]*$/

/**
 * Folds what people type to the one spelling by which every search compares: small letters, one width, digits 0 to 9, no accents, nuktas
 * or joiners, and every nasal before a stop as an anusvara. PostgreSQL's `search_fold` does the same.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const plain = text
    .normalize('NFKD')
    .replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SIGNS, (sign) => ONE_SIGN.get(sign) ?? sign)
  return NASALS.reduce((folded, { joined, anusvara }) => folded.replace(joined, anusvara), plain)
}
