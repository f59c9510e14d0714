import type { Block } from 'contract/letter-blocks'
import type { LetterChannel } from 'contract/letters'
import {
  isMessage,
  isNudge,
  NUDGE_DAYS,
  NUDGE_GAP_DAYS,
  PLACES,
  type Sequence,
  SequenceBody,
  type SequenceTrigger,
} from 'contract/sequences'
import { countText } from '../../ui/format.ts'
import {
  type BlockKind,
  blockKinds,
  blockProblem,
  byWhatsapp,
  NO_TEMPLATE,
  type TemplateForm,
  templateFormOf,
  templateProblem,
} from './letter-form.ts'

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
  not_begun: {
    title: 'Course not begun',
    begins: 'Starts some days after access, where no lesson was begun',
    ends: 'It stops at the first lesson, a refund, the end of access, or when reminders are off.',
  },
  quiet: {
    title: 'Stopped learning',
    begins: 'Starts some days after the last lesson of a course that is not finished',
    ends: 'It stops at the next lesson, a refund, the end of access, or when reminders are off.',
  },
  receipt: {
    title: 'Receipt by WhatsApp',
    begins: 'Follows each paid order',
    ends: 'The email with the invoice goes out as before.',
  },
  live: {
    title: 'Live lesson by WhatsApp',
    begins: 'Goes out with the two reminders by email',
    ends: 'It stops when the lesson moves or is cancelled, or when reminders are off.',
  },
  due: {
    title: 'Payment due by WhatsApp',
    begins: 'Goes out when a part of a payment falls due',
    ends: 'It stops when the part is paid, or when reminders are off.',
  },
}

/** Triggers that a shop may choose: messages need the templates of WhatsApp. */
export const triggersOf = (hasTemplates: boolean): SequenceTrigger[] =>
  (Object.keys(triggers) as SequenceTrigger[]).filter((trigger) => hasTemplates || !isMessage(trigger))

/** Reminders sell nothing. */
const NUDGE_BLOCKS: readonly BlockKind[] = ['text', 'image', 'button']
export const blocksOf = (trigger: SequenceTrigger): readonly BlockKind[] | undefined =>
  isNudge(trigger) ? NUDGE_BLOCKS : undefined

/** Places that the shop fills in a letter of this trigger, with braces. */
export const placesOf = (trigger: SequenceTrigger): string[] =>
  ['name', ...(isNudge(trigger) || isMessage(trigger) ? PLACES[trigger] : [])].map((place) => `{${place}}`)

const unitMinutes = { minutes: 1, hours: 60, days: 1440 }
export type Unit = keyof typeof unitMinutes

/** A step as it is typed. */
export type StepForm = {
  step_id?: string
  after: string
  unit: Unit
  subject: string
  blocks: Block[]
  channel: LetterChannel
  template: TemplateForm
}

