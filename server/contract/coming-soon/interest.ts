import { z } from 'zod'
import { emailsToAddress, HOUR, limit } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, Email, Message, nameText } from '../fields.ts'

export const INTEREST_ASKED = 'We emailed you a link. Open it to join the list.'

/** Days within which the link of an email confirms interest. */
export const INTEREST_LINK_DAYS = 7

/** Days for which a confirmed address waits at most. */
export const INTEREST_DAYS = 180

/** Number of the sentences beside the form, which an address agreed to; another text has the next number. */
export const INTEREST_NOTICE = 1

export const interest = {
  /**
   * Emails a link that joins the list of a course that is coming soon. Always 202 for a well-formed request, with the same words for
   * every address and every course, known or not.
   */
  ask: defineCall({
    method: 'POST',
    path: '/go/interest',
    access: 'public',
    status: 202,
    summary: 'Ask to be told when a course goes on sale',
    cost: 'mail',
    limits: [limit('interest_client', 'client', 60, HOUR), emailsToAddress()],
    account: 'address',
  })
    .input(
      z.object({
        course_id: CourseId,
        email: Email,
        name: z
          .union([z.literal(''), nameText(2, 100, 'Name must be at least 2 characters')])
          .nullish()
          .transform((name) => name ?? ''),
      }),
    )
    .output(Message),

  /** Counts the confirmed addresses that wait for a course, and those whose link is not opened yet. 404. */
  count: defineCall({
    method: 'GET',
    path: '/admin/interest/{course_id}',
    access: 'admin',
    roles: ['editor', 'support'],
    summary: 'Who waits for a course',
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ waiting: z.number().int(), unconfirmed: z.number().int() })),
}
