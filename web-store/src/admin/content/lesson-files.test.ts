import { expect, test } from 'vitest'
import { uploadReference } from '../media/queue/upload-reference.ts'
import { lessonsOfFiles, readyLessons, typedApartFrom, waitingPlaces, withWaiting } from './lesson-files.ts'
import { emptyLesson, type LessonFields } from './lesson-form.ts'

const lesson = (title: string, changes: Partial<LessonFields> = {}): LessonFields => ({
  ...emptyLesson,
  title,
  watch_link: `/media/aaaaaaaaaaaaaaaa/${title}.mp4`,
  ...changes,
})
const waiting = uploadReference('k')

test('files become lessons in the order of their numbers, each with its own upload', () => {
  const made = lessonsOfFiles(['10 End.mp4', '2 Middle.mp4', '01 Start.mp4'], ['x', 'y', 'z'])
  expect(made.map(({ title, watch_link }) => [title, watch_link])).toEqual([
    ['Start', 'upload:z'],
    ['Middle', 'upload:y'],
    ['End', 'upload:x'],
  ])
})

test('while files are on their way a new lesson waits, and a stored one keeps the file it has', () => {
  const stored = [lesson('a', { lesson_id: '1' }), lesson('b', { lesson_id: '2' })]
  const typed = [
    lesson('new', { watch_link: waiting }),
    lesson('a', { lesson_id: '1' }),
    lesson('renamed', { lesson_id: '2', watch_link: waiting }),
  ]
  expect(readyLessons(typed, stored)).toEqual([
    lesson('a', { lesson_id: '1' }),
    lesson('renamed', { lesson_id: '2', watch_link: stored[1]?.watch_link ?? '' }),
  ])
  const saved = [lesson('a', { lesson_id: '1' }), lesson('renamed', { lesson_id: '2' })]
  const places = waitingPlaces(typed)
  expect(withWaiting(saved, typed, places)).toEqual([
    typed[0],
    saved[0],
    lesson('renamed', { lesson_id: '2', watch_link: waiting }),
  ])
  // Both files arrived during the save: their lessons are still unsaved.
  const [arrived, other] = [lesson('new'), lesson('renamed', { lesson_id: '2', watch_link: '/media/other.mp4' })]
  expect(withWaiting(saved, [arrived, lesson('a', { lesson_id: '1' }), other], places)).toEqual([
    arrived,
    saved[0],
    other,
  ])
})

test('an arriving file is no change of the typed text, a word is', () => {
  const before = [lesson('a'), lesson('b', { watch_link: waiting })]
  const places = waitingPlaces(before)
  expect([...places]).toEqual([1])
  expect(typedApartFrom([lesson('a'), lesson('b')], places)).toBe(typedApartFrom(before, places))
  expect(typedApartFrom([lesson('a'), lesson('c')], places)).not.toBe(typedApartFrom(before, places))
})
