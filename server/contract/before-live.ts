import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message } from './fields.ts'

/** Steps between a new shop and its first buyer, in the best order. */
export const LIVE_STEPS = [
  'name',
  'logo',
  'line',
  'contact',
  'legal',
  'testimonials',
  'claims',
  'about',
  'policies',
  'guarantee',
  'urgency',
  'demo_courses',
  'course',
  'gateway',
  'webhook',
] as const
export type LiveStep = (typeof LIVE_STEPS)[number]

/** The way of an owner from an empty shop to the first sale. */
export const FIRST_STEPS = ['name', 'keys', 'course', 'purchase', 'live'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Steps that can be dismissed by hand. */
export const SETTLED_STEPS = [...LIVE_STEPS, 'getting_started'] as const
export type SettledStep = (typeof SETTLED_STEPS)[number]

const Steps = z.array(z.enum(LIVE_STEPS))
/** `dismissed`: settled by hand, and would be named otherwise. */
const OpenSteps = z.object({
  open: Steps,
  dismissed: Steps,
  /** The first steps, each as the shop itself shows it; none when all are done or the list was put away. */
  first: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })),
})

export const beforeLive = {
  /** Lists steps with demo content or missing settings, less those dismissed by the owner. */
  get: defineCall({
    method: 'GET',
    path: '/admin/before_live',
    access: 'admin',
    summary: 'What is left to do before the shop goes live',
  }).output(OpenSteps),

  /** `getting_started` stands for all first steps. `settled` true: the step is not named again, whatever the shop holds; false: it is named again while it is open. */
  settle: defineCall({
    method: 'PUT',
    path: '/admin/before_live',
    access: 'admin',
    summary: 'Take a step off the list before going live, or put it back',
  })
    .input(
      z.object({
        step: z.enum(SETTLED_STEPS, { error: 'Unknown step' }),
        settled: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(Message.extend(OpenSteps.shape)),
}
