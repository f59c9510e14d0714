import { z } from 'zod'
import { emailsToAddress, HOUR, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Email, Message, nameText } from './fields.ts'

export const ASKED_FOR_FREE = 'We emailed you a link. Open it to start the course.'

export const RequestFreeBody = z.object({
  course_id: CourseId,
  name: nameText(2, 100, 'Name must be at least 2 characters'),
  email: Email,
  /** Consent to news by email, from a box that nothing ticks beforehand. */
  news: z.boolean({ error: 'Must be true or false' }).default(false),
})

export const freeCourses = {
  /**
   * Gives a free course to a logged-in student, once. 404 for a course that is not sold, or costs something; 409 `already_purchased`, and
   * `conflict` before an answer about age in a shop that asks, or where a parent has not confirmed.
   */
  take: defineCall({
    method: 'POST',
    path: '/user/free',
    access: 'user',
    status: 201,
    summary: 'Take a free course',
    codes: ['not_found', 'already_purchased', 'conflict'],
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ course_id: z.string() })),

  /**
   * Makes an account with the course and mails its link. An address that has an account receives a way to log in and
   * no course; the answer is the same.
   */
  ask: defineCall({
    method: 'POST',
    path: '/go/free',
    access: 'public',
    status: 202,
    summary: 'Ask for a free course without an account',
    cost: 'mail',
    limits: [limit('free_client', 'client', 60, HOUR), emailsToAddress()],
    account: 'way in',
    codes: ['not_found'],
  })
    .input(RequestFreeBody)
    .output(Message),
}
