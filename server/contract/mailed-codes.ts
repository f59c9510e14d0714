import { z } from 'zod'
import { DAY, emailsToAddress, HOUR, limit, MINUTE } from './call-cost.ts'
import { text } from './fields.ts'

/** Lifetime of a code by email. */
export const CODE_MINUTES = 10

/** A wait between two codes to one address, in seconds; the limit of a minute holds it. */
export const CODE_WAIT = MINUTE

const CODE = 'Enter the 6 digits of the email'
const CHALLENGE = 'Please ask for a new code'
const SENT = 'A code was sent a moment ago. Please check your inbox and spam folder, or try again in a minute.'

/** Limits of a call that emails a code to an address; each use of codes has its own. */
export const codeLimits = (name: string) => [
  limit(`${name}_client`, 'client', 60, HOUR),
  limit(`${name}_minute`, 'account', 1, CODE_WAIT, { knownApart: true, says: SENT }),
  limit(name, 'account', 5, HOUR, { knownApart: true }),
  limit(`${name}_day`, 'account and client', 15, DAY),
  limit(`${name}_of_all_day`, 'account', 30, DAY, { knownApart: true }),
  emailsToAddress({ strangersOnly: true }),
]

/** The challenge that a browser holds, and the digits as typed. */
export const typedCode = {
  challenge: text(1, 100, CHALLENGE),
  code: z
    .string({ error: CODE })
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, { error: CODE })),
}
