import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Moment, Rupees, text } from './fields.ts'
import { type Block, Blocks, LetterSubject } from './letter-blocks.ts'
import { LetterChannel, LetterTemplate, StopReason } from './letters.ts'

const NUDGES = ['not_begun', 'quiet'] as const
export const MESSAGES = ['receipt', 'due', 'live'] as const
const TRIGGERS = ['purchase', 'registered', 'order_unpaid', 'finished', ...NUDGES, ...MESSAGES] as const

/**
 * Begins a sequence for a person: a paid order, a new account, an order that stays unpaid, a course whose last lesson is done. Nudges begin
 * `days` after access to a course that nobody began, or after the last lesson of one that is not finished. Messages are WhatsApp's: a paid
 * order, a payment that falls due, a live lesson. `course_id` narrows all but `registered` and messages to one course.
 */
export const SequenceTrigger = z.enum(TRIGGERS, { error: `Must be one of ${TRIGGERS.join(', ')}` })
export type SequenceTrigger = z.output<typeof SequenceTrigger>

export type NudgeTrigger = (typeof NUDGES)[number]
export type MessageTrigger = (typeof MESSAGES)[number]
export const isNudge = (trigger: SequenceTrigger): trigger is NudgeTrigger =>
  (NUDGES as readonly SequenceTrigger[]).includes(trigger)
export const isMessage = (trigger: SequenceTrigger): trigger is MessageTrigger =>
  (MESSAGES as readonly SequenceTrigger[]).includes(trigger)

/** Days without a beginning, or without a lesson, after which a nudge begins. */
export const NUDGE_DAYS: Record<NudgeTrigger, number> = { not_begun: 3, quiet: 7 }
/** A person gets at most so many nudges about a course, of all sequences together. */
export const MOST_NUDGES = 2
/** A person gets one nudge in so many days, over all courses. */
export const NUDGE_GAP_DAYS = 7

/** Places of a template that the shop fills, beside `{name}`. */
export const PLACES: Record<NudgeTrigger | MessageTrigger, readonly string[]> = {
  not_begun: ['course'],
  quiet: ['course'],
  receipt: ['order', 'amount', 'courses'],
  due: ['amount', 'course', 'date'],
  live: ['lesson', 'course', 'moment'],
}

/** A year. */
const MOST_MINUTES = 525_600
const MOST_STEPS = 20
const MINUTES = { error: 'Must be whole minutes, at most a year' }

const Step = z.object({
  /** Names a step that stays, so that nobody gets it twice; a new one has none. */
  step_id: text(1, 64, 'Must be a step id').optional(),
  /** Since the trigger, not since the step before. */
  after_minutes: z.number(MINUTES).int(MINUTES).min(0, MINUTES).max(MOST_MINUTES, MINUTES),
  subject: LetterSubject,
  blocks: Blocks,
  channel: LetterChannel.default('email'),
  /** Present for WhatsApp alone. */
  template: LetterTemplate.nullish().transform((template) => template ?? null),
})

const DAYS = { error: 'Must be whole days from 1 to 180' }
const DAY_MINUTES = 1_440
/** A course card or a code sells something, which needs the consent to news. */
const isNews = (block: Block) => 'course' in block || 'code' in block

export const SequenceBody = z
  .object({
    name: text(1, 100, 'Name is required'),
    trigger: SequenceTrigger,
    course_id: CourseId.nullish().transform((id) => id ?? null),
    /** Present for a nudge alone: it begins after so many. */
    days: z.number(DAYS).int(DAYS).min(1, DAYS).max(180, DAYS).nullish(),
    steps: z
      .array(Step, { error: 'Must be a list of steps' })
      .min(1, { error: 'Add at least one step' })
      .max(MOST_STEPS, { error: `At most ${MOST_STEPS} steps` }),
    active: z.boolean({ error: 'Must be true or false' }),
  })
  .refine(({ trigger, course_id }) => trigger !== 'registered' || course_id === null, {
    path: ['course_id'],
    error: 'A registration belongs to no course',
  })
  .refine(
    ({ steps }) =>
      steps.every(({ after_minutes }, at) => at === 0 || after_minutes > (steps[at - 1]?.after_minutes ?? 0)),
    {
      path: ['steps'],
      error: 'Each step must be later than the one before',
    },
  )
  .refine(({ steps }) => steps.every(({ channel, template }) => (channel === 'whatsapp') === (template !== null)), {
    path: ['steps'],
    error: 'A step by WhatsApp has a template, and no other has one',
  })
  .refine(({ trigger, course_id }) => !isMessage(trigger) || course_id === null, {
    path: ['course_id'],
    error: 'A message belongs to no course',
  })
  .refine(({ trigger, steps }) => !isMessage(trigger) || isOneMessage(steps), {
    path: ['steps'],
    error: 'It is one message by WhatsApp, sent at once',
  })
  .refine(({ trigger, steps }) => !isNudge(trigger) || areRare(steps), {
    path: ['steps'],
    error: `At most ${MOST_NUDGES} letters, ${NUDGE_GAP_DAYS} days apart`,
  })
  .refine(({ trigger, steps }) => !isNudge(trigger) || !steps.some(({ blocks }) => blocks.some(isNews)), {
    path: ['steps'],
    error: 'Reminders show no course card and no code',
  })
  .transform(({ days, ...body }) => ({
    ...body,
    days: isNudge(body.trigger) ? (days ?? NUDGE_DAYS[body.trigger]) : null,
  }))

