import { expect, it } from 'vitest'
import { openingText, sentOpening, typedOpening } from './lesson-opening.ts'

it('days and hours of India return from the server as they were typed', () => {
  const typed = typedOpening({ opens_after_days: null, opens_at: '2026-12-01T04:30:00.000Z' })
  expect(typed).toEqual({ opens_after_days: '', opens_at: '2026-12-01T10:00' })
  expect(sentOpening(typed)).toEqual({ opens_after_days: null, opens_at: '2026-12-01T10:00:00+05:30' })
  expect(sentOpening(typedOpening({ opens_after_days: 7, opens_at: null }))).toEqual({
    opens_after_days: 7,
    opens_at: null,
  })
  expect(sentOpening({})).toEqual({})
  expect(openingText({ opens_after_days: '1', opens_at: '' })).toBe('Opens 1 day after enrolment')
  expect(openingText({ opens_at: '2026-12-01T10:00' })).toMatch(/^Opens 1 Dec 2026, 10:00/)
  expect(openingText({ opens_after_days: '', opens_at: '' })).toBe('')
})
