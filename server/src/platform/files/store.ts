import type { Readable } from 'node:stream'
import type { Response } from 'express'

/** Names a stored file; its address is `/media/{mediaId}/{name}`. */
export type FileKey = { mediaId: string; name: string }

/** An open stored file. The opener reads it to its end or destroys it. */
export type OpenedFile = { bytes: number; stream: Readable }

/** Stores files. The content of a key never changes: it exists whole or not at all. */
export type Store = {
  /** Moves a finished file to its place; durable when this resolves. 507 on a full disk. */
  keep(path: string, key: FileKey): Promise<void>
  /** Reads a stored file into memory; undefined when absent. For images. */
  read(key: FileKey): Promise<Buffer | undefined>
  open(key: FileKey): Promise<OpenedFile | undefined>
  has(key: FileKey): Promise<boolean>
  /** Returns a stored file's length; undefined when absent. */
  bytes(key: FileKey): Promise<number | undefined>
  /** Returns false where a cheap look shows that an id has no files. */
  mayHold(mediaId: string): Promise<boolean>
  /** Lists the file names of an id. */
  names(mediaId: string): Promise<string[]>
  /** Sends the file for GET or HEAD, whole or one range; returns false when absent. */
  send(res: Response, key: FileKey): Promise<boolean>
  /** Provides the file on the local disk while `work` runs; an absent file has an empty path. */
  useLocal<T>(key: FileKey, work: (path: string) => Promise<T>): Promise<T>
  /** Moves all files of a folder to an id. */
  adopt(folder: string, mediaId: string): Promise<void>
  remove(key: FileKey): Promise<void>
  /** Removes all files of an id. */
  removeAll(mediaId: string): Promise<void>
}

/** A store that can list its files. */
export type ListedStore = Store & { list(): AsyncGenerator<FileKey> }

/** Bytes of resumable uploads by the upload's id, shared by all instances. */
export type Incoming = {
  createIncoming(uploadId: string): Promise<void>
  /** Counts the arrived bytes; undefined without an upload. */
  incomingBytes(uploadId: string): Promise<number | undefined>
  /**
   * Appends chunks at `offset`; arrived bytes survive the sender's loss. ENOENT without an upload, 507 on a full disk.
   */
  appendIncoming(uploadId: string, offset: number, chunks: AsyncIterable<Buffer>): Promise<void>
  /** Lets `work` read all arrived bytes, or move them away. */
  useIncoming<T>(uploadId: string, work: (path: string) => Promise<T>): Promise<T>
  removeIncoming(uploadId: string): Promise<void>
}
