/**
 * Returns a random text of 32 hexadecimal digits: an idempotency key, or the name of a tab or an upload. Works on plain
 * http too, where browsers lack `crypto.randomUUID`.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
