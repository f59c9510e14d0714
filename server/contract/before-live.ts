import { z } from 'zod'
import { call } from './call.ts'
import { Message } from './fields.ts'

/** What stands between a new shop and its first buyer, in the order in which it is best done. */
export const LIVE_STEPS = [
  'name',
  'line',
  'contact',
  'legal',
  'testimonials',
  'claims',
  'about',
  'policies',
  'course',
  'gateway',
  'webhook',
] as const
export type LiveStep = (typeof LIVE_STEPS)[number]

const OpenSteps = z.object({ open: z.array(z.enum(LIVE_STEPS)) })

export const beforeLive = {
  /** What still holds demo content or is missing, without what the owner has settled by hand. */
  get: call({
    method: 'GET',
    path: '/admin/before_live',
    access: 'admin',
    summary: 'What is left to do before the shop goes live',
  }).output(OpenSteps),

  /** `settled` true: the step is not named again, whatever the shop holds; false: it is named again while it is open. */
  settle: call({
    method: 'PUT',
    path: '/admin/before_live',
    access: 'admin',
    summary: 'Take a step off the list before going live, or put it back',
  })
    .input(
      z.object({
        step: z.enum(LIVE_STEPS, { error: 'Unknown step' }),
        settled: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(Message.extend(OpenSteps.shape)),
}
