import { inflateSync } from 'node:zlib'

const WOFF = 0x774f4646
const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * Unpacks a WOFF font (version 1): fontkit would unpack a whole table for each glyph. Tables preserve
 * order and checksums (https://www.w3.org/TR/WOFF/). Throws for any other file.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < HEADER || woff.readUInt32BE(0) !== WOFF) throw new Error('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  const steps = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * 2 ** steps, 6)
  head.writeUInt16BE(steps, 8)
  head.writeUInt16BE(16 * (count - 2 ** steps), 10)
  const parts: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER + index * ENTRY
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    if (table.length !== length) throw new Error('A table of the WOFF file is not of its length')
    const at = SFNT_HEADER + index * SFNT_ENTRY
    woff.copy(head, at, entry, entry + 4)
    woff.copy(head, at + 4, entry + 16, entry + ENTRY)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(length, at + 12)
    const padding = Buffer.alloc(-length & 3)
    parts.push(table, padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}
