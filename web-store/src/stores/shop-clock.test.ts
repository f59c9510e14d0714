import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnTime, shopNow } from './shop-clock.ts'

const HOUR_MS = 3_600_000
// A header names whole seconds.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-27T06:30:00Z') }))
afterEach(() => vi.useRealTimers())

const offMs = () => shopNow().getTime() - Date.now()

test("the shop's time follows the answers, whatever the clock of the device", () => {
  for (const hours of [-24, -1, 0, 1, 24]) {
    const date = new Date(Date.now() + hours * HOUR_MS)
    learnTime(new Headers({ date: date.toUTCString() }))
    expect(offMs()).toBe(hours * HOUR_MS)
  }
})

test('an answer from a cache is as old as its Age', () => {
  const date = new Date(Date.now() - HOUR_MS).toUTCString()
  learnTime(new Headers({ date, age: '3600' }))
  expect(offMs()).toBe(0)
})

test('an answer without a date leaves the time as it is', () => {
  learnTime(new Headers({ date: new Date(Date.now() + HOUR_MS).toUTCString() }))
  learnTime(new Headers())
  learnTime(new Headers({ date: 'soon' }))
  expect(offMs()).toBe(HOUR_MS)
})

/**
 * Files that read the device's clock: the footer shows its year, the worker that converts stops it for equal bytes, all others measure
 * how long something took, on the same clock at both ends.
 */
const MEASURING = [
  'admin/media/queue/queue-entry.ts',
  'admin/media/queue/speed-meter.ts',
  'admin/video-sets/by-itself.ts',
  'admin/video-sets/convert.ts',
  'admin/video-sets/to-mp4.ts',
  'app/Footer.tsx',
  'features/checkout/start-purchase.ts',
  'features/learn/progress/use-beats.ts',
  'features/login-codes/CodeForm.tsx',
  'features/offline/answer-stored.ts',
  'features/offline/downloader-state.ts',
  'features/offline/downloader.ts',
  'features/offline/stored-content.ts',
  'features/offline/stored-lessons.ts',
  'features/offline/student-course.ts',
  'features/privacy/CodeStep.tsx',
  'features/privacy/RequestForm.tsx',
  'first-page/touch-script.js',
  'shared/mailed-code.ts',
  'shared/offline/late.ts',
  'shared/offline/owner.ts',
  'stores/session.ts',
  'stores/shop-clock.ts',
  'stores/visit.ts',
]

test('no other file reads the clock of the device', () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.{ts,tsx,js}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file))
  const reading = files.filter((file) =>
    /new Date\(\)|\bDate\(\)|Date\.now\b/.test(readFileSync(source + file, 'utf8')),
  )
  // A deleted feature has no folder.
  expect(reading.sort()).toEqual(MEASURING.filter((file) => existsSync(source + dirname(file))))
})
