import type { FileSource } from './upload-types.ts'

/** The file on the disk is not the one that was added any more. */
export class FileChangedError extends Error {
  constructor() {
    super('This file was changed or moved after you added it. Please add it again.')
  }
}

/** The bytes from `start` to before `end`; a `FileChangedError` when they cannot be had. */
export async function readBytes(source: FileSource, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const read = await orChanged(source.read(start, end))
  const bytes = read instanceof Uint8Array ? read : await orChanged(read.arrayBuffer())
  return ofLength(new Uint8Array(bytes), end - start)
}

/**
 * The same to be sent. A part of a file that the browser can read stays unread, so that the page neither holds nor copies it; a file that
 * was changed or moved cannot be read at all, which its first byte shows.
 */
export async function pieceOf(source: FileSource, start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>> {
  const read = await orChanged(source.read(start, end))
  if (read instanceof Uint8Array) return ofLength(new Uint8Array(read), end - start)
  await orChanged(read.slice(0, 1).arrayBuffer())
  if (read.size !== end - start) throw new FileChangedError()
  return read
}

function ofLength<T extends Uint8Array>(bytes: T, length: number): T {
  if (bytes.length !== length) throw new FileChangedError()
  return bytes
}

const orChanged = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch(() => {
    throw new FileChangedError()
  })

const PIECE_BYTES = 4 * 1024 * 1024

/** Hashes bytes bit by bit; its input may be transferred. */
export type Hasher = { update(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>; digest(): Promise<string> }

/** Hashes a file in pieces: never more than one of them is in memory. */
export async function hashSource(
  source: FileSource,
  hasher: Hasher,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  for (let at = 0; at < source.size; ) {
    signal.throwIfAborted()
    const end = Math.min(at + PIECE_BYTES, source.size)
    await hasher.update(await readBytes(source, at, end))
    at = end
    onProgress(at)
  }
  signal.throwIfAborted()
  return hasher.digest()
}
