import { open } from 'node:fs/promises'
import type { VideoFacts } from './video-probe.ts'

const HEAD_BYTES = 4096
const TAIL_BYTES = 128 * 1024
const IDENTIFICATION = Buffer.from('\x80theora', 'latin1')

/**
 * Sides and length of an Ogg file with Theora, which mediabunny does not read: from the identification header of its
 * stream, and the position that the stream's last page states. Undefined for everything else.
 */
export async function readTheora(path: string): Promise<VideoFacts | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await read(file, 0, Math.min(HEAD_BYTES, size))
    const at = head.toString('latin1', 0, 4) === 'OggS' ? head.indexOf(IDENTIFICATION) : -1
    const page = head.lastIndexOf('OggS', at)
    if (at < 0 || page < 0 || head.length < at + 42) return undefined
    const header = head.subarray(at)
    // Visible sides; frames a second as a fraction; how many bits of a position count from the last key frame.
    const width = header.readUIntBE(14, 3)
    const height = header.readUIntBE(17, 3)
    const [frames, inSeconds] = [header.readUInt32BE(22), header.readUInt32BE(26)]
    const shift = BigInt((header.readUInt16BE(40) >> 5) & 31)
    const tail = await read(file, Math.max(0, size - TAIL_BYTES), Math.min(TAIL_BYTES, size))
    const position = lastPosition(tail, head.readUInt32LE(page + 14))
    const count = position === undefined ? 0n : (position >> shift) + (position & ((1n << shift) - 1n))
    return { width, height, seconds: frames > 0 && count > 0n ? (Number(count) * inSeconds) / frames : null }
  } finally {
    await file.close()
  }
}

/** The granule position of the last page of that stream. */
function lastPosition(tail: Buffer, stream: number): bigint | undefined {
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at > 0 ? tail.lastIndexOf('OggS', at - 1) : -1) {
    if (at + 27 > tail.length || tail.readUInt32LE(at + 14) !== stream) continue
    const position = tail.readBigInt64LE(at + 6)
    if (position >= 0n) return position
  }
  return undefined
}

async function read(file: Awaited<ReturnType<typeof open>>, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}
