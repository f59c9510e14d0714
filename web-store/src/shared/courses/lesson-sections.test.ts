import { expect, it } from 'vitest'
import { bySection } from './lesson-sections.ts'

it('neighbours of one section share a heading, and every lesson retains its place', () => {
  const lessons = [null, 'Start', 'Start', 'More', 'Start'].map((section) => ({ section }))
  const places = bySection(lessons).map(({ section, lessons: own }) => [section, ...own.map(({ place }) => place)])
  expect(places).toEqual([
    [null, 0],
    ['Start', 1, 2],
    ['More', 3],
    ['Start', 4],
  ])
  expect(bySection([])).toEqual([])
})
