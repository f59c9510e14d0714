import { liveMomentText } from 'contract/live-times'
import { expect, test } from 'vitest'
import { momentText, untilText } from './live-words.ts'

test('a moment shows in Indian time, whatever the clock of the machine', () => {
  expect(momentText('2026-11-28T13:30:00.000Z')).toMatch(/^Sat, 28 Nov, 7:00\spm IST$/)
})

test('a moment has the names of its language and the part of the day, as emails have them', () => {
  const shown = (language: 'hi' | 'mr') => liveMomentText('2026-11-28T13:30:00.000Z', undefined, language)
  expect(shown('hi')).toMatch(/^शनिवार, 28 नवंबर.* शाम 7:00/)
  expect(shown('mr')).toMatch(/^शनिवार, 28 नोव्हेंबर.* संध्याकाळी 7:00/)
})

test('the time left shows in minutes, hours and days', () => {
  const at = '2026-11-28T13:30:00.000Z'
  const before = (minutes: number) => untilText(at, new Date(Date.parse(at) - minutes * 60_000))
  expect([0, 0.5, 1, 119, 120, 24 * 60, 47 * 60, 72 * 60].map(before)).toEqual([
    'Now',
    'In 1 minute',
    'In 1 minute',
    'In 119 minutes',
    'In 2 hours',
    'In 24 hours',
    'In 47 hours',
    'In 3 days',
  ])
})
