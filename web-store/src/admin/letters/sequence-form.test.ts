import { expect, test } from 'vitest'
import { NO_TEMPLATE } from './letter-form.ts'
import {
  delayText,
  gapOf,
  newSequence,
  nextStep,
  parseSequence,
  type SequenceForm,
  stepProblem,
  triggersOf,
  withTrigger,
} from './sequence-form.ts'

const words = {
  subject: 'Your order waits',
  blocks: [{ text: 'Hello {name}' }],
  channel: 'email' as const,
  template: NO_TEMPLATE,
}
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
  expect(stepProblem(early.steps, 2)).toBe('Must be later than the message before')
  expect(parseSequence(early)).toMatchObject({
    error: { issues: [{ path: ['steps'], message: 'Message 3: Must be later than the message before' }, {}] },
  })
  expect(parseSequence({ ...form, steps: [...form.steps, { ...nextStep(form.steps), ...words }] }).success).toBe(true)
  expect(stepProblem([{ after: '', unit: 'days', ...words }], 0)).toBe('Type a whole number')
})

test('a registration belongs to no course', () => {
  const form = { ...filled(newSequence('registered')), course_id: 'reels' }
  expect(parseSequence(form)).toMatchObject({ success: true, data: { course_id: null } })
})

test('a nudge has words of its own, and its second letter is a week later', () => {
  const form = newSequence('not_begun')
  const steps = [...form.steps, { ...nextStep(form.steps, gapOf('not_begun')), ...words }]
  const parsed = parseSequence({ ...form, steps })
  expect(parsed).toMatchObject({ success: true, data: { days: 3 } })
  expect(parsed.success && parsed.data.steps.map(({ after_minutes }) => after_minutes)).toEqual([0, 10_080])
  expect(parseSequence({ ...form, days: '' }).success).toBe(false)
})

test('a message is a template that is filled, and there is none without templates', () => {
  const form = newSequence('receipt')
  expect(stepProblem(form.steps, 0)).toBe('Choose a template')
  const template = { name: 'paid', language: 'en', parameters: ['{name}', ' '], body: 'Hello {{1}}', course: '' }
  const step = { ...form.steps[0], template } as SequenceForm['steps'][number]
  expect(stepProblem([step], 0)).toBe('Fill value 2')
  const whole = { ...step, template: { ...template, parameters: ['{name}', '{amount}'] } }
  expect(parseSequence({ ...form, steps: [whole] })).toMatchObject({
    success: true,
    data: { days: null, steps: [{ channel: 'whatsapp', subject: 'paid', after_minutes: 0 }] },
  })
  expect(triggersOf(false)).not.toContain('receipt')
  expect(triggersOf(true)).toContain('receipt')
})

test('another beginning changes name, days and steps that nobody wrote', () => {
  const form = newSequence('purchase')
  expect(withTrigger(form, 'quiet')).toMatchObject({
    name: 'Stopped learning',
    days: '7',
    steps: newSequence('quiet').steps,
  })
  expect(withTrigger({ ...form, name: 'Mine' }, 'finished')).toEqual({ trigger: 'finished', days: '' })
})
