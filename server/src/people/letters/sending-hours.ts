import { DAY_MS, INDIA_OFFSET_MS } from 'contract/indian-time'
import type { Settings } from './outbox.queries.ts'

const HOUR_MS = 3_600_000

type Hours = Pick<Settings, 'day_begins' | 'day_ends'>

/** Milliseconds since midnight in India. */
const timeOfDay = (at: Date) => (at.getTime() + INDIA_OFFSET_MS) % DAY_MS

/** Returns true between the hours of letters in India. */
export const isOpen = (at: Date, { day_begins, day_ends }: Hours): boolean =>
  timeOfDay(at) >= day_begins * HOUR_MS && timeOfDay(at) < day_ends * HOUR_MS

/** Returns the moment from which letters go out: now, or the next beginning of the hours. */
export function nextOpening(at: Date, hours: Hours): Date {
  if (isOpen(at, hours)) return at
  const today = at.getTime() - timeOfDay(at) + hours.day_begins * HOUR_MS
  return new Date(today > at.getTime() ? today : today + DAY_MS)
}

/** Estimates when the last of so many letters goes out at the pace of all letters, within their hours. */
export function sentAt({
  now,
  letters,
  settings,
}: {
  now: Date
  letters: number
  settings: Hours & Pick<Settings, 'per_hour'>
}): Date {
  // Nothing goes out in closed hours.
  if (settings.day_ends <= settings.day_begins) return now
  let left = (Math.max(0, letters - 1) * HOUR_MS) / settings.per_hour
  let at = nextOpening(now, settings)
  for (;;) {
    const open = settings.day_ends * HOUR_MS - timeOfDay(at)
    if (left < open) return new Date(at.getTime() + left)
    left -= open
    at = nextOpening(new Date(at.getTime() + open), settings)
  }
}
