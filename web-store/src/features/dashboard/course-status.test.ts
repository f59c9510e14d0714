import { courseToContinue } from 'contract/course-to-continue'
import { expect, test } from 'vitest'
import { inOrderOfLearning, shownStatus } from './course-status.ts'

test('progress is 100 for completed, 50 for in progress and 0 for anything else', () => {
  expect(shownStatus('completed')).toMatchObject({ percent: 100, palette: 'success', label: 'Completed' })
  expect(shownStatus('in_progress')).toMatchObject({ percent: 50, palette: 'action', label: 'In progress' })
  for (const other of ['not_started', 'paused', '', 'constructor', '__proto__']) {
    expect(shownStatus(other)).toEqual({ percent: 0, label: 'Not started', action: 'Start course' })
  }
})

const course = (course_id: string, course_status: string, last_watched_at: string | null) => ({
  course_id,
  course_status,
  last_watched_at,
})

test('the course watched last continues, not the one bought last', () => {
  const bought = [
    course('new', 'in_progress', '2026-11-01T10:00:00.000Z'),
    course('done', 'completed', '2026-11-20T10:00:00.000Z'),
    course('old', 'in_progress', '2026-11-19T10:00:00.000Z'),
  ]
  expect(courseToContinue(bought)?.course_id).toBe('old')
  expect(courseToContinue([course('a', 'not_started', null)])).toBeUndefined()
  expect(courseToContinue([course('a', 'in_progress', null)])?.course_id).toBe('a')
})

test('the dashboard begins with the course being learnt, and then with those watched last', () => {
  const bought = [
    course('never opened', 'not_started', null),
    course('done lately', 'completed', '2026-11-20T10:00:00.000Z'),
    course('long ago', 'in_progress', '2026-10-01T10:00:00.000Z'),
    course('never opened, too', 'not_started', null),
    course('being learnt', 'in_progress', '2026-11-19T10:00:00.000Z'),
  ]
  const order = ['being learnt', 'done lately', 'long ago', 'never opened', 'never opened, too']
  expect(inOrderOfLearning(bought).map(({ course_id }) => course_id)).toEqual(order)
})
