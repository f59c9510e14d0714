import type { StudentLesson } from 'contract/learning'
import { expect, test } from 'vitest'
import { followingOf, hasPicture, isConfirmedFirst, stillOpen } from './lesson-natures.ts'

const lesson: StudentLesson = {
  lesson_id: 'l',
  title: 'A lesson',
  section: null,
  kind: 'media',
  watch_link: 'https://example.com/a.mp4',
  download_link: null,
  waits_for: null,
  quiz: null,
  assignment: null,
  live: null,
  opens_at: null,
  completed: false,
  moved_in: false,
  position: 0,
  length: null,
  watched_at: null,
  seconds: null,
  bytes: null,
  notes: 0,
  questions: 0,
  files: [],
  captions: [],
  video: null,
}

test('the next lesson is the first thing to do, unless this one asks for something or either is shut', () => {
  const first = (of: Partial<StudentLesson>, next: Partial<StudentLesson> = {}) =>
    isConfirmedFirst({ ...lesson, ...of }, { ...lesson, ...next })
  expect(first({})).toBe(false)
  expect(first({ quiz: { questions: 2, passed: false } })).toBe(true)
  expect(first({ quiz: { questions: 2, passed: true } })).toBe(false)
  expect(first({ assignment: { status: null, due_at: null } })).toBe(true)
  expect(first({ assignment: { status: 'again', due_at: null } })).toBe(true)
  expect(first({ assignment: { status: 'waiting', due_at: null } })).toBe(false)
  expect(first({ waits_for: 'another' })).toBe(true)
  expect(first({}, { waits_for: 'l' })).toBe(true)
  expect(first({}, { opens_at: '2026-11-30T00:00:00.000Z' })).toBe(true)
})

test('the end of a lesson leads to the next open one, and says nothing follows when only earlier ones are open', () => {
  const [DONE, SHUT] = [{ completed: true }, { opens_at: '2026-11-30T00:00:00.000Z' }]
  const course = (...states: Partial<StudentLesson>[]) =>
    states.map((state, at) => ({ ...lesson, lesson_id: `${at + 1}`, ...state }))
  const after = (number: number, ...states: Partial<StudentLesson>[]) => {
    const lessons = course(...states)
    const one = lessons[number - 1] ?? lesson
    return { next: followingOf(one, lessons)?.lesson_id, open: stillOpen(one, lessons).map((it) => it.lesson_id) }
  }
  expect(after(1, DONE, {}, {})).toEqual({ next: '2', open: ['2', '3'] })
  expect(after(1, DONE, DONE, SHUT, {})).toEqual({ next: '4', open: ['4'] })
  expect(after(3, {}, DONE, DONE)).toEqual({ next: undefined, open: ['1'] })
  expect(after(2, {}, DONE, DONE, SHUT)).toEqual({ next: undefined, open: ['1'] })
  expect(after(2, DONE, DONE)).toEqual({ next: undefined, open: [] })
  // A lesson that this one's task opens comes first, and one that opens later says when.
  expect(after(1, {}, { waits_for: '1' }, {})).toEqual({ next: '2', open: ['3'] })
  expect(after(1, DONE, DONE, SHUT)).toEqual({ next: '3', open: [] })
})

test('a video or a frame is a picture that stays in sight', () => {
  const shows = (of: Partial<StudentLesson>) => hasPicture({ ...lesson, ...of }, [])
  expect(shows({ watch_link: '/media/x/film.mp4' })).toBe(true)
  expect(shows({ watch_link: 'https://youtu.be/M7lc1UVf-VE' })).toBe(true)
  expect(shows({ watch_link: '/media/x/sheet.pdf' })).toBe(false)
  expect(shows({ watch_link: 'https://example.com/page' })).toBe(false)
  expect(shows({ kind: 'quiz', watch_link: '' })).toBe(false)
  expect(shows({ watch_link: '/media/x/film.mp4', opens_at: '2026-11-30T00:00:00.000Z' })).toBe(false)
})
