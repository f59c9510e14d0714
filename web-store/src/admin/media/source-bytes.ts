import type { FileSource } from './upload-types.ts'

/** The file on the disk is not the one that was added any more. */
export class FileChangedError extends Error {
  constructor() {
    super('This file was changed or moved after you added it. Please add it again.')
  }
}

/** The bytes from `start` to before `end`; a `FileChangedError` when they cannot be had. */
export async function readBytes(source: FileSource, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await source
    .read(start, end)
    .then(async (read) =>
      read instanceof Uint8Array ? new Uint8Array(read) : new Uint8Array(await read.arrayBuffer()),
    )
    .catch(() => {
      throw new FileChangedError()
    })
  if (bytes.length !== end - start) throw new FileChangedError()
  return bytes
}

const PIECE_BYTES = 4 * 1024 * 1024

/** A hash that takes its bytes bit by bit; what it is given may be taken away (transferred). */
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
