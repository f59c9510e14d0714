import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { State } from '../documents.ts'
import { CourseId, Moment, Rupees } from '../fields.ts'
import { BoughtOrder } from '../orders/orders.ts'

/** Price of a course's renewal for its student now, and its time. */
export const Renewal = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  /** The end of the present access, which may be past. */
  ends_at: Moment,
  ended: z.boolean(),
  /** The end of the new period, which begins at `ends_at`, or now once that is past. */
  until: Moment,
  /** From when and until when it can be renewed. */
  from: Moment,
  to: Moment,
  state: z.enum(['early', 'open', 'late']),
  /** With tax. */
  total: Rupees,
  /** The price of the course for others, with tax. */
  list_total: Rupees,
  /** Invoices need a state, and none is known of this student. */
  needs_state: z.boolean(),
})
export type Renewal = z.output<typeof Renewal>

/** A further period of a course whose access ends. Progress, notes and certificates stay. */
export const renewals = {
  /** 404 for a course that is not sold for a period, and without bought access to it; 409 `conflict` while a plan of it is open. */
  get: defineCall({
    method: 'GET',
    path: '/user/renewals/{course_id}',
    access: 'user',
    inView: true,
    summary: 'What a renewal costs',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ course_id: CourseId }))
    .output(Renewal),

  /**
   * Makes the order of a renewal and its payment link, as `orders.buy` does; the new period begins where the old one ends, or when it is paid once that
   * is past. From 30 days before the end to 30 after: 409 `conflict` outside. 404 as `renewals.get`.
   */
  renew: defineCall({
    method: 'POST',
    path: '/user/renew',
    access: 'user',
    status: 201,
    summary: 'Renew a course',
    cost: 'ask',
    limits: [limit('renew', 'caller', 20, 10 * MINUTE)],
    codes: ['not_found', 'conflict', 'already_purchased', 'price_changed', 'gateway_error', 'gateway_not_configured'],
  })
    .input(
      z.object({
        course_id: CourseId,
        /** The total that the student saw, in rupees. */
        expected_total: Rupees.optional(),
        billing_state: State.optional(),
      }),
    )
    .output(BoughtOrder),
}