/** A sequence as it is typed. */
export type SequenceForm = {
  name: string
  trigger: SequenceTrigger
  course_id: string
  /** Empty, but for a nudge. */
  days: string
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

const step = (after: string, unit: Unit, words?: { subject: string; text: string }): StepForm => ({
  after,
  unit,
  subject: words?.subject ?? '',
  blocks: [words ? { text: words.text } : structuredClone(blockKinds.text.begun)],
  channel: 'email',
  template: NO_TEMPLATE,
})

const message = (): StepForm => ({ ...step('0', 'days'), channel: 'whatsapp' })

/** The steps that a new sequence begins with, off until an owner switches it on. */
const begunSteps: Record<SequenceTrigger, StepForm[]> = {
  purchase: [step('0', 'days')],
  order_unpaid: [step('1', 'hours'), step('24', 'hours')],
  registered: [step('1', 'days')],
  finished: [step('1', 'days')],
  not_begun: [
    step('0', 'days', {
      subject: 'Your first lesson of {course}',
      text: 'Hello {name},\n\n{course} is yours, and its first lesson is ready. Ten minutes are enough to begin.',
    }),
  ],
  quiet: [
    step('0', 'days', {
      subject: 'Your next lesson of {course}',
      text: 'Hello {name},\n\nyou stopped in the middle of {course}. The lesson opens where you left it.',
    }),
  ],
  receipt: [message()],
  live: [message()],
  due: [message()],
}

const daysOf = (trigger: SequenceTrigger) => (isNudge(trigger) ? String(NUDGE_DAYS[trigger]) : '')

export const newSequence = (trigger: SequenceTrigger): SequenceForm => ({
  name: triggers[trigger].title,
  trigger,
  course_id: '',
  days: daysOf(trigger),
  steps: begunSteps[trigger],
  active: false,
})

/** Changes what begins a sequence; steps of another kind begin again, and so does a name that nobody wrote. */
export function withTrigger(form: SequenceForm, trigger: SequenceTrigger): Partial<SequenceForm> {
  const isSame = isMessage(trigger) === isMessage(form.trigger) && isNudge(trigger) === isNudge(form.trigger)
  return {
    trigger,
    days: daysOf(trigger),
    ...(form.name === triggers[form.trigger].title && { name: triggers[trigger].title }),
    ...(!isSame && { steps: begunSteps[trigger] }),
  }
}

/** Adds a step a day after the last one, and a nudge a week after it. */
export function nextStep(steps: readonly StepForm[], gap = 1): StepForm {
  const last = steps.at(-1)
  const days = last ? Math.floor(minutesOf(last) / unitMinutes.days) + gap : 0
  return { ...step(String(days), 'days'), channel: last?.channel ?? 'email' }
}

export const gapOf = (trigger: SequenceTrigger) => (isNudge(trigger) ? NUDGE_GAP_DAYS : 1)

export const sequenceFormOf = ({ name, trigger, course_id, days, steps, active }: Sequence): SequenceForm => ({
  name,
  trigger,
  course_id: course_id ?? '',
  days: String(days ?? ''),
  active,
  steps: steps.map(({ step_id, after_minutes, subject, blocks, channel, template }) => ({
    step_id,
    ...delayOf(after_minutes),
    subject,
    blocks,
    channel,
    template: template ? templateFormOf(template, blocks) : NO_TEMPLATE,
  })),
})

const minutesOf = ({ after, unit }: Pick<StepForm, 'after' | 'unit'>) =>
  after.trim() === '' ? Number.NaN : Number(after) * unitMinutes[unit]

function bodyOf({ course_id, days, steps, trigger, ...rest }: SequenceForm) {
  return {
    ...rest,
    trigger,
    course_id: trigger === 'registered' || isMessage(trigger) || course_id === '' ? null : course_id,
    days: isNudge(trigger) ? wholeNumber(days) : null,
    steps: steps.map(({ step_id, subject, blocks, channel, template, ...delay }) => ({
      ...(step_id && { step_id }),
      after_minutes: minutesOf(delay),
      ...(channel === 'whatsapp' ? byWhatsapp(template) : { subject, blocks, channel, template: null }),
    })),
  }
}

const wholeNumber = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

/** Names what a step lacks; undefined when it is whole. */
export function stepProblem(steps: readonly StepForm[], at: number): string | undefined {
  const one = steps[at]
  const before = steps[at - 1]
  if (!one) return undefined
  const minutes = minutesOf(one)
  if (!Number.isInteger(minutes) || minutes < 0) return 'Type a whole number'
  if (before && minutes <= minutesOf(before)) return 'Must be later than the message before'
  if (one.channel === 'whatsapp') return templateProblem(one.template)
  if (one.subject.trim() === '') return 'Subject is required'
  if (one.blocks.length === 0) return 'Add a block'
  return one.blocks.map(blockProblem).find(Boolean)
}

/** Checks by the contract's schema, with the problems of the steps in words. */
export function parseSequence(form: SequenceForm) {
  const parsed = SequenceBody.safeParse(bodyOf(form))
  if (parsed.success) return { success: true as const, data: parsed.data }
  const at = form.steps.findIndex((_, index) => stepProblem(form.steps, index) !== undefined)
  const issues = at < 0 ? [] : [{ path: ['steps'], message: `Message ${at + 1}: ${stepProblem(form.steps, at)}` }]
  return { success: false as const, error: { issues: [...issues, ...parsed.error.issues] } }
}
