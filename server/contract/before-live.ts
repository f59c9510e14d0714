import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message } from './fields.ts'

/** The way of an owner from an empty shop to the first sale. */
export const FIRST_STEPS = ['name', 'keys', 'students', 'line', 'course', 'purchase', 'live'] as const

/** Steps of an owner before the shop goes live, in the best order. */
export const LIVE_STEPS = [
  'name',
  'keys',
  'students',
  'line',
  'course',
  'purchase',
  'logo',
  'contact',
  'legal',
  'testimonials',
  'claims',
  'about',
  'policies',
  'guarantee',
  'urgency',
  'demo_courses',
  'live',
  'webhook',
] as const
export type LiveStep = (typeof LIVE_STEPS)[number]

export const beforeLive = {
  /** `settled` true: the step is not named again, whatever the shop holds; false: it is named again while it is open. */
  settle: defineCall({
    method: 'PUT',
    path: '/admin/before_live',
    access: 'admin',
    summary: 'Take a setup step off the list of what to do, or put it back',
    confirm: { without: 'the same call puts it back' },
  })
    .input(
      z.object({
        step: z.enum(LIVE_STEPS, { error: 'Unknown step' }),
        settled: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(Message),
}
