import { open } from 'node:fs/promises'
import type { Entry } from 'yauzl'

/** Bytes per read: they hold the heads of many small parts. */
const WINDOW = 16 * 1024
const HEAD = 30
const HEAD_SIGN = Buffer.from('PK\x03\x04', 'latin1')
const SIZES_FOLLOW = 8
const ZIP64 = 0xffffffff
const ZIP64_FIELD = 1
const UNICODE_PATH = 0x7075

type Read = (from: number, bytes: number) => Promise<Buffer>
type Head = { head: Buffer; name: Buffer; extra: Buffer; dataAt: number }

/** A difference between a part's own head and the ZIP's listing. */
export type Contradiction = { entry: Entry; kind: 'two_sayings' | 'overlap' | 'unlisted' }

/**
 * Finds the first contradictory part of a ZIP: its head has another name or size than the listing, it overlaps the part
 * before, or an unlisted part follows. Programs trust either heads or listing, which ends at `listingAt`, so the
 * checked content may not be the unpacked one. Heads that leave the sizes to a later descriptor have none.
 */
export async function findContradiction(
  path: string,
  entries: readonly Entry[],
  listingAt: number,
): Promise<Contradiction | undefined> {
  const file = await open(path)
  try {
    let [start, held] = [0, Buffer.alloc(0)]
    const read: Read = async (from, bytes) => {
      if (from < start || from + bytes > start + held.length) {
        const window = Buffer.alloc(Math.max(bytes, WINDOW))
        const { bytesRead } = await file.read(window, 0, window.length, from)
        ;[start, held] = [from, window.subarray(0, bytesRead)]
      }
      return held.subarray(from - start, from - start + bytes)
    }
    const inPlace = entries.toSorted(
      (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
    )
    for (const [index, entry] of inPlace.entries()) {
      const head = await readHead(entry, read)
      if (!head || declaresTwoSizes(entry, head) || declaresTwoNames(entry, head)) return { entry, kind: 'two_sayings' }
      const end = head.dataAt + entry.compressedSize
      const next = inPlace[index + 1]?.relativeOffsetOfLocalHeader ?? listingAt
      if (next < end) return { entry, kind: 'overlap' }
      if (await holdsHead(end, next, read)) return { entry, kind: 'unlisted' }
    }
    return undefined
  } finally {
    await file.close()
  }
}

async function readHead({ relativeOffsetOfLocalHeader: at }: Entry, read: Read): Promise<Head | undefined> {
  const head = await read(at, HEAD)
  if (head.length < HEAD || !head.subarray(0, 4).equals(HEAD_SIGN)) return undefined
  const [nameBytes, extraBytes] = [head.readUInt16LE(26), head.readUInt16LE(28)]
  const behind = await read(at + HEAD, nameBytes + extraBytes)
  const dataAt = at + HEAD + nameBytes + extraBytes
  return { head, name: behind.subarray(0, nameBytes), extra: behind.subarray(nameBytes), dataAt }
}

function declaresTwoSizes(entry: Entry, { head, extra }: Head): boolean {
  if (head.readUInt16LE(6) & SIZES_FOLLOW) return false
  let [packed, unpacked] = [head.readUInt32LE(18), head.readUInt32LE(22)]
  if (packed === ZIP64 || unpacked === ZIP64) {
    // Too large for the head: in a field after the name, unpacked first.
    const large = fieldOf(extra, ZIP64_FIELD) ?? Buffer.alloc(0)
    let at = 0
    const sizeOf = (small: number) => {
      if (small !== ZIP64 || at + 8 > large.length) return small
      at += 8
      return Number(large.readBigUInt64LE(at - 8))
    }
    unpacked = sizeOf(unpacked)
    packed = sizeOf(packed)
  }
  return packed !== entry.compressedSize || unpacked !== entry.uncompressedSize
}

/** Compares names, including a second one in Unicode that only the head has. */
function declaresTwoNames({ fileNameRaw, extraFields }: Entry, { name, extra }: Head): boolean {
  const second = fieldOf(extra, UNICODE_PATH)
  const listed = extraFields.find(({ id }) => id === UNICODE_PATH)?.data
  return !name.equals(fileNameRaw) || (second !== undefined && !(listed && second.equals(listed)))
}

function fieldOf(extra: Buffer, id: number): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return undefined
}

/** Searches for a part's head between two places, where at most the previous part's sizes belong. */
async function holdsHead(from: number, to: number, read: Read): Promise<boolean> {
  for (let at = from; at < to; at += WINDOW) {
    const piece = await read(at, Math.min(WINDOW + HEAD_SIGN.length - 1, to - at))
    if (piece.includes(HEAD_SIGN)) return true
  }
  return false
}
