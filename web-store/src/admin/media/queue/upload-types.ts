import type { MediaKind } from 'contract/media/kinds'
import type { OwnRows } from './own-rows.ts'

/** A quality or picture of the set of a video that is in the library: it does not become a file of its own. `loudness` in LUFS, of the sound alone. */
export type SetPart = { set_of: string; rung: string; loudness?: number }

/** A file to upload, wherever its bytes are: in a browser, behind the desktop's shell, on a disk. */
export type FileSource = {
  name: string
  /** Bytes. */
  size: number
  /** Media type by its name; may be empty. */
  type: string
  /** Milliseconds since 1970. */
  modified_at: number
  /** Folder below the one that was picked, with `/` at the end. */
  folder?: string
  /** The bytes from `start` to before `end`. Rejects when the file has gone or changed. */
  read(start: number, end: number): Promise<Blob | Uint8Array>
  /** The key with which the host finds the file after a restart; must survive a structured clone. */
  kept?: unknown
  part?: SetPart
}

export type UploadState =
  /** It waits for its turn. */
  | 'waiting'
  /** It is hashed, and looked for in the library. */
  | 'checking'
  /** This machine makes an MP4 of it, which is uploaded in its place. */
  | 'encoding'
  | 'uploading'
  /** All bytes are there; the server looks at the file. */
  | 'finishing'
  /** The server makes an MP4 of it, whether this window is open or not. */
  | 'converting'
  | 'paused'
  /** The server or the network is away; it goes on by itself. */
  | 'retrying'
  /** After a restart: it goes on once the file is chosen again. */
  | 'lost'
  /** The library has it already. */
  | 'duplicate'
  | 'failed'
  | 'done'

/** Goes on by itself: neither settled, nor waiting for somebody. */
export const isUnderWay = ({ state }: { state: UploadState }): boolean =>
  ['waiting', 'checking', 'encoding', 'uploading', 'finishing', 'converting', 'retrying'].includes(state)

/** The taker of an arrived file: a lesson, or a form of something else. */
export type WaitsFor = 'lesson' | 'form'

export type StoredMedia = { media_id: string; url: string; name: string; folder?: string }

/** The record of an upload that outlives a restart. */
export type StoredUpload = {
  key: string
  name: string
  folder: string
  size: number
  type: string
  modified_at: number
  added_at: number
  state: 'open' | 'paused' | 'failed' | 'duplicate' | 'done'
  upload_url?: string | undefined
  /** SHA-256 of the file in hex, once that is known. */
  sha256?: string | undefined
  /** Upload it although the library has it. */
  forced: boolean
  /** Its taker, which may open again later: the file stays in the list until then. */
  awaited?: WaitsFor | undefined
  /** The reason of a pause or failure. */
  problem?: string | undefined
  /** The file in the library: a new one, or an existing one with the same bytes. */
  media?: StoredMedia | undefined
  kept: unknown
  part?: SetPart | undefined
}

type Shown = 'key' | 'name' | 'folder' | 'size' | 'problem' | 'media' | 'part' | 'awaited' | 'sha256'

export type UploadItem = Pick<StoredUpload, Shown> & {
  kind: MediaKind | undefined
  state: UploadState
  /** Bytes that have gone out, of those that arrived or may arrive. */
  sent: number
  /** The part of it that is an MP4 by now, 0 to 1; undefined unless this machine makes one. */
  encoded: number | undefined
  /** Bytes that went out a second time, after an interruption. */
  resent: number
  /** Bytes a second; 0 while nothing is known. */
  speed: number
  secondsLeft: number | undefined
}

export type QueueView = {
  items: readonly UploadItem[]
  total: {
    count: number
    /** Settled well: uploaded, or there already. */
    done: number
    failed: number
    /** Not settled, be they paused or not. */
    open: number
    bytes: number
    sent: number
    speed: number
    secondsLeft: number | undefined
  }
  /** All of it was paused by hand. */
  paused: boolean
  online: boolean
}

export type UploadStatus = {
  status: 'receiving' | 'finished' | 'refused'
  converting?: boolean
  media_id: string | null
  url: string | null
  detail: string | null
}

/** The surroundings of the queue. */
export type QueueHost = {
  /** The address that creates uploads. */
  endpoint: string
  authorization(): string | undefined
  /** The session has ended; true once there is another one. */
  signedOut(): Promise<boolean>
  /** The file of the library that was sent with these bytes. */
  findByHash(sha256: string): Promise<StoredMedia | undefined>
  /** Puts a file of the library that lies in no folder into one. */
  putInFolder?(media_id: string, folder: string): Promise<unknown>
  /** Reads the state of an upload; undefined if the server does not know it. */
  statusOf(uploadId: string): Promise<UploadStatus | undefined>
  /** Has the shop make a complete upload what it is a part of; a `SendError` when it is refused. */
  takePart?(part: SetPart, uploadId: string): Promise<void>
  /** SHA-256 in hex; undefined where it cannot be made. */
  hash(source: FileSource, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<string | undefined>
  /**
   * Makes an MP4 of a video that the shop could only refuse; undefined for every other file. A `SendError` says what to do if this machine cannot.
   */
  toMp4?(
    source: FileSource,
    key: string,
    signal: AbortSignal,
    onPart: (part: number) => void,
  ): Promise<FileSource | undefined>
  /** Finds the file of a key; undefined if that takes the admin. `ask` may open a prompt of the browser. */
  findAgain(stored: unknown, request: boolean): Promise<FileSource | undefined>
  /** Releases files that `findAgain` no longer needs. */
  forget(stored: readonly unknown[]): void
  store: OwnRows<StoredUpload>
  isOnline(): boolean
  /** Calls `listener` when the network changes; returns a function that stops this. */
  watchOnline(listener: () => void): () => void
}
