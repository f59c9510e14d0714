import { expect, test } from 'vitest'
import { broughtText, figuresOf, leftOutIn } from './move-figures.ts'

const counts = {
  new: 298,
  existing: 7,
  waiting: 6,
  same: 4,
  skipped: 93,
  invalid: 4,
  noted: 38,
  accounts: 298,
  people: 305,
  enrolments: 1311,
  courses: 0,
}

test('the button and the figures of a check have the same numbers', () => {
  expect(broughtText({ kind: 'students', counts })).toBe('1,311 enrolments')
  expect(leftOutIn(counts)).toBe(101)
  expect(figuresOf({ kind: 'students', counts })).toEqual([
    ['298', 'new accounts'],
    ['7', 'already have one'],
    ['1,311', 'enrolments'],
    ['101', 'rows left out'],
  ])
})

test('a file of courses or orders counts what it brings', () => {
  const few = { ...counts, new: 1, existing: 0, waiting: 0 }
  expect(broughtText({ kind: 'courses', counts: few })).toBe('1 course')
  expect(broughtText({ kind: 'orders', counts })).toBe('311 past orders')
  expect(broughtText({ kind: 'students', counts: { ...few, enrolments: 0 } })).toBe('1 student')
})
