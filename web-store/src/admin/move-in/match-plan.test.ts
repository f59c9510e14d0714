import type { ReadFile } from 'contract/move-in/file'
import { expect, test } from 'vitest'
import { exampleIn, fieldsIn, missingIn, openNames, planOf, readsOthers } from './match-plan.ts'

const column = (heading: string, guess: string | null) => ({
  heading,
  guess,
  samples: [],
  sure: true,
  dates: null,
})
const read: ReadFile = {
  move_id: 'm',
  file_name: 'learners.csv',
  kind_guess: 'students',
  source_guess: 'graphy',
  rows: 4,
  encoding: 'utf-8',
  encoding_sure: true,
  delimiter: ',',
  sheets: [],
  sheet: null,
  head_row: 1,
  columns: [column('Learner Email', 'email'), column('Course', 'course'), column('Joined', 'enrolled_on')],
  courses: [
    { name: 'Reels', rows: 3, guess: 'reels', close: 'same' },
    { name: 'Old webinar', rows: 1, guess: null, close: 'none' },
  ],
  statuses: [{ value: 'Expired', rows: 1, guess: 'skip', sure: true }],
  remembered: false,
  problem: null,
}

test('the guesses are the choices until something else is chosen, and the letter waits', () => {
  expect(planOf(read, null)).toEqual({
    kind: 'students',
    source: 'graphy',
    mail: false,
    dates: {},
    columns: { 'Learner Email': 'email', Course: 'course', Joined: 'enrolled_on' },
    courses: { Reels: 'reels' },
    statuses: { Expired: 'skip' },
  })
})

test('a planned choice overrides a guess, and a later one overrides both', () => {
  const planned = { ...planOf(read, null), courses: { Reels: 'shorts', 'Old webinar': null } }
  expect(planOf(read, planned, { courses: { Reels: 'new' } }).courses).toEqual({ Reels: 'new', 'Old webinar': null })
})

test('the file is read again when other course names or statuses are to be matched', () => {
  const { columns } = planOf(read, null)
  expect(readsOthers(read, columns)).toBe(false)
  expect(readsOthers(read, { ...columns, Joined: null })).toBe(false)
  expect(readsOthers(read, { ...columns, Course: null, Joined: 'course' })).toBe(true)
  expect(readsOthers(read, { ...columns, Joined: 'status' })).toBe(true)
})

test('a course name is open until it is matched, made or left out', () => {
  expect(openNames(read, planOf(read, null))).toEqual(['Old webinar'])
  expect(openNames(read, planOf(read, null, { courses: { 'Old webinar': null } }))).toEqual([])
  expect(openNames(read, planOf(read, null, { columns: { Course: null } }))).toEqual([])
})

test('a file of students needs an email or a phone, and a course from somewhere', () => {
  const plan = planOf(read, null)
  expect(missingIn(plan)).toBeUndefined()
  expect(missingIn(planOf(read, null, { columns: { 'Learner Email': null } }))).toMatch('the column for Email')
  expect(missingIn(planOf(read, null, { columns: { 'Learner Email': 'phone' } }))).toBeUndefined()
  expect(missingIn(planOf(read, null, { columns: { Course: null } }))).toMatch('courses for all rows')
  expect(missingIn(planOf(read, null, { columns: { Course: null }, course_ids: ['reels'] }))).toBeUndefined()
})

test('the example of a date turns with the order of day and month', () => {
  const dated = {
    ...column('Joined', 'enrolled_on'),
    dates: { order: 'day_first' as const, proven: false, example: '2025-12-03' },
  }
  expect(exampleIn(dated, 'day_first')).toBe('2025-12-03')
  expect(exampleIn(dated, 'month_first')).toBe('2025-03-12')
})

test('a field has its column, and a place for one more where several can be it', () => {
  const headingsOf = (field: string) =>
    fieldsIn(read, planOf(read, null))
      .find((one) => one.field === field)
      ?.places.map((place) => place?.heading)
  expect(headingsOf('email')).toEqual(['Learner Email'])
  expect(headingsOf('course')).toEqual(['Course', undefined])
  expect(headingsOf('phone')).toEqual([undefined])
})
