import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message } from './fields.ts'
import { codeKey } from './spelling.ts'

export const RedeemBody = z.object({
  /** 12 characters; spaces and dashes are dropped, case does not matter. */
  code: z
    .string({ error: 'Gift code is required' })
    .max(40, { error: 'Gift code not found' })
    .transform((value) => codeKey(value).replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, { error: 'Gift code is required' })),
  /** True uses the code up for a longer access to a course that the student has already. */
  extend: z.boolean({ error: 'Must be true or false' }).default(false),
})

export const gifts = {
  /**
   * 404 `Gift code not found`; 409 `already_redeemed`, `already_owned`, and without `extend` `extends_access` where the student has
   * the course until `ends_at` and the code would move that to `extends_to` (null: it never ends): the code stays good.
   */
  redeem: defineCall({
    method: 'POST',
    path: '/user/gifts/redeem',
    access: 'user',
    summary: 'Redeem a gift code',
    codes: ['not_found', 'already_redeemed', 'already_owned', 'extends_access'],
  })
    .input(RedeemBody)
    .output(Message.extend({ course_id: z.string(), course_name: z.string() })),
}
