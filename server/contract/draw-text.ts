/** Without 0 O, 1 I L: codes are read aloud, typed in and printed. */
const CLEAR_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code of `length` clear letters, 5 bits each. */
export const clearCode = (length: number): string => drawText(CLEAR_LETTERS, length)

/** `length` characters of `alphabet`, each drawn by the platform's cryptographic generator, in the browser and on the server. */
export function drawText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join('')
}

/** Uniform whole number in [0, limit): values above the largest multiple of `limit` are drawn again. */
function randomBelow(limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit
  const draw = new Uint32Array(1)
  do crypto.getRandomValues(draw)
  while ((draw[0] as number) >= ceiling)
  return (draw[0] as number) % limit
}
