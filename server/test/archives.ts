import { crc32, deflateRawSync } from 'node:zlib'

/** ZIPs made by hand, including invalid ones. */
export type Part = {
  name: string
  data?: Buffer | string
  /** Stored uncompressed, like the type entry of an OpenDocument. */
  stored?: boolean
  /** A false size in the central directory. */
  unpacked?: number
  packed?: number
  offset?: number
  /** Values of the local header that differ from the central directory. */
  head?: { packed?: number; unpacked?: number; name?: string; unicodeName?: string }
  /** The name in the Unicode path field (0x7075), beside the ordinary one. */
  unicodeName?: string
  /** Between the other entries, but not in the central directory. */
  unlisted?: boolean
  /** Unix file type and permissions. */
  mode?: number
}

type Extras = { before?: Buffer; comment?: Buffer; entries?: number; repeat?: number }

export function zipOf(parts: readonly Part[], { before, comment, entries, repeat = 1 }: Extras = {}): Buffer {
  const files: Buffer[] = before ? [before] : []
  const listing: Buffer[] = []
  let at = before?.length ?? 0
  for (const part of parts) {
    const data = Buffer.from(part.data ?? '')
    const body = part.stored ? data : deflateRawSync(data)
    const name = Buffer.from(part.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(part.stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(part.packed ?? body.length, 14)
    common.writeUInt32LE(part.unpacked ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const head = Buffer.from(common)
    head.writeUInt32LE(part.head?.packed ?? common.readUInt32LE(14), 14)
    head.writeUInt32LE(part.head?.unpacked ?? common.readUInt32LE(18), 18)
    const headName = Buffer.from(part.head?.name ?? part.name)
    head.writeUInt16LE(headName.length, 22)
    const headExtra = part.head?.unicodeName === undefined ? Buffer.alloc(0) : unicodePath(name, part.head.unicodeName)
    head.writeUInt16LE(headExtra.length, 24)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), head, headName, headExtra, body)
    const extra = part.unicodeName === undefined ? Buffer.alloc(0) : unicodePath(name, part.unicodeName)
    common.writeUInt16LE(extra.length, 24)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(((part.mode ?? 0) << 16) >>> 0, 6)
    more.writeUInt32LE(part.offset ?? at, 10)
    const made = Buffer.from([20, 3])
    const row = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, more, name, extra])
    for (let times = 0; times < (part.unlisted ? 0 : repeat); times += 1) listing.push(row)
    at += 30 + headName.length + headExtra.length + body.length
  }
  const central = Buffer.concat(listing)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  const count = Math.min(entries ?? listing.length, 0xffff)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...files, central, end, comment ?? Buffer.alloc(0)])
}

function unicodePath(name: Buffer, unicode: string): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + Buffer.byteLength(unicode), 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(name), 5)
  return Buffer.concat([field, Buffer.from(unicode)])
}

const TYPES = (more = '') =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${more}</Types>`

/** Builds an Office document around its main part. */
export const ooxml = (part: string, more: readonly Part[] = [], types = TYPES()) =>
  zipOf([{ name: '[Content_Types].xml', data: types }, { name: part, data: '<w/>' }, ...more])

export const openDocument = (type: string, more: readonly Part[] = []) =>
  zipOf([
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${type}`, stored: true },
    { name: 'content.xml', data: '<a/>' },
    ...more,
  ])

/** Builds a PDF of one empty page, with further objects. */
export function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const base = [
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n',
  ]
  const end = 'trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'
  return Buffer.concat(
    [...base, ...objects, end].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
}

/** Builds a stream of compressed objects. */
export const objectStream = (packed: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`9 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])

export function photoshop(): Buffer {
  const head = Buffer.alloc(40)
  head.write('8BPS', 'latin1')
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(3, 12)
  head.writeUInt32BE(10, 14)
  head.writeUInt32BE(10, 18)
  head.writeUInt16BE(8, 22)
  head.writeUInt16BE(3, 24)
  return head
}

/** Builds a second of silence. */
export function wav(): Buffer {
  const bytes = 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes, 128)])
}

/** Builds silent MP3 frames. */
export function mp3(): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000, 0)
  return Buffer.concat(Array.from({ length: 20 }, () => frame))
}
