import type { Readable } from 'node:stream'
import type { Response } from 'express'

/** Names a kept file: both parts stand in its address, `/media/{mediaId}/{name}`. */
export type FileKey = { mediaId: string; name: string }

/** A kept file that is being read. Whoever opens one reads it to its end or destroys it. */
export type OpenedFile = { bytes: number; stream: Readable }

/** Where kept files lie. What is under a key never changes: it is there whole or not at all. */
export type Store = {
  /** Moves a finished file to its place; it is safe there when this resolves. 507 when there is no space. */
  keep(path: string, key: FileKey): Promise<void>
  /** The bytes of a kept file; undefined when there is none. For pictures: all of it is held in memory. */
  read(key: FileKey): Promise<Buffer | undefined>
  open(key: FileKey): Promise<OpenedFile | undefined>
  has(key: FileKey): Promise<boolean>
  /** How long a kept file is; undefined when there is none. */
  bytes(key: FileKey): Promise<number | undefined>
  /** False where a look that costs next to nothing shows that nothing is kept under an id. */
  mayHold(mediaId: string): Promise<boolean>
  /** Names of everything that is kept under an id. */
  names(mediaId: string): Promise<string[]>
  /** Answers a GET or HEAD with the file, whole or one range of it; false when there is no such file. */
  send(res: Response, key: FileKey): Promise<boolean>
  /** Lets `work` read the file on this machine's disk for as long as it takes; where there is none, nothing lies at its path. */
  useLocal<T>(key: FileKey, work: (path: string) => Promise<T>): Promise<T>
  /** Moves everything of a folder to its place under an id. */
  adopt(folder: string, mediaId: string): Promise<void>
  remove(key: FileKey): Promise<void>
  /** Removes everything that is kept under an id. */
  removeAll(mediaId: string): Promise<void>
}

/** One place in which files are kept, which can say what it keeps. */
export type ListedStore = Store & { list(): AsyncGenerator<FileKey> }

/** Bytes of uploads that can be resumed, each named by the upload's id, for all instances. */
export type Incoming = {
  createIncoming(uploadId: string): Promise<void>
  /** How many bytes of it have arrived; undefined when there is none. */
  incomingBytes(uploadId: string): Promise<number | undefined>
  /**
   * Adds what comes, from `offset` on; when the sender goes away, what has arrived stays. ENOENT when there is no such upload, 507 when
   * there is no space.
   */
  appendIncoming(uploadId: string, offset: number, chunks: AsyncIterable<Buffer>): Promise<void>
  /** Lets `work` read all that has arrived, or move it away. */
  useIncoming<T>(uploadId: string, work: (path: string) => Promise<T>): Promise<T>
  removeIncoming(uploadId: string): Promise<void>
}
