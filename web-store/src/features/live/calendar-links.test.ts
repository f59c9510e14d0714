import { expect, test } from 'vitest'
import { calendarLinks } from './AddToCalendar.tsx'

test('calendars in the browser receive start, end, title and the address of the lesson', () => {
  const [google, outlook] = calendarLinks({
    title: 'Hooks & beats',
    address: 'https://shop.example.com/learn/reels?lesson=les_1',
    starts_at: '2026-11-28T13:30:00.000Z',
    minutes: 90,
  }).map(({ href }) => new URL(href).searchParams)
  expect(google?.get('dates')).toBe('20261128T133000Z/20261128T150000Z')
  expect(google?.get('text')).toBe('Hooks & beats')
  expect(google?.get('location')).toBe('https://shop.example.com/learn/reels?lesson=les_1')
  expect([outlook?.get('startdt'), outlook?.get('enddt')]).toEqual([
    '2026-11-28T13:30:00.000Z',
    '2026-11-28T15:00:00.000Z',
  ])
})
