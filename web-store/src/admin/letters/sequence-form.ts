import type { Block } from 'contract/letter-blocks'
import { type Sequence, SequenceBody, type SequenceTrigger } from 'contract/sequences'
import { countText } from '../../ui/format.ts'
import { blockKinds, blockProblem } from './letter-form.ts'

/** Each trigger: its name, when it begins, and what ends it for a person. */
export const triggers: Record<SequenceTrigger, { title: string; begins: string; ends: string }> = {
  purchase: {
    title: 'After a purchase',
    begins: 'Starts with each paid order',
    ends: 'It stops for who unsubscribes or gets a refund.',
  },
  order_unpaid: {
    title: 'Unpaid order',
    begins: 'Starts with each order that stays unpaid',
    ends: 'It stops when the order is paid or ends, or its courses are bought otherwise.',
  },
  registered: {
    title: 'After a registration',
    begins: 'Starts with each new account',
    ends: 'It stops for who unsubscribes.',
  },
  finished: {
    title: 'Finished a course',
    begins: 'Starts when the last lesson is done',
    ends: 'It stops for who unsubscribes or loses the course.',
  },
}

const unitMinutes = { minutes: 1, hours: 60, days: 1440 }
export type Unit = keyof typeof unitMinutes

/** A step as it is typed. */
export type StepForm = { step_id?: string; after: string; unit: Unit; subject: string; blocks: Block[] }

/** A sequence as it is typed. */
export type SequenceForm = {
  name: string
  trigger: SequenceTrigger
  course_id: string
  steps: StepForm[]
  active: boolean
}

const delayOf = (minutes: number): Pick<StepForm, 'after' | 'unit'> => {
  const unit = (['days', 'hours'] as const).find((one) => minutes > 0 && minutes % unitMinutes[one] === 0) ?? 'minutes'
  return { after: String(minutes / unitMinutes[unit]), unit: minutes === 0 ? 'days' : unit }
}

/** Writes a delay as a reader counts it: `At once`, `1 hour`, `2 days`. */
export function delayText(minutes: number): string {
  if (minutes === 0) return 'At once'
  const { after, unit } = delayOf(minutes)
  return countText(Number(after), unit.slice(0, -1))
}

const step = (after: string, unit: Unit): StepForm => ({
  after,
  unit,
  subject: '',
  blocks: [structuredClone(blockKinds.text.begun)],
})

/** The steps that a new sequence begins with, off until an owner switches it on. */
const begunSteps: Record<SequenceTrigger, StepForm[]> = {
  purchase: [step('0', 'days')],
  order_unpaid: [step('1', 'hours'), step('24', 'hours')],
  registered: [step('1', 'days')],
  finished: [step('1', 'days')],
}

export const newSequence = (trigger: SequenceTrigger): SequenceForm => ({
  name: triggers[trigger].title,
  trigger,
  course_id: '',
  steps: begunSteps[trigger],
  active: false,
})

/** Adds a step a day after the last one. */
export function nextStep(steps: readonly StepForm[]): StepForm {
  const last = steps.at(-1)
  const days = last ? Math.floor(minutesOf(last) / unitMinutes.days) + 1 : 0
  return step(String(days), 'days')
}

export const sequenceFormOf = ({ name, trigger, course_id, steps, active }: Sequence): SequenceForm => ({
  name,
  trigger,
  course_id: course_id ?? '',
  active,
  steps: steps.map(({ step_id, after_minutes, subject, blocks }) => ({
    step_id,
    ...delayOf(after_minutes),
    subject,
    blocks,
  })),
})

const minutesOf = ({ after, unit }: Pick<StepForm, 'after' | 'unit'>) =>
  after.trim() === '' ? Number.NaN : Number(after) * unitMinutes[unit]

function bodyOf({ course_id, steps, trigger, ...rest }: SequenceForm) {
  return {
    ...rest,
    trigger,
    course_id: trigger === 'registered' || course_id === '' ? null : course_id,
    steps: steps.map(({ step_id, subject, blocks, ...delay }) => ({
      ...(step_id && { step_id }),
      after_minutes: minutesOf(delay),
      subject,
      blocks,
    })),
  }
}

/** Names what a step lacks; undefined when it is whole. */
export function stepProblem(steps: readonly StepForm[], at: number): string | undefined {
  const one = steps[at]
  const before = steps[at - 1]
  if (!one) return undefined
  const minutes = minutesOf(one)
  if (!Number.isInteger(minutes) || minutes < 0) return 'Type a whole number'
  if (before && minutes <= minutesOf(before)) return 'Must be later than the letter before'
  if (one.subject.trim() === '') return 'Subject is required'
  if (one.blocks.length === 0) return 'Add a block'
  return one.blocks.map(blockProblem).find(Boolean)
}

/** Checks by the contract's schema, with the problems of the steps in words. */
export function parseSequence(form: SequenceForm) {
  const parsed = SequenceBody.safeParse(bodyOf(form))
  if (parsed.success) return { success: true as const, data: parsed.data }
  const at = form.steps.findIndex((_, index) => stepProblem(form.steps, index) !== undefined)
  const issues = at < 0 ? [] : [{ path: ['steps'], message: `Letter ${at + 1}: ${stepProblem(form.steps, at)}` }]
  return { success: false as const, error: { issues: [...issues, ...parsed.error.issues] } }
}
