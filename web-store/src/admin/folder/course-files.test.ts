import { CreateCourseBody } from 'contract/courses/input'
import { expect, test } from 'vitest'
import { courseFilesOf, courseTexts, idsOfFolder, plainText } from './course-files.ts'

test('the picture and the texts beside the folders are the course’s own; those in a folder are not', () => {
  const paths = ['README.md', 'Cover.PNG', 'description.txt', '1 Start/cover.jpg', '1 Start/readme.txt', 'notes.txt']
  expect(courseFilesOf(paths)).toEqual({
    cover: 'Cover.PNG',
    description: 'description.txt',
    readme: 'README.md',
  })
  expect(courseFilesOf(['poster.svg', '1/poster.jpg'])).toEqual({
    cover: undefined,
    description: undefined,
    readme: undefined,
  })
})

test('a text is read without the marks of its format', () => {
  const text = '# Title\r\n\r\nLearn **to cut** on [your phone](https://x.in).\u0000\r\n\r\n- One'
  expect(plainText(text)).toBe('Learn to cut on your phone.\n\n- One')
})

test('every folder gives its course texts that the contract takes', () => {
  const banner = `/media/${'0'.repeat(32)}/x.webp`
  const long = 'x'.repeat(50_000)
  const lessons = ['Why', long.slice(0, 300)]
  for (const description of ['', 'Short', 'A text of more than twenty letters', long]) {
    for (const readme of ['', 'Short', long]) {
      const notified = { title: 'Reels', lessons, files: 2, description, readme }
      const body = { name: 'Reels', price: 499, banner, ...courseTexts(notified) }
      expect(CreateCourseBody.safeParse(body).error?.issues).toBeUndefined()
    }
  }
  const own = courseTexts({
    title: 'Reels',
    lessons,
    files: 1,
    description: '',
    readme: `First of all, this.\n\n${long}`,
  })
  expect(own.description).toBe('First of all, this. This course has 2 lessons and 1 file.')
  expect(own.header_below).toBe('2 lessons and 1 file')
})

test('a folder has the same ids again, in every script, and each is one that a course may have', () => {
  expect(idsOfFolder('Phone Video — Édit v3')[0]).toBe('phone-video-edit-v3')
  const [hindi = '', second = ''] = idsOfFolder('वीडियो')
  expect(idsOfFolder('वीडियो')).toEqual([hindi, second, ...idsOfFolder('वीडियो').slice(2)])
  expect(idsOfFolder('रील')[0]).not.toBe(hindi)
  for (const id of [hindi, second, ...idsOfFolder('-'.repeat(300)), ...idsOfFolder('a'.repeat(300))]) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,79}$/)
  }
})
