import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Message, Moment } from './fields.ts'
import { codeKey } from './typed-keys.ts'

export const GiftBody = z.object({
  /** 12 characters; spaces and dashes are dropped, case does not matter. */
  code: z
    .string({ error: 'Gift code is required' })
    .max(40, { error: 'Gift code not found' })
    .transform((value) => codeKey(value).replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, { error: 'Gift code is required' })),
})

export const RedeemBody = GiftBody.extend({
  /** True uses the code up for a longer access to a course that the student has already. */
  extend: z.boolean({ error: 'Must be true or false' }).default(false),
})

/** The course behind a gift code. It does not name the buyer, who never agreed to that; whoever sends the link says who they are. */
export const Gift = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  /** For how long, such as `P12M`; absent if it never expires. */
  access_period: z.string().optional(),
  /** Courses of a bundle; absent for a course. */
  includes: z
    .array(z.object({ course_id: z.string(), course_name: z.string(), access_period: z.string().optional() }))
    .optional(),
  /**
   * `ended`: refunded or replaced. Only for a student: `yours` if they redeemed it themselves, `owned` if they have the course and the code
   * would add nothing, `extends` if it would move the end of their access.
   */
  state: z.enum(['open', 'redeemed', 'ended', 'yours', 'owned', 'extends']),
  /** With `extends`: the present end, and the new one; null if it never ends. */
  ends_at: Moment.optional(),
  extends_to: Moment.nullable().optional(),
})
export type Gift = z.output<typeof Gift>

export const gifts = {
  /** Shows a visitor what a code gives; in a body, so that no log has the code. 404 for one that never existed. */
  look: defineCall({
    method: 'POST',
    path: '/gifts/look',
    access: 'public',
    summary: 'Look at a gift',
    limits: [limit('gift_look', 'client', 60, 10 * MINUTE, { failuresOnly: true })],
    codes: ['not_found'],
  })
    .input(GiftBody)
    .output(Gift),

  /** Shows a student what redeeming a code would do; changes nothing. 404 for one that never existed. */
  lookMine: defineCall({
    method: 'POST',
    path: '/user/gifts/look',
    access: 'user',
    summary: 'Look at a gift with the own courses in mind',
    limits: [limit('gift_look_mine', 'caller', 60, 10 * MINUTE)],
    codes: ['not_found'],
  })
    .input(GiftBody)
    .output(Gift),

  /**
   * 404 `Gift code not found`; 409 `already_redeemed`, `already_owned`, and without `extend` `extends_access` where the student has
   * the course until `ends_at` and the code would move that to `extends_to` (null: it never ends), or `conflict` before an answer
   * about age in a shop that asks, or where a parent has not confirmed: the code stays good.
   */
  redeem: defineCall({
    method: 'POST',
    path: '/user/gifts/redeem',
    access: 'user',
    summary: 'Redeem a gift code',
    limits: [limit('redeem', 'caller', 30, 10 * MINUTE)],
    codes: ['not_found', 'already_redeemed', 'already_owned', 'extends_access', 'conflict'],
  })
    .input(RedeemBody)
    .output(Message.extend({ course_id: z.string(), course_name: z.string() })),
}
