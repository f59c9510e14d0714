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
})

export const gifts = {
  /** 404 `Gift code not found`; 409 `already_redeemed`, `already_owned`. */
  redeem: defineCall({
    method: 'POST',
    path: '/user/gifts/redeem',
    access: 'user',
    summary: 'Redeem a gift code',
    codes: ['not_found', 'already_redeemed', 'already_owned'],
  })
    .input(RedeemBody)
    .output(Message.extend({ course_id: z.string(), course_name: z.string() })),
}
