import type { MediaKind } from './kinds.ts'

/** Bytes and where they stand; all of one row belong to one type. */
const signatures: Partial<Record<MediaKind, (readonly [at: number, bytes: string])[][]>> = {
  image: [
    [[0, 'ffd8ff']],
    [[0, '89504e470d0a1a0a']],
    [[0, '474946383761']],
    [[0, '474946383961']],
    [
      [0, '52494646'],
      [8, '57454250'],
    ],
  ],
  // MP4 and its kin, Matroska, Ogg, AVI, and QuickTime that begins with another box: moov, mdat, wide, free, skip.
  video: [
    [[4, '66747970']],
    [[0, '1a45dfa3']],
    [[0, '4f676753']],
    [
      [0, '52494646'],
      [8, '41564920'],
    ],
    ...['6d6f6f76', '6d646174', '77696465', '66726565', '736b6970'].map((box) => [[4, box] as const]),
  ],
  pdf: [[[0, '255044462d']]],
  archive: [[[0, '504b0304']], [[0, '504b0506']]],
}
/** Bytes that a signature needs. */
export const SIGNATURE_BYTES = 12

/** Returns whether a file that begins so can be of that kind at all: known early, it spares an upload that is refused at its end. */
export function canBegin(kind: MediaKind, beginning: Uint8Array): boolean {
  const hex = Array.from(beginning, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (signatures[kind] ?? [[]]).some((type) => type.every(([at, bytes]) => hex.startsWith(bytes, at * 2)))
}

/** Reads bytes of a file from a place on; fewer at its end. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>

export const CUT_OFF_MESSAGE =
  'This video is cut off: a part of it is missing. Copy or export it again and upload that.'

const MOST_BOXES = 100_000
/** Small boxes share a read. */
const WINDOW_BYTES = 4096

/** Returns whether the boxes of an MP4 end where the file ends, and one of them lists what is in it. Reads the head of each. */
export async function isWholeMp4(read: ReadAt, bytes: number): Promise<boolean> {
  let listed = false
  let at = 0
  let window: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() }
  for (let boxes = 0; at + 8 <= bytes && boxes < MOST_BOXES; boxes += 1) {
    if (Math.min(at + 16, bytes) > window.at + window.bytes.length) window = { at, bytes: await read(at, WINDOW_BYTES) }
    const head = window.bytes.subarray(at - window.at, at - window.at + 16)
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const type = String.fromCharCode(...head.subarray(4, 8))
    listed ||= type === 'moov'
    const short = view.getUint32(0)
    // 0: to the end of the file; 1: the size follows in 8 bytes.
    const size = short === 0 ? bytes - at : short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short
    // Some programs leave what is no box behind the last one.
    if (size < 8) return listed
    at += size
    if (at > bytes) return listed && !['mdat', 'moof', 'moov'].includes(type)
  }
  return listed
}
