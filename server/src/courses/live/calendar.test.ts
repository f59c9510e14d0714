import { translations } from 'contract/languages'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'

const now = new Date('2026-11-22T06:00:00.000Z')

const organizer = { name: 'Asha "Reels" School', email: 'hello@shop.example.com' }
const english = { language: 'en', organizer } as const

const lesson = {
  lesson_id: 'les_1',
  title: 'Hooks; beats, and a \\ bar — कहानी\nsecond line',
  course_id: 'reels',
  course_name: 'Reels, in 30 days',
  version: 3,
  starts_at: '2026-11-28T13:30:00.000Z',
  minutes: 90,
  cancelled: false,
}

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  return { calendar, component, event: new ICAL.Event(component) }
}

test('a standard calendar parser reads the correct event of a live lesson', async () => {
  const { calendar, component, event } = read(await calendarOf('https://shop.example.com', lesson, now, english))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(calendar.getAllSubcomponents()).toHaveLength(1)
  expect(event.uid).toBe('les_1')
  expect(event.summary).toBe(lesson.title)
  expect(event.description).toContain(`${lesson.course_name}\n\n`)
  expect(event.location).toBe('https://shop.example.com/learn/reels?lesson=les_1')
  expect(event.sequence).toBe(3)
  expect([event.startDate, event.endDate].map((time) => [time.toJSDate().toISOString(), time.zone?.tzid])).toEqual([
    [lesson.starts_at, 'UTC'],
    ['2026-11-28T15:00:00.000Z', 'UTC'],
  ])
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-22T06:00:00Z')
})

test('a removed lesson is the same event, later and cancelled', async () => {
  const { calendar, component, event } = read(
    await calendarOf('https://shop.example.com', { ...lesson, version: 4, cancelled: true }, now, english),
  )
  expect([event.uid, event.sequence]).toEqual(['les_1', 4])
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:hello@shop.example.com')
})

test.each([false, true])('every line of the file ends as RFC 5545 says, cancelled: %s', async (cancelled) => {
  const text = await calendarOf('https://shop.example.com', { ...lesson, cancelled }, now, english)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('the name of a shop with quotation marks has no escape that calendars show as typed', async () => {
  const text = await calendarOf('https://shop.example.com', lesson, now, english)
  expect(text).toContain(`ORGANIZER;CN="Asha 'Reels' School":mailto:hello@shop.example.com`)
})

test('the event keeps its UID when the shop moves to another host', async () => {
  const uids = await Promise.all(
    ['https://shop.example.com', 'https://courses.example.in'].map(
      async (host) => read(await calendarOf(host, lesson, now, english)).event.uid,
    ),
  )
  expect(new Set(uids)).toEqual(new Set([lesson.lesson_id]))
})

test('lines follow the standard: ends, at most 75 octets, no break within a letter', async () => {
  const title = 'कहानी कहने की कला '.repeat(12).trim()
  const text = await calendarOf('https://shop.example.com', { ...lesson, title }, now, english)
  const lines = text.split('\r\n')
  expect(lines.join('')).not.toMatch(/[\r\n]/)
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text).not.toContain('\ufffd')
  expect(read(text).event.summary).toBe(title)
})

test.each(translations)('the event in %s is the same, without English words in its texts', async (language) => {
  const names = { title: 'पहला', course_name: 'रील्स' }
  const [first, own] = await Promise.all(
    (['en', language] as const).map(async (one) =>
      read(await calendarOf('https://shop.example.com', { ...lesson, ...names }, now, { language: one, organizer })),
    ),
  )
  expect(first?.event.description).toBe(
    'रील्स\n\nJoin from the lesson, from 15 minutes before it begins:\nhttps://shop.example.com/learn/reels?lesson=les_1',
  )
  const address = `https://shop.example.com/${language}/learn/reels?lesson=les_1`
  expect(own?.event.location).toBe(address)
  expect(own?.event.description).toMatch(/\n\n[^A-Za-z{]+15[^A-Za-z{]+\n/)
  expect(own?.event.description.endsWith(`\n${address}`)).toBe(true)
  // Calendars recognise it by these.
  for (const key of ['uid', 'sequence', 'summary'] as const) expect(own?.event[key]).toBe(first?.event[key])
  expect(String(own?.calendar.getFirstPropertyValue('prodid'))).toMatch(new RegExp(`//${language}$`, 'i'))
})
