import { z } from 'zod'
import { emailsToAddress, HOUR, limit } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Email, Message, nameText } from '../fields.ts'

export const SIGNED_UP = 'We emailed you a link. Open it to confirm.'

/** Days within which the link of an email confirms a wish for news. */
export const SIGNUP_DAYS = 7

const AGREE = 'Tick the box to get news by email'

export const signups = {
  /** Emails a link that confirms news by email. The answer is the same for known and unknown addresses. */
  ask: defineCall({
    method: 'POST',
    path: '/go/signups',
    access: 'public',
    status: 202,
    summary: 'Ask for news by email',
    cost: 'mail',
    limits: [limit('signup_client', 'client', 60, HOUR), emailsToAddress()],
    account: 'address',
  })
    .input(
      z.object({
        email: Email,
        name: z.union([z.literal(''), nameText(2, 100, 'Name must be at least 2 characters')]).default(''),
        /** Consent to news by email, from a box that nothing ticks beforehand. */
        news: z.literal(true, { error: AGREE }),
      }),
    )
    .output(Message),
}
