import { expect, test } from 'vitest'
import { lessonToContinue } from './lesson-to-continue.ts'

test('the lesson watched last continues, and once it is done the next open one', () => {
  const lessons = (...completed: boolean[]) => completed.map((done, at) => ({ lesson_id: `l${at}`, completed: done }))
  expect(lessonToContinue(lessons(false, false, false), 'l1')?.lesson_id).toBe('l1')
  expect(lessonToContinue(lessons(false, true, false), 'l1')?.lesson_id).toBe('l2')
  expect(lessonToContinue(lessons(false, true, true), 'l2')?.lesson_id).toBe('l0')
  expect(lessonToContinue(lessons(false, false), null)?.lesson_id).toBe('l0')
  expect(lessonToContinue(lessons(true, true), 'l0')).toBeUndefined()
})
