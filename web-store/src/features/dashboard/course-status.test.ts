import { expect, test } from 'vitest'
import { shownStatus } from './course-status.ts'

test('progress is 100 for completed, 50 for in progress and 0 for anything else', () => {
  expect(shownStatus('completed')).toMatchObject({ percent: 100, palette: 'mehendi', label: 'Completed' })
  expect(shownStatus('in_progress')).toMatchObject({ percent: 50, palette: 'neel', label: 'In progress' })
  for (const other of ['not_started', 'paused', '', 'constructor', '__proto__']) {
    expect(shownStatus(other)).toEqual({ percent: 0, label: 'Not started', action: 'Start course' })
  }
})
