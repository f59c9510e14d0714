import { type FileHandle, open } from 'node:fs/promises'
import type { ErrorText, ExtraOf } from 'contract/errors'
import { fill, type Values } from 'contract/fill'

/** Refuses a file of the correct kind: 422, with the reason. */
export class Refusal extends Error {
  /** Translates the reason. */
  readonly data?: { template: ErrorText; values: Values }

  constructor(template: ErrorText, values?: Values) {
    super(fill(template, values))
    if (values) this.data = { template, values }
  }
}
export const refused = <Text extends ErrorText>(text: Text, ...[extra]: ExtraOf<Text>) =>
  new Refusal(text, extra?.values as Values | undefined)

/** Reads at most `length` bytes from `start` on. */
export async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  return withFile(path, (file) => readAt(file, start, length))
}

/** Reads the last bytes of a file, at most `length`. */
export async function readEnd(path: string, length: number): Promise<Buffer> {
  return withFile(path, async (file) => {
    const { size } = await file.stat()
    return readAt(file, Math.max(0, size - length), length)
  })
}

/**
 * Calls `look` with each piece of the file in turn; a piece begins with the last `overlap` bytes of the one before, so
 * that nothing is cut in two. Holds one piece in memory.
 */
export async function eachPiece(
  path: string,
  { piece, overlap }: { piece: number; overlap: number },
  look: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
  await withFile(path, async (file) => {
    for (let at = 0; ; at += piece - overlap) {
      const bytes = await readAt(file, at, piece)
      await look(bytes)
      if (bytes.length < piece) return
    }
  })
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, start + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}

/** The end-of-archive record with the longest comment. */
const ZIP_END_BYTES = 22 + 0xffff
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')

/** Throws 422 for a file of another kind that ZIP readers accept: the same bytes must not be two things. */
export async function refuseZipBehind(path: string): Promise<void> {
  const end = await readEnd(path, ZIP_END_BYTES)
  for (let at = end.lastIndexOf(ZIP_END); at >= 0; at = at > 0 ? end.lastIndexOf(ZIP_END, at - 1) : -1) {
    if (at + 22 <= end.length && at + 22 + end.readUInt16LE(at + 20) === end.length) {
      throw refused('This file is a ZIP archive as well. Upload the archive by itself.')
    }
  }
}
