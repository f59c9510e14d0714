import { addDays } from 'contract/indian-time'
import { expect, test } from 'vitest'
import { averageOrder, axisMarks, barsOf, change, labelled, lengthOf, rangeOf, withEnd } from './chart.ts'

test('the axis has round marks from 0 to above the highest value, four steps at most', () => {
  expect(axisMarks(12_480, false)).toEqual([0, 5000, 10_000, 15_000])
  expect(axisMarks(499, false)).toEqual([0, 200, 400, 600])
  expect(axisMarks(10_000, false)).toEqual([0, 2500, 5000, 7500, 10_000])
  expect(axisMarks(26, true)).toEqual([0, 10, 20, 30])
  expect(axisMarks(3, true)).toEqual([0, 1, 2, 3])
  expect(axisMarks(0, true)).toEqual([0, 1])
  expect(axisMarks(0, false)).toEqual([0, 250, 500, 750, 1000])
  expect(axisMarks(0.01, false)).toEqual([0, 1])
  for (const most of [0, 0.5, 1, 7, 9.99, 99, 100, 101, 1234, 99_999, 1_234_567]) {
    for (const whole of [true, false]) {
      if (whole && !Number.isInteger(most)) continue
      const marks = axisMarks(most, whole)
      expect([most, marks.length <= 5, (marks.at(-1) ?? 0) >= most]).toEqual([most, true, true])
      if (whole) expect(marks.every(Number.isInteger)).toBe(true)
    }
  }
})

const day = (from: string, index: number, revenue: number) => ({
  day: addDays(from, index),
  revenue,
  refunds: 0.1,
  orders: 1,
  students: 0,
  visits: 2,
})

test('a quarter has a bar for each day, a year one for each week, beside the time before', () => {
  const month = Array.from({ length: 30 }, (_, index) => day('2026-11-01', index, index))
  const before = Array.from({ length: 30 }, (_, index) => day('2026-10-02', index, 2 * index))
  const bars = barsOf(month, before)
  expect(bars).toHaveLength(30)
  expect(bars[29]).toMatchObject({
    from: '2026-11-30',
    to: '2026-11-30',
    now: { revenue: 29 },
    before: { revenue: 58 },
  })
  const year = Array.from({ length: 365 }, (_, index) => day('2025-12-01', index, 0.1))
  const weeks = barsOf(year, [])
  expect(weeks).toHaveLength(53)
  expect(weeks[0]).toMatchObject({
    from: '2025-12-01',
    to: '2025-12-07',
    now: { revenue: 0.7, orders: 7, refunds: 0.7 },
  })
  expect(weeks.at(-1)).toMatchObject({ from: '2026-11-30', to: '2026-11-30', before: { revenue: 0 } })
})

test('labels are spread evenly', () => {
  expect(labelled(30, 5)).toEqual([0, 6, 12, 18, 24])
  expect(labelled(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelled(1, 5)).toEqual([0])
})

test('an average order, and what changed, in words', () => {
  expect(averageOrder({ revenue: 234_143, orders: 466 })).toBe(502.45)
  expect(averageOrder({ revenue: 0, orders: 0 })).toBe(0)
  expect(change(122, 100)).toEqual({ text: 'Up 22%', tone: 'good' })
  expect(change(97, 100)).toEqual({ text: 'Down 3%', tone: 'bad' })
  expect(change(5, 5)).toEqual({ text: 'No change', tone: 'same' })
  expect(change(5, 0)).toEqual({ text: 'Up from zero', tone: 'good' })
  expect(change(200, 100, false)).toEqual({ text: 'Up 100%', tone: 'bad' })
})

test('any range of an address is read, and what is none is the last 30 days', () => {
  const read = (query: string) => rangeOf(new URLSearchParams(query), '2026-11-21')
  expect(read('days=7')).toEqual({ from: '2026-11-15', to: '2026-11-21', span: '7' })
  expect(read('from=2026-10-01&to=2026-10-31')).toEqual({ from: '2026-10-01', to: '2026-10-31', span: undefined })
  for (const wrong of [
    '',
    'days=8',
    'from=2026-10-01',
    'from=2026-02-30&to=2026-03-02',
    'from=2026-11-02&to=2026-11-01',
    'from=2020-01-01&to=2026-01-01',
    'from=x&to=y',
  ]) {
    expect([wrong, read(wrong).span]).toEqual([wrong, '30'])
  }
})

test('an end that is chosen stays; the other one gives way', () => {
  const range = { from: '2026-11-01', to: '2026-11-21' }
  expect(withEnd(range, 'from', '2026-11-10')).toEqual({ from: '2026-11-10', to: '2026-11-21' })
  expect(withEnd(range, 'from', '2026-11-25')).toEqual({ from: '2026-11-25', to: '2026-11-25' })
  expect(withEnd(range, 'to', '2026-10-05')).toEqual({ from: '2026-10-05', to: '2026-10-05' })
  expect(lengthOf(withEnd(range, 'from', '2020-01-01'))).toBe(366)
  expect(withEnd(range, 'from', '2020-01-01').from).toBe('2020-01-01')
  expect(withEnd(range, 'to', '2030-01-01').to).toBe('2030-01-01')
  expect(withEnd(range, 'to', '')).toEqual(range)
})
