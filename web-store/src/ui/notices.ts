import type { ToastRequest } from './toaster.ts'

const DEFAULT_MS = 4500
const LEAVING_MS = 200
const MOST_AT_ONCE = 3

/** Why time stands still for every notice: somebody points at one, is in one with the keyboard, or looks at another tab. */
export type Hold = 'pointer' | 'focus' | 'hidden'

/** `key` is the id of its request, or one of its own; `leaving` while it fades. */
export type Notice = ToastRequest & { key: string; leaving: boolean }

type Clock = { rest: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }

/**
 * A new notice is never kept waiting: the oldest one goes, but one that offers something stays as long as it can. A phone has room
 * for one of each sort: more of them would lie over what the visitor presses next.
 */
function goners(notices: readonly Notice[], coming: ToastRequest, narrow: boolean): Notice[] {
  const shown = notices.filter(({ leaving }) => !leaving)
  if (narrow) return shown.filter(({ action }) => Boolean(action) === Boolean(coming.action))
  if (shown.length < MOST_AT_ONCE) return []
  return [shown.findLast(({ action }) => !action) ?? shown.at(-1)].filter((notice) => notice !== undefined)
}

/** The notices that are shown, newest first, each for its time; `isNarrow` is asked when one comes. */
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

  /** Lets it fade, then takes it away, whoever holds the others. */
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
    /** One with the id of another takes its place, and has its whole time. */
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
      start(key, request.duration ?? DEFAULT_MS)
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
