import { gzipSync } from 'node:zlib'

/** The minimum of Bitstring Status List v1.0: a place reveals nobody among so many. */
export const LIST_BITS = 131_072

/**
 * Encodes the list as `encodedList`: bits from the left of each byte, compressed by GZIP, in base64url, with
 * multibase's `u` before it.
 */
export function encodeList(places: readonly number[]): string {
  const bits = Buffer.alloc(LIST_BITS / 8)
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7))
  return `u${gzipSync(bits).toString('base64url')}`
}
