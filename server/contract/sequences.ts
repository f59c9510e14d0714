import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Moment, Rupees, text } from './fields.ts'
import { Blocks, LetterSubject } from './letter-blocks.ts'
import { StopReason } from './letters.ts'

/**
 * Begins a sequence for a person: a paid order, a new account, an order that stays unpaid, a course whose last lesson is done.
 * `course_id` narrows all but `registered` to one course.
 */
export const SequenceTrigger = z.enum(['purchase', 'registered', 'order_unpaid', 'finished'], {
  error: 'Must be purchase, registered, order_unpaid or finished',
})
export type SequenceTrigger = z.output<typeof SequenceTrigger>

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
})

export const SequenceBody = z
  .object({
    name: text(1, 100, 'Name is required'),
    trigger: SequenceTrigger,
    course_id: CourseId.nullish().transform((id) => id ?? null),
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
export type SequenceBody = z.output<typeof SequenceBody>

/** Counts the people who got no email of a step, by the reason at the moment of sending. */
const Skipped = z.record(z.string(), z.number().int())

export const SequenceStep = z.object({
  step_id: z.string(),
  after_minutes: z.number().int(),
  subject: z.string(),
  blocks: Blocks,
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
