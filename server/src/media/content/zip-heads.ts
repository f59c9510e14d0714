import { open } from 'node:fs/promises'
import type { Entry } from 'yauzl'

/** So much is read at once: the heads of many small parts stand in it. */
const WINDOW = 16 * 1024
const HEAD = 30
const SIZES_FOLLOW = 8
const ZIP64 = 0xffffffff
const ZIP64_FIELD = 1

type Read = (from: number, bytes: number) => Promise<Buffer>

/**
 * The first part of a ZIP whose head says another name or other sizes than the listing: some programs go by the one and some by the other, so
 * what was looked at may not be what is unpacked. Heads that leave the sizes to a note behind the part say none.
 */
export async function findTwoSayings(path: string, entries: readonly Entry[]): Promise<Entry | undefined> {
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
    for (const entry of inPlace)
      if ((await saysTwoSizes(entry, read)) || (await saysTwoNames(entry, read))) return entry
    return undefined
  } finally {
    await file.close()
  }
}

async function saysTwoSizes(entry: Entry, read: Read): Promise<boolean> {
  const head = await read(entry.relativeOffsetOfLocalHeader, HEAD)
  if (head.length < HEAD || head.toString('latin1', 0, 4) !== 'PK\x03\x04') return true
  if (head.readUInt16LE(6) & SIZES_FOLLOW) return false
  let [packed, unpacked] = [head.readUInt32LE(18), head.readUInt32LE(22)]
  if (packed === ZIP64 || unpacked === ZIP64) {
    // Too large for the head: in a field behind the name, unpacked first.
    const behind = entry.relativeOffsetOfLocalHeader + HEAD + head.readUInt16LE(26)
    const large = zip64Field(await read(behind, head.readUInt16LE(28)))
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

/** After the sizes: the head is there. */
async function saysTwoNames({ relativeOffsetOfLocalHeader: at, fileNameRaw }: Entry, read: Read): Promise<boolean> {
  const length = (await read(at, HEAD)).readUInt16LE(26)
  return !(await read(at + HEAD, length)).equals(fileNameRaw)
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === ZIP64_FIELD) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return Buffer.alloc(0)
}
