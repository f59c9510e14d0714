import { type Entry, isActive, isSettled, itemOf } from './queue-entry.ts'
import { secondsLeft } from './speed-meter.ts'
import type { QueueView } from './upload-types.ts'

/** Sums up the queue for a page: every file, and the totals of all that can still arrive. */
export function viewOf(entries: readonly Entry[], now: { paused: boolean; online: boolean; speed: number }): QueueView {
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
