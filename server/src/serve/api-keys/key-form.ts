import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { drawText } from 'contract/draw-text'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'shk_live_'
const RANDOM = 30
const CHECK = 6

const KEY = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM}})([0-9A-Za-z]{${CHECK}})$`)

/** A text with a key somewhere in it. */
const HELD = /shk_live_[0-9A-Za-z]{36}/

/** Draws a key: 30 random letters or digits, and 6 that check them, so that a mistyped or invented key needs no look-up. */
export function drawKey(): string {
  const random = drawText(BASE62, RANDOM)
  return `${PREFIX}${random}${checkOf(random)}`
}

/** Returns true for a key whose check value is right; it may be unknown all the same. */
export function isWellFormed(key: string): boolean {
  const [, random, check] = KEY.exec(key) ?? []
  return random !== undefined && check === checkOf(random)
}

/** Hashes a key for storage and look-up. It is random over 178 bits, so that a fast hash is enough. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The letters by which a list shows the key. */
export const startOf = (key: string): string => key.slice(0, PREFIX.length + 4)

/** Returns true for an address that carries a key: addresses are logged, stored and passed on. */
export function holdsKey(address: string): boolean {
  if (HELD.test(address)) return true
  try {
    return address.includes('%') && HELD.test(decodeURIComponent(address))
  } catch {
    return false
  }
}

/** The CRC32 of a text in base62, of 6 places. */
function checkOf(text: string): string {
  let [rest, digits] = [crc32(text), '']
  for (let place = 0; place < CHECK; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
