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
import { createRest } from './rest.ts'
import { createSpeedMeter, secondsLeft } from './speed-meter.ts'
import type { FileSource, QueueView, StoredUpload, UploadItem, UploadState } from './upload-types.ts'

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
  /** Between two tries. */
  rest: ReturnType<typeof createRest>
  /** Its file was chosen anew and is of another age: whether it is the one whose upload has begun is for its hash to say. */
  unproven: boolean
}

export const isSettled = ({ state }: Pick<Entry, 'state'>): boolean => state === 'done' || state === 'duplicate'

/** Reduces a state to its stored form: a running upload is simply open. */
export const storedState = (state: UploadState): StoredUpload['state'] =>
  state === 'paused' || state === 'failed' || state === 'duplicate' || state === 'done' ? state : 'open'

export function entryOf(stored: StoredUpload, source: FileSource | undefined): Entry {
  const state = stored.state === 'open' ? 'waiting' : stored.state
  const settled = isSettled({ state })
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
    rest: createRest(),
    unproven: false,
  }
}

/** A picture of a kind that browsers do not show; the window knows no type of it. */
const isPicture = ({ name, type }: Pick<FileSource, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.(tiff?|bmp|heic|heif|avif|jxl|ico)$/i.test(name)

/** Returns the kind that a file claims; undefined for one that the library refuses. The server checks the content. */
export const kindOf = (file: { name: string; type: string }): MediaKind | undefined => claimedKind(file)

function itemOf({ kept, meter, state, sent, resent, encoded }: Entry): UploadItem {
  const speed = state === 'uploading' ? meter.speed() : 0
  const { size } = kept
  return {
    ...kept,
    state,
    sent,
    resent,
    encoded,
    speed,
    kind: kindOf(kept),
    secondsLeft: secondsLeft(size - sent, speed),
  }
}

/** Sums up the queue for a page: every file, and the totals of all that can still arrive. */
export function viewOf(entries: readonly Entry[], now: { paused: boolean; online: boolean; speed: number }): QueueView {
  const counted = entries.filter(({ state }) => state !== 'failed')
  const sum = (of: (entry: Entry) => number) => counted.reduce((total, entry) => total + of(entry), 0)
  const [bytes, sent] = [sum(({ kept }) => kept.size), sum((entry) => entry.sent)]
  const speed = entries.some(({ running }) => running) ? now.speed : 0
  const done = entries.filter(isSettled).length
  return {
    items: entries.map(itemOf),
    total: {
      count: entries.length,
      done,
      failed: entries.length - counted.length,
      open: counted.length - done,
      bytes,
      sent,
      speed,
      secondsLeft: secondsLeft(bytes - sent, speed),
    },
    paused: now.paused,
    online: now.online,
  }
}

/** Returns true if it is the same file, as far as its facts show without its bytes. */
export function isSame(a: Pick<StoredUpload, 'name' | 'folder' | 'size' | 'modified_at'>, b: FileSource): boolean {
  // Unpacked files share one age, and a folder for each week the same names.
  return mayBe(a, b) && a.folder === (b.folder ?? '') && a.modified_at === b.modified_at
}

/** Returns true if it may be that file, chosen anew after a restart: a copy of it has another age. */
const mayBe = (a: Pick<StoredUpload, 'name' | 'size'>, b: FileSource): boolean => a.name === b.name && a.size === b.size

/** The upload that a file which is added belongs to: itself, or one that waits for its file to be chosen again. */
export function knownFor(entries: readonly Entry[], source: FileSource): Entry | undefined {
  const open = entries.filter((entry) => !isSettled(entry))
  const same = open.find(({ kept }) => isSame(kept, source))
  return same ?? open.find(({ state, kept }) => state === 'lost' && mayBe(kept, source))
}

export function newEntry(source: FileSource): Entry {
  const { name, size, type, modified_at, folder = '', kept, part } = source
  const file = { name, folder, size, type, modified_at, kept, part }
  return entryOf({ ...file, key: randomKey(), added_at: Date.now(), state: 'open', forced: false }, source)
}

/** Returns the reason why a file is refused before it is sent. */
export function refusalOf(source: FileSource): string | undefined {
  const kind = kindOf(source)
  if (!kind) return isPicture(source) ? IMAGE_TYPE_MESSAGE : unknownMessage(source)
  if (source.size === 0) return typeMessage(kind)
  return kind === 'image' && source.size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : undefined
}
