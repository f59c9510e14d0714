import type { ToastRequest } from './toaster.ts'

const DEFAULT_MS = 4500
/** Somebody reads the notice and then reaches its button, on a slow phone or with a keyboard, too. */
const WITH_ACTION_MS = 10_000
const LEAVING_MS = 200
const MOST_AT_ONCE = 3

/** Reasons to stop the time of every notice: a pointer on one, keyboard focus in one, or another tab in front. */
export type Hold = 'pointer' | 'focus' | 'hidden'

/** `key` is the id of its request, or a generated one; `leaving` while it fades. */
export type Notice = ToastRequest & { key: string; leaving: boolean }

type Clock = { rest: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }

/**
 * Returns the notices that make room for a new one: the oldest, preferably one without an action. A phone has room for
 * one of each kind, because more would cover the next button.
 */
function goners(notices: readonly Notice[], arriving: ToastRequest, narrow: boolean): Notice[] {
  const shown = notices.filter(({ leaving }) => !leaving)
  if (narrow) return shown.filter(({ action }) => Boolean(action) === Boolean(arriving.action))
  if (shown.length < MOST_AT_ONCE) return []
  return [shown.findLast(({ action }) => !action) ?? shown.at(-1)].filter((notice) => notice !== undefined)
}

/** Manages the shown notices, newest first, each for its time; `isNarrow` is called for each new one. */
export function noticeList(isNarrow: () => boolean) {
  let notices: readonly Notice[] = []
  let made = 0
  const clocks = new Map<string, Clock>()
  const holds = new Set<Hold>()
  const listeners = new Set<() => void>()

  const change = (next: readonly Notice[]) => {
    notices = next
    for (const listener of listeners) listener()
  }

  const run = (key: string, clock: Clock) => {
    clock.since = performance.now()
    clock.timer = setTimeout(() => end(key), clock.rest)
  }

  const stop = (clock: Clock | undefined) => {
    if (!clock?.timer) return
    clearTimeout(clock.timer)
    clock.timer = undefined
    clock.rest -= performance.now() - clock.since
  }

  const start = (key: string, rest: number) => {
    stop(clocks.get(key))
    const clock: Clock = { rest, since: 0, timer: undefined }
    clocks.set(key, clock)
    if (holds.size === 0) run(key, clock)
  }

  const remove = (key: string) => {
    stop(clocks.get(key))
    clocks.delete(key)
    change(notices.filter((notice) => notice.key !== key))
  }

  /** Fades a notice, then removes it, whatever holds the others. */
  const end = (key: string) => {
    const clock = clocks.get(key)
    if (!clock || notices.find((notice) => notice.key === key)?.leaving) return
    stop(clock)
    clock.timer = setTimeout(() => remove(key), LEAVING_MS)
    change(notices.map((notice) => (notice.key === key ? { ...notice, leaving: true } : notice)))
  }

  return {
    current: () => notices,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds a notice; one with the id of another replaces it for its whole time. */
    show(request: ToastRequest) {
      made += 1
      const key = request.id ?? `notice-${made}`
      const notice = { ...request, key, leaving: false }
      if (clocks.has(key)) {
        change(notices.map((other) => (other.key === key ? notice : other)))
      } else {
        for (const goner of goners(notices, request, isNarrow())) remove(goner.key)
        change([notice, ...notices])
      }
      start(key, request.duration ?? (request.action?.onClick ? WITH_ACTION_MS : DEFAULT_MS))
    },
    end,
    hold(why: Hold, on: boolean) {
      if (on) holds.add(why)
      else holds.delete(why)
      for (const { key, leaving } of notices) {
        const clock = clocks.get(key)
        if (!clock || leaving) continue
        stop(clock)
        if (holds.size === 0) run(key, clock)
      }
    },
  }
}
