import { expect, test } from 'vitest'
import { delayText, newSequence, nextStep, parseSequence, type SequenceForm, stepProblem } from './sequence-form.ts'

const words = { subject: 'Your order waits', blocks: [{ text: 'Hello {name}' }] }
const filled = (form: SequenceForm): SequenceForm => ({
  ...form,
  steps: form.steps.map((step) => ({ ...step, ...words })),
})

test.each([
  [0, 'At once'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [1440, '1 day'],
  [2880, '2 days'],
])('a delay of %i minutes reads "%s"', (minutes, text) => {
  expect(delayText(minutes)).toBe(text)
})

test('an unpaid order begins with letters after 1 and 24 hours, switched off', () => {
  const parsed = parseSequence(filled(newSequence('order_unpaid')))
  expect(parsed).toMatchObject({ success: true, data: { active: false, course_id: null } })
  expect(parsed.success && parsed.data.steps.map(({ after_minutes }) => after_minutes)).toEqual([60, 1440])
})

test('each letter is later than the one before, and the problem names it', () => {
  const form = filled(newSequence('order_unpaid'))
  const early = { ...form, steps: [...form.steps, { after: '2', unit: 'hours' as const, ...words }] }
  expect(stepProblem(early.steps, 2)).toBe('Must be later than the letter before')
  expect(parseSequence(early)).toMatchObject({
    error: { issues: [{ path: ['steps'], message: 'Letter 3: Must be later than the letter before' }, {}] },
  })
  expect(parseSequence({ ...form, steps: [...form.steps, { ...nextStep(form.steps), ...words }] }).success).toBe(true)
  expect(stepProblem([{ after: '', unit: 'days', ...words }], 0)).toBe('Type a whole number')
})

test('a registration belongs to no course', () => {
  const form = { ...filled(newSequence('registered')), course_id: 'reels' }
  expect(parseSequence(form)).toMatchObject({ success: true, data: { course_id: null } })
})
