import { expect, test } from 'vitest'
import { similarCourse } from './similar-course.ts'

const courses = [
  'Reels Mastery',
  'Canva Basics',
  'Instagram Growth 2026',
  'Instagram Growth 2025',
  'हिंदी में एडिटिंग',
  'YouTube Shorts for Beginners',
].map((name) => ({ course_id: name, name }))

test.each([
  ['Reels Mastery', 'same', 'Reels Mastery'],
  ['  reels-mastery ', 'same', 'Reels Mastery'],
  ['Reel Mastery', 'similar', 'Reels Mastery'],
  ['The Complete Reels Mastery Course', 'similar', 'Reels Mastery'],
  ['हिंदी में एडिटिंग', 'same', 'हिंदी में एडिटिंग'],
  ['Instagram Growth 2025 (Hindi)', 'similar', 'Instagram Growth 2025'],
  ['Shorts for YouTube Beginners', 'similar', 'YouTube Shorts for Beginners'],
])('%s is %s as %s', (name, close, course_id) => {
  expect(similarCourse(name, courses)).toEqual({ course_id, close })
})

test.each(['Photoshop', 'Basics', 'Canva Advanced', 'Instagram Growth', 'Instagram Growth 2024', 'Course', ''])(
  '%s is nobody’s name',
  (name) => {
    expect(similarCourse(name, courses)).toBeUndefined()
  },
)

test('a name that two courses have is no guess', () => {
  const twins = [...courses, { course_id: 'twin', name: 'reels mastery' }]
  expect(similarCourse('Reels Mastery', twins)).toBeUndefined()
})
