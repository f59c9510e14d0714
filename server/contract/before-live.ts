import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message } from './fields.ts'

/** The way of an owner from an empty shop to the first sale. */
export const FIRST_STEPS = ['name', 'course', 'look', 'keys', 'purchase'] as const

/** Steps of an owner before the shop goes live, in the best order: the first sale, law, looks, real money. */
export const LIVE_STEPS = [
  'demo_courses',
  ...FIRST_STEPS,
  'students',
  'legal',
  'contact',
  'policies',
  'gst',
  'guarantee',
  'logo',
  'line',
  'about',
  'testimonials',
  'claims',
  'urgency',
  'live',
  'test_orders',
  'webhook',
] as const
export type LiveStep = (typeof LIVE_STEPS)[number]

/** Settled once the owner chose to look around in the demo. */
export const DEMO_SEEN = 'demo_seen'

/** Everything that an owner can settle. */
export const SETTLED = [...LIVE_STEPS, DEMO_SEEN] as const

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
        step: z.enum(SETTLED, { error: 'Unknown step' }),
        settled: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(Message),

  begin: defineCall({
    method: 'POST',
    path: '/admin/before_live/begin',
    access: 'admin',
    summary: 'Remove the demo: its courses, students, orders and texts; what the owner made stays',
    confirm: 'caller',
    codes: ['conflict', 'in_bundle'],
  }).output(Message),

  /** Going live does it by itself; this is for the test orders of a shop that went live before it could, and for a shop that begins anew. */
  removeTests: defineCall({
    method: 'POST',
    path: '/admin/before_live/remove_tests',
    access: 'admin',
    summary: 'Remove the orders that were paid with test keys, with their papers and access',
    confirm: 'caller',
  }).output(Message),
}
