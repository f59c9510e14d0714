import { expect, test } from 'vitest'
import { openedCourses, soldName } from './opened-courses.ts'

const part = (course_id: string) => ({ course_id, course_name: `Course ${course_id}`, price: 100 })
const sold = [
  { course_id: 'kit', course_name: 'The kit', includes: [part('a'), part('b')] },
  { course_id: 'b', course_name: 'Course b' },
  { course_id: 'c', course_name: 'Course c' },
]

test('an order opens the courses of its bundles, each once', () => {
  expect(openedCourses(sold).map(({ course_id }) => course_id)).toEqual(['a', 'b', 'c'])
})

test('a bundle and its courses have a name in the order, and nothing else has', () => {
  expect(['kit', 'a', 'x'].map((id) => soldName(sold, id))).toEqual(['The kit', 'Course a', undefined])
})
