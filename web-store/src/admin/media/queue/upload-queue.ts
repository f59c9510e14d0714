import { createBackOff } from './back-off.ts'
import { admit } from './queue-admission.ts'
import { type Entry, endWork, isActive, isOpen, isSame, isSettled, rest } from './queue-entry.ts'
import { createLogin } from './queue-login.ts'
import { createPersistence } from './queue-persistence.ts'
import { viewOf } from './queue-view.ts'
import { giveUp } from './send-file.ts'
import { createSpeedMeter } from './speed-meter.ts'
import { createNotices } from './upload-notices.ts'
import { uploadOne } from './upload-one.ts'
import type { FileSource, QueueHost, QueueView, WaitsFor } from './upload-types.ts'

/** So many files go up side by side. */
export const PARALLEL = 3

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
  const login = createLogin(host.signedOut)
  const away = createBackOff(() => fill())
  const meter = createSpeedMeter()
  const notice = createNotices()
  const { remember, forget, remove, load, findAgain } = createPersistence(host)

  const notify = () => {
    view = undefined
    notice.tell()
  }
  const find = (key: string) => entries.find(({ kept }) => kept.key === key)
  const change = (entry: Entry, state: Entry['state'], problem?: string) => {
    entry.state = state
    entry.problem = problem
    remember(entry)
    notify()
  }

  /** Takes up as many of the waiting as may run. */
  function fill(): void {
    if (paused || login.isAsking() || away.isWaiting() || !host.isOnline()) return
    const most = away.isUnsure() ? 1 : PARALLEL
    for (const entry of entries) {
      if (entries.filter(isActive).length >= most) return
      const again = entry.state === 'retrying' || entry.state === 'converting'
      const ready = entry.state === 'waiting' || (again && !entry.resting)
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
        notify()
      },
    })
    if (entry.running === running) entry.running = undefined
    if (outcome.is !== 'away' && !running.signal.aborted) back()
    // It was paused or removed meanwhile, and is reported already.
    if (running.signal.aborted) return fill()
    if (outcome.is === 'away') awaitServer(entry)
    else if (outcome.is === 'again') tryLater(entry, 'retrying', outcome.problem)
    else if (outcome.is === 'converting') tryLater(entry, 'converting')
    else if (outcome.is === 'signed-out') {
      change(entry, 'retrying', 'Log in to continue')
      if (!(await login.ask())) pauseAll()
    } else {
      if (outcome.media) entry.kept.media = outcome.media
      entry.sent = outcome.is === 'failed' ? 0 : entry.kept.size
      change(entry, outcome.is, outcome.problem)
      if (outcome.is === 'done') forget([entry])
      if (outcome.is === 'done' && outcome.media) host.onStored?.(outcome.media)
    }
    fill()
  }

  function tryLater(entry: Entry, state: Entry['state'], problem?: string): void {
    change(entry, state, problem)
    rest(entry, fill)
  }

  function awaitServer(entry: Entry): void {
    change(entry, 'retrying', host.isOnline() ? 'Waiting for the server' : 'Paused, no internet')
    if (host.isOnline()) away.wait()
  }

  /** Somebody has answered. */
  function back(): void {
    if (!away.isUnsure()) return
    away.end()
    fill()
  }

  const stopWatching = host.watchOnline(() => {
    away.end()
    if (!host.isOnline()) for (const entry of entries.filter(isActive)) halt(entry, 'retrying', 'Paused, no internet')
    notify()
    fill()
  })

  function halt(entry: Entry, state: Entry['state'], problem?: string): void {
    endWork(entry)
    entry.meter.reset()
    change(entry, state, problem)
  }

  function pauseAll(): void {
    paused = true
    for (const entry of entries) if (isOpen(entry)) halt(entry, 'paused')
  }

  function start(entry: Entry): void {
    entry.attempts = 0
    entry.meter.reset()
    change(entry, entry.source ? 'waiting' : 'lost')
  }

  const admission = { entries: () => entries, isPaused: () => paused, start, change, forget }

  return {
    /** Puts files at the end, and answers the key of each. `awaited` says what waits for them. */
    add(sources: readonly FileSource[], { awaited }: { awaited?: WaitsFor } = {}): string[] {
      const keys = sources.map((source) => {
        const entry = admit(admission, source)
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

    /** Brings back what an earlier run has left; call it once. */
    async restore(): Promise<void> {
      const found = await load()
      entries = [...found, ...entries]
      notify()
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
      endWork(entry)
      if (entry.kept.upload_url && !isSettled(entry))
        void giveUp(entry.kept.upload_url, host.endpoint, host.authorization())
      remove(entry)
      forget([entry])
      notify()
      fill()
    },

    clearSettled(): void {
      const gone = entries.filter((entry) => isSettled(entry) && !entry.kept.awaited)
      forget(gone.filter(({ state }) => state === 'duplicate'))
      gone.forEach(remove)
      entries = entries.filter((entry) => !gone.includes(entry))
      notify()
    },

    /** The file of an upload; undefined when that is not at hand. */
    sourceOf: (key: string): FileSource | undefined => find(key)?.source,

    subscribe: notice.subscribe,

    /** The same object until something changes. */
    view(): QueueView {
      view ??= viewOf(entries, { paused, online: host.isOnline(), speed: meter.speed() })
      return view
    },

    /** Ends everything that is going on; what was begun stays open. */
    stop(): void {
      stopWatching()
      away.end()
      notice.stop()
      paused = true
      entries.forEach(endWork)
    },
  }
}
