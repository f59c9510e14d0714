import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildCourse, buildEnrolment } from '../../server/test/catalogue-factories.ts'
import { awaitMail } from '../../server/test/mails.ts'
import { buildUser } from '../../server/test/people-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { debian, fromNpm, row } from './row.ts'

const { programs, load } = fromNpm('calendars', { 'ical.js': '2.2.1', 'node-ical': '0.27.2' })
const python = debian('python3-icalendar', 'python-icalendar')
const khal = debian('khal')

const HOUR = 3_600_000
const TITLE = 'कहानी कहने की कला; "रील्स", हुक और \\ बीट्स: '.repeat(6).trim()
const SHOP = 'Asha "Reels" School'
const COURSE = 'रील्स, ३० दिवसांत'

/** A lesson's file in each state: the last is the attachment of `email`, the source of the email about the cancellation. */
type Files = { made: string; moved: string; cancelled: string; email: string }
type Event = {
  uid: string
  sequence: number
  method: string
  status: string
  organizer: string
  by: string
  start: string
  end: string
  title: string
  words: string
  repeats: boolean
}

let server: TestServer
let files: Files
let lessonId: string
let starts: { made: Date; moved: Date }
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'world-calendars-'))
  server = await startTestServer({ shop: { brand: { name: SHOP } } })
  // Half past eleven at night in India, on a day of summer time in New York: both ends lie on other days elsewhere.
  const made = new Date('2027-06-30T18:00:00Z')
  starts = { made, moved: new Date(made.getTime() + 26 * HOUR) }
  server.clock.set(new Date(made.getTime() - 20 * HOUR))
  const { course_id } = await buildCourse(server.db, { name: COURSE })
  const reader = await buildUser(server.db)
  await server.db('users').where({ id: reader.id }).update({ language: 'mr' })
  await buildEnrolment(server.db, { user_id: reader.id, course_id })
  const [owner, student] = [server.api(await server.adminToken()), server.api(await server.userToken(reader))]
  const content = [{ title: TITLE, kind: 'live', watch_link: '' }]
  await owner.learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  lessonId = (await owner.learning.adminGetContent({ id: course_id })).content[0]?.lesson_id ?? ''
  const params = { lesson_id: lessonId }
  const set = (time: Date) =>
    owner.live.save({
      params,
      body: { starts_at: time.toISOString(), minutes: 90, join_link: 'https://meet.example.com/room' },
    })
  const file = async () => await ((await student.live.calendar(params)) as unknown as File).text()
  const notify = () => server.ctx.queue.send(server.db, 'live-round', {})
  await set(starts.made)
  await notify()
  const first = await file()
  await awaitMail(server.dataDir, reader.email, 'live-lesson.ics')
  await set(starts.moved)
  const second = await file()
  await owner.live.cancel({ params })
  await notify()
  const email = await awaitMail(server.dataDir, reader.email, 'method=CANCEL')
  const [, attached = ''] = /filename=live-lesson.ics\s*\n\s*\n([\w+/=\n]+)/.exec(email) ?? []
  files = { made: first, moved: second, cancelled: Buffer.from(attached, 'base64').toString(), email }
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const STATES = ['made', 'moved', 'cancelled'] as const
type Read = (file: string) => Promise<Event>

/** The files, as this program reads them, are one event that was made, moved and cancelled. */
async function seenBy(read: Read) {
  const [made, moved, cancelled] = (await Promise.all(STATES.map((state) => read(files[state])))) as [
    Event,
    Event,
    Event,
  ]
  const facts = ({ title, words, organizer, repeats, uid }: Event) => ({ title, words, organizer, repeats, uid })
  const organizer = `mailto:${/<([^>]+)>/.exec(server.ctx.config.mailFrom)?.[1] ?? server.ctx.config.mailFrom}`
  for (const event of [made, moved, cancelled]) {
    expect(facts(event)).toMatchObject({ title: TITLE, organizer, repeats: false, uid: lessonId })
    expect(event.by).toBe("Asha 'Reels' School")
    expect(event.words.startsWith(`${COURSE}\n\n`)).toBe(true)
  }
  const times = (begin: Date) => [begin.toISOString(), new Date(begin.getTime() + 1.5 * HOUR).toISOString()]
  expect([made, moved, cancelled].map(({ start, end }) => [start, end])).toEqual(
    [starts.made, starts.moved, starts.moved].map(times),
  )
  expect([made, moved, cancelled].map(({ method, status }) => `${method} ${status}`)).toEqual([
    'PUBLISH CONFIRMED',
    'PUBLISH CONFIRMED',
    'CANCEL CANCELLED',
  ])
  const sequences = [made, moved, cancelled].map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  expect(new Set(sequences).size).toBe(3)
  return `One UID, SEQUENCE ${sequences.join(', ')}, METHOD CANCEL with ORGANIZER at the end; ${[...TITLE].length} characters of Devanagari as typed. The quotation marks of the shop's name are single ones since three of four showed their escape (RFC 6868).`
}

