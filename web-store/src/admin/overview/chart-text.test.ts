import { expect, test } from 'vitest'
import { rupeesText } from '../../ui/format.ts'
import { type Bar, barAt, measured } from './chart.ts'
import { axisText, barText, isMoney, ordersText, shortDay, spanText } from './DayChart.tsx'

const none = { revenue: 0, refunds: 0, orders: 0, students: 0, visits: 0 }
const bar = (orders: number): Bar => ({
  from: '2026-11-09',
  to: '2026-11-09',
  now: { ...none, revenue: 998.5, orders },
  before: { ...none, revenue: 499 },
})

test('a day is one day wherever the reader sits, and a week has both ends', () => {
  expect(shortDay('2026-11-09')).toBe('9 Nov')
  expect(spanText(bar(1))).toBe('Mon, 9 Nov 2026')
  expect(spanText({ from: '2026-12-28', to: '2027-01-03' })).toBe('28 Dec to Sun, 3 Jan 2027')
})

test('a bar reads as its figure, the one before and its orders', () => {
  const shown = (orders: number) => barText(bar(orders), 'revenue', rupeesText)
  expect(shown(2)).toBe('Mon, 9 Nov 2026: ₹998.50, previous period ₹499.00, 2 orders')
  expect(shown(1)).toMatch(/, 1 order$/)
  expect(ordersText(bar(123_456), 'visits')).toBe(', 1,23,456 orders')
  expect(ordersText(bar(2), 'orders')).toBe('')
  expect(measured(bar(2).now, 'average')).toBe(499.25)
})

test('money has its sign on the axis, what is counted has none', () => {
  expect([axisText(150_000, true), axisText(2.5, true), axisText(150_000, false)]).toEqual([
    '₹1,50,000',
    '₹2.5',
    '1,50,000',
  ])
  expect((['revenue', 'average', 'refunds', 'orders', 'students', 'visits'] as const).map(isMoney)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a finger meets the bar below it, and the nearest one beside the plot', () => {
  expect([-0.2, 0, 0.099, 0.1, 0.55, 0.999, 1, 1.5].map((share) => barAt(share, 10))).toEqual([0, 0, 0, 1, 5, 9, 9, 9])
  expect(barAt(0.7, 1)).toBe(0)
})