type Steps = readonly z.output<typeof Step>[]

const isOneMessage = ([first, ...others]: Steps) =>
  first?.channel === 'whatsapp' && first.after_minutes === 0 && others.length === 0

const areRare = (steps: Steps) =>
  steps.length <= MOST_NUDGES &&
  steps.every(({ after_minutes }, at) => {
    const before = steps[at - 1]
    return !before || after_minutes - before.after_minutes >= NUDGE_GAP_DAYS * DAY_MINUTES
  })

export type SequenceBody = z.output<typeof SequenceBody>

/** Counts the people who got no email of a step, by the reason at the moment of sending. */
const Skipped = z.record(z.string(), z.number().int())

export const SequenceStep = z.object({
  step_id: z.string(),
  after_minutes: z.number().int(),
  subject: z.string(),
  blocks: Blocks,
  channel: LetterChannel,
  template: LetterTemplate.nullable(),
  /** Names the reason why it stopped by itself, with the mail server's words; saving the sequence goes on. Null while all is well. */
  stopped: StopReason.nullable(),
  problem: z.string().nullable(),
  /** `waiting` are due and not sent yet: quiet hours, or the pace. `failed` were refused, or tried too often. */
  results: z.object({
    waiting: z.number().int(),
    sent: z.number().int(),
    failed: z.number().int(),
    skipped: Skipped,
    clicked: z.number().int(),
    unsubscribed: z.number().int(),
    orders: z.number().int(),
    revenue: Rupees,
  }),
})
export type SequenceStep = z.output<typeof SequenceStep>

/**
 * A sequence. It begins with what happens from `active_since` on; switched off, it ends for everybody who is in it. A saved change counts at
 * once: a waiting email has the newest words, a step that left is sent to nobody, and moments that passed before a step was added or moved
 * are not made up for.
 */
export const Sequence = z.object({
  sequence_id: z.string(),
  name: z.string(),
  trigger: SequenceTrigger,
  course_id: z.string().nullable(),
  course_name: z.string().nullable(),
  days: z.number().int().nullable(),
  steps: z.array(SequenceStep),
  active: z.boolean(),
  /** Null while it is off. */
  active_since: Moment.nullable(),
  changed_at: Moment,
})
export type Sequence = z.output<typeof Sequence>

/** Switching on, and changing what is on, writes to many people: an owner does it. */
const isOn = (input: { body?: { active?: boolean } }) => input.body?.active === true

/** A cart without a person. */
export const OrderCart = z.object({
  courses: z.array(z.object({ course_id: z.string(), quantity: z.number().int() })),
  promocode: z.string().nullable(),
})
export type OrderCart = z.output<typeof OrderCart>

/** Emails that follow an event by themselves. An editor writes them, an owner switches them on. */
export const sequences = {
  list: defineCall({
    method: 'GET',
    path: '/admin/sequences',
    access: 'admin',
    roles: ['editor'],
    summary: 'Sequences',
  }).output(z.array(Sequence)),

  create: defineCall({
    method: 'POST',
    path: '/admin/sequences',
    access: 'admin',
    roles: ['editor'],
    confirm: isOn,
    status: 201,
    input: 'detailed',
    summary: 'Write a sequence',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ body: SequenceBody }))
    .output(Sequence),

  update: defineCall({
    method: 'PUT',
    path: '/admin/sequences/{id}',
    access: 'admin',
    roles: ['editor'],
    confirm: isOn,
    input: 'detailed',
    summary: 'Change a sequence',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: z.object({ id: text(1, 64, 'Must be a sequence id') }), body: SequenceBody }))
    .output(Sequence),

  /** The cart of the unpaid order that a reminder is about, by the token of its link: courses and the code alone. 404 once it is paid. */
  cart: defineCall({
    method: 'GET',
    path: '/go/carts/{token}',
    access: 'public',
    summary: 'The cart of a reminder',
    limits: [limit('order_cart', 'client', 60, 10 * MINUTE)],
    codes: ['not_found'],
  })
    .input(z.object({ token: text(1, 64, 'Must be a token') }))
    .output(OrderCart),
}
