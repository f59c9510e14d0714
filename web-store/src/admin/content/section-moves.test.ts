import { expect, it } from 'vitest'
import { movedTo, placesOfSection } from './LessonList.tsx'

const sections = ['A', 'A', 'B', 'B', '', 'A']

it.each([
  ['within its section', 0, 1, { place: 1, section: 'A' }],
  ['a step over the border changes the section alone', 1, 2, { place: 1, section: 'B' }],
  ['and back again', 2, 1, { place: 2, section: 'A' }],
  ['far down it takes the section of the lesson whose place it takes', 0, 3, { place: 3, section: 'B' }],
  ['far up, too', 5, 2, { place: 2, section: 'B' }],
  ['under no heading', 3, 4, { place: 3, section: '' }],
])('a lesson is moved: %s', (_, from, to, expected) => {
  expect(movedTo(sections, from, to)).toEqual(expected)
})

it('a section ends where another one begins, also when a later one has its name', () => {
  expect([0, 1, 3, 4, 5].map((place) => placesOfSection(sections, place))).toEqual([[0, 1], [0, 1], [2, 3], [4], [5]])
})
