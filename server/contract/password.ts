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
 * is as hard to guess as 12 characters of 70 drawn at random (75 bits, those 73). Randomness comes from the platform's
 * cryptographic generator, in the browser and on the server.
 */
export function generatePassword(): string {
  return many(WORDS, word) + SYMBOL + many(DIGITS_AT_END, () => pick(DIGITS))
}

function word(): string {
  const letters = many(SYLLABLES, () => pick(CONSONANTS) + pick(VOWELS))
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

const many = (count: number, make: () => string) => Array.from({ length: count }, make).join('')

function pick(alphabet: string): string {
  return alphabet.charAt(randomBelow(alphabet.length))
}

/** Uniform whole number in [0, limit): values above the largest multiple of `limit` are drawn again. */
function randomBelow(limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit
  const draw = new Uint32Array(1)
  do crypto.getRandomValues(draw)
  while ((draw[0] as number) >= ceiling)
  return (draw[0] as number) % limit
}