const did = 'reads a live lesson that was made, moved and cancelled (file of the store, attachment of the email)'
const guess = 'a title of folded Devanagari breaks, or the cancelled lesson stays'

row({ part: 'Calendars', program: programs['ical.js'], did, guess }, async () => {
  const { default: ical } = await load('ical.js')
  return await seenBy(async (file) => {
    const calendar = new ical.Component(ical.parse(file))
    const [component, ...more] = calendar.getAllSubcomponents()
    expect(more).toEqual([])
    const event = new ical.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      method: calendar.getFirstPropertyValue('method'),
      status: component.getFirstPropertyValue('status'),
      organizer: event.organizer,
      by: component.getFirstProperty('organizer').getParameter('cn'),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      title: event.summary,
      words: event.description,
      repeats: event.isRecurring(),
    }
  })
})

row({ part: 'Calendars', program: programs['node-ical'], did, guess }, async () => {
  const { default: ical } = await load('node-ical')
  return await seenBy(async (file) => {
    const { vcalendar, ...events } = ical.sync.parseICS(file)
    const [event, ...more] = Object.values(events) as Record<string, never>[]
    expect([more, event?.type]).toEqual([[], 'VEVENT'])
    const { uid, sequence, status, start, end, summary, description, organizer, rrule } = event as never as Record<
      'uid' | 'status' | 'summary' | 'description',
      string
    > & { sequence: number; start: Date; end: Date; organizer: { val: string; params: { CN: string } }; rrule?: object }
    return {
      uid,
      sequence: Number(sequence),
      method: vcalendar.method,
      status,
      organizer: organizer.val,
      by: organizer.params.CN.replace(/^"(.*)"$/, '$1'),
      start: start.toISOString(),
      end: end.toISOString(),
      title: summary,
      words: description,
      repeats: rrule !== undefined,
    }
  })
})

/** Runs a script of Debian's Python, which has its packages. */
const runPython = (script: string, input: string) =>
  JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', script], {
      input,
      encoding: 'utf8',
      env: { PYTHONIOENCODING: 'utf-8', PATH: process.env.PATH },
    }),
  )

const READ_ICS = `
import json, sys
from zoneinfo import ZoneInfo
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
event, = [part for part in calendar.walk() if part.name != 'VCALENDAR']
text = lambda name: str(event[name])
at = lambda name, zone: event[name].dt.astimezone(ZoneInfo(zone)).isoformat()
utc = lambda name: event[name].dt.astimezone(ZoneInfo('UTC')).strftime('%Y-%m-%dT%H:%M:%S.000Z')
print(json.dumps({
  'uid': text('uid'), 'sequence': int(event['sequence']), 'method': str(calendar['method']), 'status': text('status'),
  'organizer': text('organizer'), 'by': event['organizer'].params['CN'], 'start': utc('dtstart'), 'end': utc('dtend'), 'title': text('summary'),
  'words': text('description'), 'repeats': 'rrule' in event,
  'india': at('dtstart', 'Asia/Kolkata'), 'newYork': at('dtend', 'America/New_York'),
}))`

row({ part: 'Calendars', program: python, did, guess }, async () => seenBy(async (file) => runPython(READ_ICS, file)))

row(
  {
    part: 'Calendars',
    program: python,
    did: 'shows a lesson of half past eleven at night in two time zones',
    guess: 'the day is wrong in one of them',
  },
  async () => {
    const { india, newYork } = runPython(READ_ICS, files.made)
    expect([india, newYork]).toEqual(['2027-06-30T23:30:00+05:30', '2027-06-30T15:30:00-04:00'])
    return `It begins at ${india} and ends at ${newYork}.`
  },
)

