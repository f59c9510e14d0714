import type { StudentLesson } from 'contract/learning'
import { expect, test } from 'vitest'
import { doneText, leftOf, percentPlayed, placeText, secondsLeft, wholeText } from './lesson-times.ts'

const of = (more: Partial<StudentLesson>) =>
  ({
    kind: 'media',
    watch_link: 'https://youtu.be/M7lc1UVf-VE',
    seconds: null,
    length: null,
    position: 0,
    completed: false,
    ...more,
  }) as StudentLesson

test('the rest of a lesson is counted from the saved second', () => {
  expect(secondsLeft(of({ seconds: 1100, position: 754 }))).toBe(346)
  expect(secondsLeft(of({ seconds: 1100, completed: true, position: 754 }))).toBe(0)
  expect(secondsLeft(of({ seconds: 60, position: 754 }))).toBe(0)
  expect(secondsLeft(of({ length: 600.5, position: 100 }))).toBe(500.5)
  expect(secondsLeft(of({ position: 100 }))).toBeNull()
})

test('the part that was played is whole percent of the length, never more than all', () => {
  expect(percentPlayed(of({ seconds: 1100, position: 748 }))).toBe(68)
  expect(percentPlayed(of({ seconds: 10, position: 99 }))).toBe(100)
  expect(percentPlayed(of({ position: 99 }))).toBe(0)
})

test('a course names its length and what is left, and says when a part is not known', () => {
  const lessons = [of({ seconds: 900, completed: true }), of({ seconds: 1800, position: 300 }), of({ seconds: 4380 })]
  expect(wholeText(lessons)).toBe('3 lessons, 1 h 58 min')
  expect(doneText(lessons)).toBe('1 of 3 done, 1 h 58 min')
  expect(leftOf(lessons)).toBe('1 h 38 min')
  expect(leftOf([...lessons, of({})])).toBe('1 h 38+ min')
  // A paper or a quiz takes no known time, and makes nothing unknown.
  const paper = of({ watch_link: '/media/x/sheet.pdf' })
  expect(leftOf([...lessons, paper, of({ kind: 'quiz', watch_link: '' })])).toBe('1 h 38 min')
  expect(leftOf([of({ seconds: 900, completed: true })])).toBeUndefined()
  expect(doneText([of({})])).toBe('0 of 1 done')
})

test('the open lesson says what is left of it, another where it stopped', () => {
  expect(placeText(of({ seconds: 1100, position: 754 }), true)).toBe('5:46 left')
  expect(placeText(of({ seconds: 1100 }), true)).toBe('18:20 left')
  expect(placeText(of({ seconds: 535, position: 130.4 }), false)).toBe('Stopped at 2:10')
  expect(placeText(of({ position: 130 }), false)).toBe('Stopped at 2:10')
  expect(placeText(of({ seconds: 535 }), false)).toBeUndefined()
  expect(placeText(of({ seconds: 535, position: 130, completed: true }), false)).toBeUndefined()
})
