import { expect, test } from 'vitest'
import { addPeriod } from './access-period.ts'
import { AccessPeriod } from './fields.ts'

test('a month is one of the calendar in India, clamped where the month is shorter', () => {
  const after = (from: string, period: string) => addPeriod(new Date(from), period).toISOString()
  expect(after('2026-03-03T10:00:00.000Z', 'P12M')).toBe('2027-03-03T10:00:00.000Z')
  expect(after('2027-01-31T06:00:00.000Z', 'P1M')).toBe('2027-02-28T06:00:00.000Z')
  expect(after('2028-02-29T06:00:00.000Z', 'P12M')).toBe('2029-02-28T06:00:00.000Z')
  // Still the 30th in UTC, the 31st in India: its month ends in India, too.
  expect(after('2026-08-30T19:00:00.000Z', 'P1M')).toBe('2026-09-29T19:00:00.000Z')
  expect(after('2026-12-31T06:00:00.000Z', 'P30D')).toBe('2027-01-30T06:00:00.000Z')
})

test('a period is whole months or days', () => {
  const taken = ['P12M', 'P1D', 'P3650D', null].map((value) => AccessPeriod.safeParse(value).success)
  expect(taken).toEqual([true, true, true, true])
  const refused = ['P0M', 'P10000D', 'P1000M', 'P1Y', '12', ''].map((value) => AccessPeriod.safeParse(value).success)
  expect(refused).toEqual([false, false, false, false, false, false])
})
