import { expect } from 'vitest'
import { fromNpm, row } from './row.ts'

const { programs, load } = fromNpm('calendars', { 'ical.js': '2.2.1' })

row({ part: 'Calendars', program: programs['ical.js'], did: 'is loaded', guess: 'it loads' }, async () => {
  const { default: ical } = await load('ical.js')
  expect(ical.parse('BEGIN:VCALENDAR\r\nEND:VCALENDAR')[0]).toBe('vcalendar')
  return 'It loads.'
})
