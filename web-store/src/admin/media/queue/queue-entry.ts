import {
  claimedKind,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  MAX_IMAGE_BYTES,
  type MediaKind,
  typeMessage,
} from 'contract/media/kinds'
import { unknownMessage } from 'contract/media/ways-out'
import { randomKey } from '../../../api/random-key.ts'

import { waitOf } from './back-off.ts'
import { createSpeedMeter, secondsLeft } from './speed-meter.ts'
import type { FileSource, StoredUpload, UploadItem, UploadState } from './upload-types.ts'

/** One file of the queue, as the queue works on it. */
export type Entry = {
  /** Changed in place: whoever works on the file holds it. */
  readonly kept: StoredUpload
  state: UploadState
  source: FileSource | undefined
  sent: number
  resent: number
  encoded: number | undefined
  /** As far as bytes of it have ever gone. */
  furthest: number
  meter: ReturnType<typeof createSpeedMeter>
  /** Ends what is going on with it. */
  running: AbortController | undefined
  attempts: number
  /** Its file was chosen anew and is of another age: whether it is the one whose upload has begun is for its hash to say. */
  unproven: boolean
  /** Set while it waits for its next try. */
  resting: ReturnType<typeof setTimeout> | undefined
  problem: string | undefined
}

const STATES: Record<StoredUpload['state'], UploadState> = {
  open: 'waiting',
  paused: 'paused',
  failed: 'failed',
  duplicate: 'duplicate',
  done: 'done',
}

export function entryOf(stored: StoredUpload, source: FileSource | undefined): Entry {
  const state = STATES[stored.state]
  const settled = state === 'done' || state === 'duplicate'
  return {
    kept: stored,
    state: source || settled || state === 'failed' ? state : 'lost',
    source,
    sent: settled ? stored.size : 0,
    resent: 0,
    encoded: undefined,
    furthest: 0,
    meter: createSpeedMeter(),
    running: undefined,
    attempts: 0,
    unproven: false,
    resting: undefined,
    problem: stored.problem,
  }
}

/** Reduces a state to its stored form: a running upload is simply open. */
export function storedState(state: UploadState): StoredUpload['state'] {
  return state === 'paused' || state === 'failed' || state === 'duplicate' || state === 'done' ? state : 'open'
}

export const isSettled = ({ state }: Pick<Entry, 'state'>): boolean => state === 'done' || state === 'duplicate'
/** Goes on by itself, or is going on. */
export const isOpen = ({ state }: Pick<Entry, 'state'>): boolean =>
  !['done', 'duplicate', 'failed', 'lost', 'paused'].includes(state)
export const isActive = ({ running }: Pick<Entry, 'running'>): boolean => running !== undefined

/** Ends what is going on with it, and the wait for its next try. */
export function endWork(entry: Entry): void {
  entry.running?.abort(new DOMException('ended', 'AbortError'))
  entry.running = undefined
  clearTimeout(entry.resting)
  entry.resting = undefined
}

/** Waits for its next try, the longer the more often it was tried. */
export function rest(entry: Entry, then: () => void): void {
  entry.attempts += 1
  entry.resting = setTimeout(() => {
    entry.resting = undefined
    then()
  }, waitOf(entry.attempts))
}

/** A picture of a kind that browsers do not show; the window knows no type of it. */
const isPicture = ({ name, type }: Pick<FileSource, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.(tiff?|bmp|heic|heif|avif|jxl|ico)$/i.test(name)

/** Returns the kind that a file claims; undefined for one that the library refuses. The server checks the content. */
export const kindOf = (file: { name: string; type: string }): MediaKind | undefined => claimedKind(file)

export function itemOf({ kept, state, sent, resent, encoded, meter, problem }: Entry): UploadItem {
  const { key, name, folder, size, media, part, awaited, sha256 } = kept
  const speed = state === 'uploading' ? meter.speed() : 0
  return {
    key,
    name,
    folder,
    size,
    state,
    sent,
    resent,
    encoded,
    speed,
    problem,
    media,
    part,
    awaited,
    sha256,
    kind: kindOf(kept),
    secondsLeft: secondsLeft(size - sent, speed),
  }
}

/** Returns true if it is the same file, as far as its facts show without its bytes. */
export function isSame(a: Pick<StoredUpload, 'name' | 'folder' | 'size' | 'modified_at'>, b: FileSource): boolean {
  // Unpacked files share one age, and a folder for each week the same names.
  const place = a.name === b.name && a.folder === (b.folder ?? '')
  return place && a.size === b.size && a.modified_at === b.modified_at
}

/** Returns true if it may be that file, chosen anew after a restart: a copy of it has another age. */
const mayBe = (a: Pick<StoredUpload, 'name' | 'size'>, b: FileSource): boolean => a.name === b.name && a.size === b.size

/** The upload that a file which is added belongs to: itself, or one that waits for its file to be chosen again. */
export function knownFor(entries: readonly Entry[], source: FileSource): Entry | undefined {
  const open = entries.filter((entry) => !isSettled(entry))
  const same = open.find(({ kept }) => isSame(kept, source))
  return same ?? open.find(({ state, kept }) => state === 'lost' && mayBe(kept, source))
}

/** Goes on with a file that was chosen again. */
export function giveFile(entry: Entry, source: FileSource): void {
  entry.unproven = !isSame(entry.kept, source)
  entry.source = source
  entry.kept.kept = source.kept
}

export function newUpload({ name, size, type, modified_at, folder = '', kept, part }: FileSource): StoredUpload {
  return {
    key: randomKey(),
    name,
    folder,
    size,
    type,
    modified_at,
    added_at: Date.now(),
    state: 'open' as const,
    upload_url: undefined,
    sha256: undefined,
    forced: false,
    awaited: undefined,
    problem: undefined,
    media: undefined,
    kept,
    part,
  }
}

/** Returns the reason why a file is refused before it is sent. */
export function refusalOf(source: FileSource): string | undefined {
  const kind = kindOf(source)
  if (!kind) return isPicture(source) ? IMAGE_TYPE_MESSAGE : unknownMessage(source)
  if (source.size === 0) return typeMessage(kind)
  return kind === 'image' && source.size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : undefined
}