row(
  {
    part: 'Calendars',
    program: debian('python3', 'Python email'),
    did: 'takes the file out of the email about the cancelled lesson',
    guess: 'the type of the attachment lacks the method, which mail programs look for',
  },
  async () => {
    const script = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
part, = [one for one in mail.walk() if one.get_content_type() == 'text/calendar']
print(json.dumps([part.get_param('method'), part.get_content_charset(), part.get_filename(), part.get_content()]))`
    const [method, charset, name, text] = runPython(script, files.email)
    expect([method, charset, name]).toEqual(['CANCEL', 'utf-8', 'live-lesson.ics'])
    expect(text.replaceAll('\r\n', '\n')).toBe(files.cancelled.replaceAll('\r\n', '\n'))
    return `text/calendar; method=${method}, ${Buffer.byteLength(files.cancelled)} bytes, the same as the shop wrote.`
  },
)

/** Runs khal with a calendar of its own in a time zone. */
function khalIn(zone: string) {
  const own = mkdtempSync(join(folder, 'khal-'))
  const [config, path] = [join(own, 'config'), join(own, 'calendar')]
  mkdirSync(path)
  const forms = 'timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d'
  writeFileSync(
    config,
    `[calendars]
[[shop]]
path = ${path}
type = calendar
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
${forms}
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${join(own, 'khal.db')}
[default]
default_calendar = shop
`,
  )
  const run = (args: string[]) =>
    execFileSync('/usr/bin/khal', ['-c', config, ...args], {
      encoding: 'utf8',
      env: { HOME: own, LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    })
  return {
    /** Imports a file; returns each event that is listed then, by its days. */
    take(file: string) {
      const name = join(own, 'live-lesson.ics')
      writeFileSync(name, file)
      run(['import', '--batch', name])
      const form = '{start}|{end}|{status}|{uid}|{title}'
      const lines = run(['list', '--day-format', '', '--format', form, '2027-06-28', '10d']).split('\n')
      return [...new Set(lines.map((line) => line.trim()).filter((line) => line.includes('|')))]
    },
    stored: () => readdirSync(path).length,
  }
}

row(
  {
    part: 'Calendars',
    program: khal,
    did: 'imports a live lesson that was made, moved and cancelled, one after the other, in Asia/Kolkata and America/New_York',
    guess: 'three events stand beside each other',
  },
  async () => {
    const shown = ['Asia/Kolkata', 'America/New_York'].map((zone) => {
      const calendar = khalIn(zone)
      const events = STATES.map((state) => calendar.take(files[state]))
      expect(calendar.stored()).toBe(1)
      return events.map((lines) => lines.map((line) => line.split('|').map((part) => part.trim())))
    })
    const same = (status: string) => [status, lessonId, TITLE]
    expect(shown).toEqual([
      [
        [['2027-06-30 23:30', '2027-07-01 01:00', ...same('CONFIRMED')]],
        [['2027-07-02 01:30', '2027-07-02 03:00', ...same('CONFIRMED')]],
        [['2027-07-02 01:30', '2027-07-02 03:00', ...same('CANCELLED')]],
      ],
      [
        [['2027-06-30 14:00', '2027-06-30 15:30', ...same('CONFIRMED')]],
        [['2027-07-01 16:00', '2027-07-01 17:30', ...same('CONFIRMED')]],
        [['2027-07-01 16:00', '2027-07-01 17:30', ...same('CANCELLED')]],
      ],
    ])
    return 'One event, which moved and was then marked CANCELLED, at 23:30 in India and 14:00 in New York.'
  },
)

row(
  {
    part: 'Calendars',
    program: khal,
    did: 'imports an older file of a lesson again, after the newer one',
    guess: 'it keeps the event with the higher SEQUENCE',
  },
  async () => {
    const calendar = khalIn('Asia/Kolkata')
    calendar.take(files.cancelled)
    const [event = ''] = calendar.take(files.made)
    expect(event.split('|').map((part) => part.trim())).toEqual([
      '2027-06-30 23:30',
      '2027-07-01 01:00',
      'CONFIRMED',
      lessonId,
      TITLE,
    ])
    return {
      seen: 'It takes the older moment back, CONFIRMED.',
      limit:
        'It does not compare SEQUENCE: students import the newest file of the lesson page, which is always current.',
    }
  },
)
