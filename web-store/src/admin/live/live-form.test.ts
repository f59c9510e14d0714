import { expect, test } from 'vitest'
import { liveParts, mergedLive } from './live-form.ts'

const base = {
  version: 1,
  starts_at: '2026-12-01T10:00:00.000Z',
  minutes: 60,
  cancelled: false,
  join_link: 'https://meet.example.com/abc',
}
const { starts_at, minutes, join_link } = base
const begun = { starts_at, minutes, join_link }
const mine = { ...begun, minutes: 90 }

test('two versions of a live lesson differ in words, and a change by one side only is proposed', () => {
  const theirs = { ...base, version: 2, starts_at: '2026-12-02T10:00:00.000Z', minutes: 45 }
  expect(liveParts(mine, theirs, base)).toMatchObject([
    { id: 'starts_at', theirs: expect.stringMatching(/^2 Dec 2026, .*IST$/), changedHere: false },
    { id: 'minutes', mine: 90, theirs: 45, changedHere: true },
  ])
  expect(mergedLive(mine, theirs, new Set(['starts_at']))).toEqual({ ...mine, starts_at: theirs.starts_at })
})

test('one that they cancelled stays cancelled unless this admin decides to hold it', () => {
  const theirs = { ...base, version: 2, cancelled: true }
  expect(liveParts(begun, theirs, base)).toEqual([
    { id: 'cancelled', label: 'cancelled', mine: false, theirs: true, changedHere: false },
  ])
  expect(mergedLive(mine, theirs, new Set(['cancelled']))).toBeUndefined()
  expect(mergedLive(mine, theirs, new Set())).toEqual(mine)
})
