import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, VIDEO_TYPE_MESSAGE } from 'contract/media-limits'
import { type Entry, entryOf, isActive, isSettled, itemOf, keptState, kindOf } from './queue-entry.ts'
import { giveUp } from './send-file.ts'
import { createSpeedMeter, secondsLeft } from './speed-meter.ts'
import { uploadOne } from './upload-one.ts'
import type { FileSource, KeptUpload, QueueHost, QueueView } from './upload-types.ts'

/** So many files go up side by side. */
export const PARALLEL = 3
const TELL_MS = 100
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads of many files: three at a time, each in pieces, so that an interruption costs a piece and no more. It goes on by
 * itself when network or server come back, and after a restart as far as the host can find the files again. It knows
 * nothing of a page: `subscribe` and `view` show it to one.
 */
export function createUploadQueue(host: QueueHost) {
  let entries: Entry[] = []
  let paused = false
  let view: QueueView | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  /** Nobody has answered: all wait together, and one tries. */
  let away: { waits: number; timer: ReturnType<typeof setTimeout> | undefined } = { waits: 0, timer: undefined }
  const meter = createSpeedMeter()
  const listeners = new Set<() => void>()

  const tell = () => {
    view = undefined
    telling ??= setTimeout(() => {
      telling = undefined
      for (const listener of listeners) listener()
    }, TELL_MS)
  }
  const find = (key: string) => entries.find(({ kept }) => kept.key === key)
  const remember = (entry: Entry) => {
    Object.assign(entry.kept, { state: keptState(entry.state), problem: entry.problem })
    host.store.save({ ...entry.kept }).catch(() => {})
  }
  const forget = (gone: readonly Entry[]) => {
    const kept = gone.map((entry) => entry.kept.kept).filter((file) => file !== undefined)
    if (kept.length > 0) host.forget(kept)
  }
  const change = (entry: Entry, state: Entry['state'], problem?: string) => {
    entry.state = state
    entry.problem = problem
    remember(entry)
    tell()
  }

  /** Takes up as many of the waiting as may run. */
  function fill(): void {
    if (paused || away.timer || !host.isOnline()) return
    const most = away.waits > 0 ? 1 : PARALLEL
    for (const entry of entries) {
      if (entries.filter(isActive).length >= most) return
      const ready = entry.state === 'waiting' || (entry.state === 'retrying' && !entry.resting)
      if (ready && entry.source && !isActive(entry)) void run(entry, entry.source)
    }
  }

  async function run(entry: Entry, source: FileSource): Promise<void> {
    const running = new AbortController()
    entry.running = running
    const outcome = await uploadOne(host, entry, source, running.signal, {
      state: (state) => change(entry, state),
      remember: () => remember(entry),
      moved: (bytes) => {
        meter.add(bytes)
        if (bytes > 0) back()
        tell()
      },
    })
    if (entry.running === running) entry.running = undefined
    if (outcome.is !== 'away' && !running.signal.aborted) back()
    // It was paused or taken out meanwhile, and is told about already.
    if (running.signal.aborted) return fill()
    if (outcome.is === 'away') awaitServer(entry)
    else if (outcome.is === 'again') {
      entry.attempts += 1
      change(entry, 'retrying', outcome.problem)
      entry.resting = setTimeout(() => {
        entry.resting = undefined
        fill()
      }, waitOf(entry.attempts))
    } else if (outcome.is === 'signed-out') {
      change(entry, 'retrying', 'Log in to continue')
      if (!(await host.signedOut())) pauseAll()
    } else {
      if (outcome.media) entry.kept.media = outcome.media
      if (outcome.is === 'failed') entry.sent = 0
      else entry.sent = entry.kept.size
      change(entry, outcome.is, outcome.problem)
      if (outcome.is === 'done') forget([entry])
      if (outcome.is === 'done' && outcome.media) host.onStored?.(outcome.media)
    }
    fill()
  }

  const waitOf = (attempt: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)

  function awaitServer(entry: Entry): void {
    change(entry, 'retrying', host.isOnline() ? 'Waiting for the server' : 'Paused, no internet')
    if (away.timer || !host.isOnline()) return
    away.waits += 1
    away.timer = setTimeout(() => {
      away.timer = undefined
      fill()
    }, waitOf(away.waits))
  }

  /** Somebody has answered. */
  function back(): void {
    if (away.waits === 0) return
    clearTimeout(away.timer)
    away = { waits: 0, timer: undefined }
    fill()
  }

  const stopWatching = host.watchOnline(() => {
    clearTimeout(away.timer)
    away = { waits: 0, timer: undefined }
    if (!host.isOnline()) {
      for (const entry of entries.filter(isActive)) halt(entry, 'retrying', 'Paused, no internet')
    }
    tell()
    fill()
  })

  function halt(entry: Entry, state: Entry['state'], problem?: string): void {
    entry.running?.abort(new DOMException('halted', 'AbortError'))
    entry.running = undefined
    endRest(entry)
    entry.meter.reset()
    change(entry, state, problem)
  }

  function endRest(entry: Entry): void {
    clearTimeout(entry.resting)
    entry.resting = undefined
  }

  function pauseAll(): void {
    paused = true
    for (const entry of entries) if (isOpen(entry)) halt(entry, 'paused')
  }

  const isOpen = ({ state }: Entry) => !['done', 'duplicate', 'failed', 'lost', 'paused'].includes(state)

  function start(entry: Entry): void {
    entry.attempts = 0
    entry.meter.reset()
    change(entry, entry.source ? 'waiting' : 'lost')
  }

  return {
    /** Puts files at the end. One that was lost with a restart goes on; one that stands in the queue already does not stand there twice. */
    add(sources: readonly FileSource[]): void {
      for (const source of sources) {
        const known = entries.find((entry) => !isSettled(entry) && isSame(entry.kept, source))
        if (known && (known.state === 'lost' || known.state === 'failed')) {
          forget([known])
          known.source = source
          known.kept.kept = source.kept
          start(known)
        } else if (!known) {
          const entry = entryOf(newUpload(source), source)
          const refusal = refusalOf(source)
          entries.push(entry)
          change(entry, refusal ? 'failed' : paused ? 'paused' : 'waiting', refusal)
        }
      }
      fill()
    },

    /** Brings back what an earlier run has left; call it once. */
    async restore(): Promise<void> {
      const kept = (await host.store.load()).sort((a, b) => a.added_at - b.added_at)
      const found = await Promise.all(
        kept.map(async (upload) => {
          const again = upload.kept === undefined ? undefined : await host.findAgain(upload.kept, false)
          return entryOf(upload, again && isSame(upload, again) ? again : undefined)
        }),
      )
      entries = [...found, ...entries]
      tell()
      fill()
    },

    pause(key: string): void {
      const entry = find(key)
      if (entry && isOpen(entry)) halt(entry, 'paused')
      fill()
    },

    /** Goes on with one that is paused, failed or lost; of the latter the browser may ask for permission. */
    async resume(key: string): Promise<void> {
      const entry = find(key)
      if (!entry || isOpen(entry) || isSettled(entry)) return
      if (!entry.source && entry.kept.kept !== undefined) {
        const again = await host.findAgain(entry.kept.kept, true)
        if (again && isSame(entry.kept, again)) entry.source = again
        else if (again)
          return change(entry, 'failed', 'This file was changed or moved after you added it. Please add it again.')
      }
      paused = false
      start(entry)
      fill()
    },

    pauseAll,

    resumeAll(): void {
      paused = false
      for (const entry of entries) if (entry.state === 'paused') start(entry)
      fill()
    },

    /** Uploads a file although the library has one with the same bytes. */
    uploadAnyway(key: string): void {
      const entry = find(key)
      if (entry?.state !== 'duplicate') return
      Object.assign(entry.kept, { forced: true, media: undefined })
      entry.sent = 0
      start(entry)
      fill()
    },

    /** Takes one out, and what the server has of it when it is not finished. */
    remove(key: string): void {
      const entry = find(key)
      if (!entry) return
      entries = entries.filter((other) => other !== entry)
      entry.running?.abort(new DOMException('removed', 'AbortError'))
      endRest(entry)
      const { upload_url } = entry.kept
      if (upload_url && !isSettled(entry)) void giveUp(upload_url, host.endpoint, host.authorization())
      host.store.remove(key).catch(() => {})
      forget([entry])
      tell()
      fill()
    },

    clearSettled(): void {
      forget(entries.filter(({ state }) => state === 'duplicate'))
      for (const { kept } of entries.filter(isSettled)) host.store.remove(kept.key).catch(() => {})
      entries = entries.filter((entry) => !isSettled(entry))
      tell()
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** The same object until something changes. */
    view(): QueueView {
      view ??= viewOf(entries, { paused, online: host.isOnline(), speed: meter.speed() })
      return view
    },

    /** Ends everything that is going on; what was begun stays open. */
    stop(): void {
      stopWatching()
      clearTimeout(away.timer)
      clearTimeout(telling)
      paused = true
      for (const entry of entries) {
        entry.running?.abort(new DOMException('stopped', 'AbortError'))
        endRest(entry)
      }
    },
  }
}

function viewOf(entries: readonly Entry[], now: { paused: boolean; online: boolean; speed: number }): QueueView {
  const counted = entries.filter(({ state }) => state !== 'failed')
  const sum = (of: (entry: Entry) => number) => counted.reduce((total, entry) => total + of(entry), 0)
  const [bytes, sent] = [sum(({ kept }) => kept.size), sum((entry) => entry.sent)]
  const speed = entries.some(isActive) ? now.speed : 0
  const done = entries.filter(isSettled).length
  const failed = entries.length - counted.length
  const total = { count: entries.length, done, failed, open: counted.length - done, bytes, sent, speed }
  return {
    items: entries.map(itemOf),
    total: { ...total, secondsLeft: secondsLeft(bytes - sent, speed) },
    paused: now.paused,
    online: now.online,
  }
}

function isSame(a: Pick<KeptUpload, 'name' | 'size' | 'modified_at'>, b: FileSource): boolean {
  return a.name === b.name && a.size === b.size && a.modified_at === b.modified_at
}

function newUpload({ name, size, type, modified_at, folder = '', kept }: FileSource): KeptUpload {
  return {
    ...{
      key: crypto.randomUUID(),
      name,
      folder,
      size,
      type,
      modified_at,
      added_at: Date.now(),
      state: 'open' as const,
    },
    ...{ upload_url: undefined, sha256: undefined, forced: false, problem: undefined, media: undefined, kept },
  }
}

/** What need not be sent to be refused. */
function refusalOf(source: FileSource): string | undefined {
  const kind = kindOf(source)
  if (!kind) return source.type.startsWith('video/') ? VIDEO_TYPE_MESSAGE : IMAGE_TYPE_MESSAGE
  if (source.size === 0) return kind === 'image' ? IMAGE_TYPE_MESSAGE : VIDEO_TYPE_MESSAGE
  return kind === 'image' && source.size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : undefined
}
