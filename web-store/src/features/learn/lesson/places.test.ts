import { expect, test } from 'vitest'
import { createPlaces, isSeen } from './places.ts'

test('a place is sent once, with its age and the next number of its tab', () => {
  const places = createPlaces('tab')
  places.note('l1', { second: 47, length: 600 }, 1000)
  expect(places.take('l1', 3500)).toEqual({ second: 47, length: 600, tab: 'tab', number: 1, age: 2.5 })
  expect(places.take('l1', 4000)).toBeUndefined()
  places.note('l1', { second: 12, length: 600 }, 5000)
  expect(places.take('l1', 5000)).toMatchObject({ second: 12, number: 2, age: 0 })
})

test('a lost place is sent again under a new number, unless the student went on', () => {
  const places = createPlaces('tab')
  places.note('l1', { second: 47 }, 1000)
  places.take('l1', 1000)
  places.giveBack('l1')
  expect(places.untold()).toEqual(['l1'])
  expect(places.take('l1', 61_000)).toMatchObject({ second: 47, number: 2, age: 60 })
  places.note('l1', { second: 50 }, 62_000)
  places.giveBack('l1')
  expect(places.take('l1', 62_000)).toMatchObject({ second: 50 })
})

test('a clock that was set back makes no place younger than now', () => {
  const places = createPlaces('tab')
  places.note('l1', { second: 1 }, 9000)
  expect(places.take('l1', 1000)).toMatchObject({ age: 0 })
})

test('a lesson goes on where it was left, and after 95 % from its beginning', () => {
  const places = createPlaces('tab')
  expect(places.resume('l1')).toBeUndefined()
  places.note('l1', { second: 94.9, length: 100 }, 0)
  expect(places.resume('l1')).toBe(94.9)
  places.note('l1', { second: 95, length: 100 }, 0)
  expect(places.resume('l1')).toBe(0)
  expect(isSeen({ second: 95 })).toBe(false)
})
