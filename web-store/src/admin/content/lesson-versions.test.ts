import { expect, test } from 'vitest'
import { type Lesson, lessonParts, mergedLessons } from './lesson-versions.ts'

const lesson = (lesson_id: string | null, title: string): Lesson => ({
  lesson_id,
  title,
  watch_link: 'https://youtu.be/aaaaaaaaaaa',
  download_link: null,
})
const [a, b, c] = [lesson('a', 'A'), lesson('b', 'B'), lesson('c', 'C')]
const titles = (lessons: Lesson[]) => lessons.map(({ title }) => title)

test('a change by one side only is proposed from that side', () => {
  const mine = [lesson('a', 'A of mine'), b, lesson(null, 'New of mine')]
  const theirs = [a, lesson('b', 'B of theirs'), c, lesson('d', 'D of theirs')]
  const parts = lessonParts(mine, theirs, [a, b, c])
  expect(parts.map(({ id, changedHere }) => [id, changedHere])).toEqual([
    ['a', true],
    ['b', false],
    // Removed here, and unchanged there.
    ['c', true],
    ['d', false],
  ])
  const taken = new Set(parts.filter(({ changedHere }) => !changedHere).map(({ id }) => id))
  expect(titles(mergedLessons(mine, theirs, taken))).toEqual(['A of mine', 'B of theirs', 'New of mine', 'D of theirs'])
  const all = new Set(parts.map(({ id }) => id))
  expect(titles(mergedLessons(mine, theirs, all))).toEqual(['A', 'B of theirs', 'C', 'D of theirs', 'New of mine'])
  expect(mergedLessons(mine, theirs, new Set())).toEqual(mine)
})

test('a lesson that they removed goes when theirs is taken, and their order is followed with new ones at the end', () => {
  const mine = [lesson(null, 'New'), a, b, c]
  const theirs = [c, a]
  const parts = lessonParts(mine, theirs, [a, b, c])
  expect(parts.map(({ id, changedHere }) => [id, changedHere])).toEqual([
    ['b', false],
    ['order', false],
  ])
  expect(titles(mergedLessons(mine, theirs, new Set(['b', 'order'])))).toEqual(['C', 'A', 'New'])
  expect(titles(mergedLessons(mine, theirs, new Set(['b'])))).toEqual(['New', 'A', 'C'])
})

test('the same lessons have no parts', () => {
  expect(lessonParts([a, b], [a, b], [a])).toEqual([])
})
