import {
  type Entry,
  entryOf,
  isSame,
  isSettled,
  knownFor,
  newEntry,
  refusalOf,
  storedState,
  viewOf,
} from './queue-entry.ts'
import { createRest } from './rest.ts'
import { giveUp } from './send-file.ts'
import { createSpeedMeter } from './speed-meter.ts'
import { uploadOne } from './upload-one.ts'
import { type FileSource, isUnderWay, type QueueHost, type QueueView, type WaitsFor } from './upload-types.ts'

/** So many files go up side by side. */
export const PARALLEL = 3
/** Listeners are notified so often at most. */
const EVERY_MS = 100

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads many files: three at a time, each in pieces, so that an interruption costs a piece and no more. It resumes by itself when network or
 * server return, and after a restart as far as the host can find the files again. It knows nothing of a page: `subscribe` and `view` show it
 * to one.
 */
export function createUploadQueue(host: QueueHost) {
  let entries: Entry[] = []
  let paused = false
  let view: QueueView | undefined
  /** One question for all whose session has ended; nothing begins before it is answered. */
  let login: Promise<boolean> | undefined
  /** While the server is away all wait together, and one tries. */
  const away = createRest()
  const meter = createSpeedMeter()
  const listeners = new Set<() => void>()
  let notice: ReturnType<typeof setTimeout> | undefined

  function notify(): void {
    view = undefined
    notice ??= setTimeout(() => {
      notice = undefined
      for (const listener of listeners) listener()
    }, EVERY_MS)
  }
  const find = (key: string) => entries.find(({ kept }) => kept.key === key)
  const isActive = ({ running }: Entry) => running !== undefined
  function remember({ kept, state }: Entry): void {
    kept.state = storedState(state)
    host.store.save({ ...kept }).catch(() => {})
  }
  function change(entry: Entry, state: Entry['state'], problem?: string): void {
    entry.state = state
    entry.kept.problem = problem
    remember(entry)
    notify()
  }
  /** Their files need not be found again. */
  function forget(gone: readonly Entry[]): void {
    const stored = gone.map((entry) => entry.kept.kept).filter((file) => file !== undefined)
    if (stored.length > 0) host.forget(stored)
  }
  const findAgain = async ({ kept }: Entry['kept'], request: boolean) =>
    kept === undefined ? undefined : host.findAgain(kept, request)
  const drop = ({ kept }: Entry) => void host.store.remove(kept.key).catch(() => {})

  /** Takes up as many of the waiting as may run. */
  function fill(): void {
    if (paused || login || away.isResting() || !host.isOnline()) return
    const most = away.count() > 0 ? 1 : PARALLEL
    for (const entry of entries) {
      if (entries.filter(isActive).length >= most) return
      const ready = ['waiting', 'retrying', 'converting'].includes(entry.state) && !entry.rest.isResting()
      if (ready && entry.source && !isActive(entry)) void run(entry, entry.source)
    }
  }

  async function run(entry: Entry, source: FileSource): Promise<void> {
    const running = new AbortController()
    entry.running = running
    const outcome = await uploadOne({
      host,
      entry,
      source,
      signal: running.signal,
      show: (state) => change(entry, state),
      remember: () => remember(entry),
      moved: (bytes) => {
        meter.add(bytes)
        if (bytes > 0) back()
        notify()
      },
    })
    if (entry.running === running) entry.running = undefined
    if (outcome.is !== 'away' && !running.signal.aborted) back()
    // It was paused or removed meanwhile, and is reported already.
    if (running.signal.aborted) return fill()
    if (outcome.is === 'away') {
      change(entry, 'retrying', host.isOnline() ? 'Waiting for the server' : 'Paused, no internet')
      if (host.isOnline()) away.begin(fill)
    } else if (outcome.is === 'again' || outcome.is === 'converting') {
      change(entry, outcome.is === 'again' ? 'retrying' : 'converting', outcome.problem)
      entry.rest.begin(fill)
    } else if (outcome.is === 'signed-out') {
      change(entry, 'retrying', 'Log in to continue')
      login ??= host.signedOut().finally(() => {
        login = undefined
      })
      if (!(await login)) pauseAll()
    } else {
      if (outcome.media) entry.kept.media = outcome.media
      entry.sent = outcome.is === 'failed' ? 0 : entry.kept.size
      change(entry, outcome.is, outcome.problem)
      if (outcome.is === 'done') forget([entry])
    }
    fill()
  }

  /** Somebody has answered. */
  function back(): void {
    if (away.count() === 0) return
    away.end()
    fill()
  }

  const stopWatching = host.watchOnline(() => {
    away.end()
    if (!host.isOnline()) for (const entry of entries.filter(isActive)) halt(entry, 'retrying', 'Paused, no internet')
    notify()
    fill()
  })

  /** Ends what is going on with it, and the wait for its next try. */
  function end(entry: Entry): void {
    entry.running?.abort(new DOMException('ended', 'AbortError'))
    entry.running = undefined
    entry.rest.end()
    entry.meter = createSpeedMeter()
  }
  function halt(entry: Entry, state: Entry['state'], problem?: string): void {
    end(entry)
    change(entry, state, problem)
  }

  function pauseAll(): void {
    paused = true
    for (const entry of entries) if (isUnderWay(entry)) halt(entry, 'paused')
  }

  const start = (entry: Entry) => halt(entry, entry.source ? 'waiting' : 'lost')

  /** Takes a file in. A lost or failed one resumes; a queued one is not queued twice. */
  function admit(source: FileSource): Entry {
    const known = knownFor(entries, source)
    if (known?.state === 'lost' || known?.state === 'failed') {
      forget([known])
      known.unproven = !isSame(known.kept, source)
      known.source = source
      known.kept.kept = source.kept
      start(known)
    }
    if (known) return known
    const entry = newEntry(source)
    const refusal = refusalOf(source)
    entries.push(entry)
    change(entry, refusal ? 'failed' : paused ? 'paused' : 'waiting', refusal)
    return entry
  }

  return {
    /** Puts files at the end, and answers the key of each. `awaited` says what waits for them. */
    add(sources: readonly FileSource[], { awaited }: { awaited?: WaitsFor } = {}): string[] {
      const keys = sources.map((source) => {
        const entry = admit(source)
        if (awaited) entry.kept.awaited = awaited
        remember(entry)
        return entry.kept.key
      })
      fill()
      return keys
    },

    /** Marks a file as taken by its form or lesson. */
    taken(key: string): void {
      const entry = find(key)
      if (!entry?.kept.awaited) return
      entry.kept.awaited = undefined
      remember(entry)
    },

    /** Brings back what an earlier run has left, each file where the host finds it unchanged; call it once. */
    async restore(): Promise<void> {
      const stored = (await host.store.load()).sort((a, b) => a.added_at - b.added_at)
      const found = await Promise.all(
        stored.map(async (upload) => {
          const again = await findAgain(upload, false)
          return entryOf(upload, again && isSame(upload, again) ? again : undefined)
        }),
      )
      // Nobody can choose again what this program has made; it is made anew.
      const isGone = ({ state, kept }: Entry) => kept.part && (state === 'lost' || state === 'done')
      found.filter(isGone).forEach(drop)
      entries = [...found.filter((entry) => !isGone(entry)), ...entries]
      notify()
      fill()
    },

    pause(key: string): void {
      const entry = find(key)
      if (entry && isUnderWay(entry)) halt(entry, 'paused')
      fill()
    },

    /** Goes on with one that is paused, failed or lost; of the latter the browser may ask for permission. */
    async resume(key: string): Promise<void> {
      const entry = find(key)
      if (!entry || isUnderWay(entry) || isSettled(entry)) return
      entry.source ??= await findAgain(entry.kept, true)
      if (entry.source && !entry.unproven && !isSame(entry.kept, entry.source)) {
        entry.source = undefined
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
      end(entry)
      if (entry.kept.upload_url && !isSettled(entry))
        void giveUp(entry.kept.upload_url, host.endpoint, host.authorization())
      drop(entry)
      forget([entry])
      notify()
      fill()
    },

    clearSettled(): void {
      const gone = entries.filter((entry) => isSettled(entry) && !entry.kept.awaited)
      forget(gone.filter(({ state }) => state === 'duplicate'))
      gone.forEach(drop)
      entries = entries.filter((entry) => !gone.includes(entry))
      notify()
    },

    /** The file of an upload; undefined when that is not at hand. */
    sourceOf: (key: string): FileSource | undefined => find(key)?.source,

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
      away.end()
      clearTimeout(notice)
      paused = true
      entries.forEach(end)
    },
  }
}
