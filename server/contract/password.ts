const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*'
const ALL = UPPER + LOWER + DIGITS + SYMBOLS

/** Passwords made by the program are this long. */
export const GENERATED_PASSWORD_LENGTH = 12

/**
 * A password of 12 characters with at least one upper-case letter, one lower-case letter, one digit and one of
 * `!@#$%^&*`, shuffled. Randomness comes from the platform's cryptographic generator, in the browser and on the server.
 */
export function generatePassword(): string {
  const characters = [UPPER, LOWER, DIGITS, SYMBOLS].map(pick)
  while (characters.length < GENERATED_PASSWORD_LENGTH) characters.push(pick(ALL))
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomBelow(last + 1)
    const kept = characters[last] as string
    characters[last] = characters[other] as string
    characters[other] = kept
  }
  return characters.join('')
}

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
