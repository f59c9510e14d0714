import { expect, test } from 'vitest'
import { nextOpening, sentAt } from './sending-hours.ts'

const hours = { day_begins: 9, day_ends: 21 }
const at = (time: string) => new Date(`2026-12-01T${time}:00+05:30`)

test.each([
  ['06:24', '2026-12-01T03:30:00.000Z'],
  ['12:00', '2026-12-01T06:30:00.000Z'],
  ['21:00', '2026-12-02T03:30:00.000Z'],
])('letters of %s in India go out from %s', (time, opening) => {
  expect(nextOpening(at(time), hours).toISOString()).toBe(opening)
})

test.each([
  ['12:00', 1, '2026-12-01T06:30:00.000Z'],
  ['12:00', 301, '2026-12-01T07:30:00.000Z'],
  ['20:00', 601, '2026-12-02T04:30:00.000Z'],
  ['06:24', 3601, '2026-12-02T03:30:00.000Z'],
])('from %s the last of %i letters at 300 an hour goes out at %s', (time, letters, last) => {
  const settings = { ...hours, per_hour: 300 }
  expect(sentAt({ now: at(time), letters, settings }).toISOString()).toBe(last)
})

test('closed hours have no end to count', () => {
  const settings = { day_begins: 0, day_ends: 0, per_hour: 300 }
  expect(sentAt({ now: at('12:00'), letters: 9, settings })).toEqual(at('12:00'))
})
