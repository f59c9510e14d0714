import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files to upload, made on the spot: valid ones and hostile ones. */

const PNG_HEAD = 8

/** Creates an image of noise, so that compression does not shrink it. */
export async function picture(format: 'jpeg' | 'png' | 'webp' | 'gif', { width = 60, height = 40 } = {}) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const create = { width, height, channels: 3 as const, background: '#808080', noise }
  return sharp({ create }).toFormat(format).toBuffer()
}

/** Returns the PNG with one more chunk right after its header. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const ihdrEnd = PNG_HEAD + 25
  return Buffer.concat([png.subarray(0, ihdrEnd), chunk(type, data), png.subarray(ihdrEnd)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Returns a PNG padded by a private chunk to exactly `bytes` bytes. */
export async function pngOfSize(bytes: number): Promise<Buffer> {
  const png = await picture('png')
  return withChunk(png, 'prVt', Buffer.alloc(bytes - png.length - 12, 0x20))
}

/** Returns a small PNG whose profile and text unpack to `megabytes` each. */
export async function bombPng(megabytes: number): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024))
  const named = Buffer.concat([Buffer.from('x\0\0', 'latin1'), packed])
  return withChunk(withChunk(await picture('png'), 'zTXt', named), 'iCCP', named)
}

/** Returns an animation of `frames` images of `side` × `side` pixels, in two alternating colours. */
export function gifOfFrames(frames: number, side = 1): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16LE(side)
  const screen = Buffer.concat([size, size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1')
  const frame = (index: number) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 4, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
      size,
      size,
      Buffer.from([0]),
      pixels(side * side, index % 2),
    ])
  const all = Array.from({ length: frames }, (_, index) => frame(index))
  return Buffer.concat([Buffer.from('GIF89a'), screen, loop, ...all, Buffer.from([0x3b])])
}

/** Encodes every pixel after a clear code, so that the codes never grow: long, but valid. */
function pixels(count: number, colour: number): Buffer {
  const bits: number[] = []
  const push = (code: number) => bits.push(code & 1, (code >> 1) & 1, (code >> 2) & 1)
  for (let n = 0; n < count; n += 1) {
    push(4)
    push(colour)
  }
  push(5)
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    bytes.push(bits.slice(at, at + 8).reduce((byte, bit, index) => byte | (bit << index), 0))
  }
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return Buffer.from([2, ...blocks, 0])
}

/** Returns the start of a video of each accepted kind, followed by `bytes` of filling. */
export function video(kind: 'mp4' | 'webm' | 'ogg', bytes = 1000): Buffer {
  const filling = Buffer.from('\0\0\0\0mdat', 'latin1')
  filling.writeUInt32BE(8 + bytes)
  const heads = {
    mp4: Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x08moov', 'latin1'), filling]),
    webm: Buffer.from('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm', 'latin1'),
    ogg: Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e\x80theora`, 'latin1'),
  }
  return Buffer.concat([heads[kind], Buffer.alloc(bytes, 7)])
}
