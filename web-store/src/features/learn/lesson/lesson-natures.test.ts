import type { StudentLesson } from 'contract/learning'
import { expect, test } from 'vitest'
import { asksFirst } from './lesson-natures.ts'

const lesson: StudentLesson = {
  ...{ lesson_id: 'l', title: 'A lesson', section: null, kind: 'media', watch_link: 'https://example.com/a.mp4' },
  ...{ download_link: null, waits_for: null, quiz: null, assignment: null, live: null, opens_at: null },
  ...{
    completed: false,
    moved_in: false,
    position: 0,
    length: null,
    watched_at: null,
    ...{ seconds: null, bytes: null, notes: 0, questions: 0 },
    files: [],
    captions: [],
    video: null,
  },
}

test('the next lesson is the first thing to do, unless this one asks for something or either is shut', () => {
  const first = (of: Partial<StudentLesson>, next: Partial<StudentLesson> = {}) =>
    asksFirst({ ...lesson, ...of }, { ...lesson, ...next })
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
