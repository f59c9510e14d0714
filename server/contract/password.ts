import { drawText } from './draw-text.ts'

// Letters that look like no digit and like no other of them, and are typed on the first keyboard of a phone.
const CONSONANTS = 'cdfhjkmnprtvw'
const VOWELS = 'aeiou'
const DIGITS = '23456789'
/** On the same keyboard as the digits, and one of the specification's `!@#$%^&*`. */
const SYMBOL = '@'

const WORDS = 3
const SYLLABLES = 3
const DIGITS_AT_END = 7

/**
 * A password that a person can read out and type: three made-up words, `@` and digits, such as `KadifoMuteraVonipe@4927385`. It
 * is as hard to guess as 12 characters of 70 drawn at random (75 bits, those 73).
 */
export function generatePassword(): string {
  return many(WORDS, word) + SYMBOL + drawText(DIGITS, DIGITS_AT_END)
}

function word(): string {
  const letters = many(SYLLABLES, () => drawText(CONSONANTS, 1) + drawText(VOWELS, 1))
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

const many = (count: number, make: () => string) => Array.from({ length: count }, make).join('')
