import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { State } from '../documents.ts'
import { CourseId, Moment, Rupees } from '../fields.ts'
import { BoughtOrder } from '../orders/orders.ts'
import { OptionId } from './options.course-fields.ts'

/** Longer options of a course that its student bought for a shorter time. */
export const Upgrade = z.object({
  course_id: z.string(),
  course_name: z.string(),
  /** End of the present access. */
  ends_at: Moment,
  /** Invoices need a state, and none is known of this student. */
  needs_state: z.boolean(),
  options: z.array(
    z.object({
      option_id: z.string(),
      name: z.string(),
      note: z.string().nullable(),
      /** End of the access after the upgrade; null never ends. */
      until: Moment.nullable(),
      /** With tax: the price less what was paid. */
      total: Rupees,
      /** With tax. */
      list_total: Rupees,
    }),
  ),
})
export type Upgrade = z.output<typeof Upgrade>

export const options = {
  /** Courses of the student that have a longer option; empty without any. */
  upgrades: defineCall({
    method: 'GET',
    path: '/user/options',
    access: 'user',
    inView: true,
    summary: 'Longer options of own courses',
  }).output(z.array(Upgrade)),

  /**
   * Makes the order of a longer option and its payment link, as `orders.buy` does; the access then ends as if that option had been bought at first.
   * 404 for an unknown course, 409 `conflict` for access that was renewed, paid in parts or bought in a bundle, and for an option that is not longer.
   */
  upgrade: defineCall({
    method: 'POST',
    path: '/user/options/upgrade',
    access: 'user',
    status: 201,
    summary: 'Upgrade to a longer option',
    cost: 'ask',
    limits: [limit('upgrade', 'caller', 20, 10 * MINUTE)],
    codes: ['not_found', 'conflict', 'already_purchased', 'price_changed', 'gateway_error', 'gateway_not_configured'],
  })
    .input(
      z.object({
        course_id: CourseId,
        option_id: OptionId,
        /** The total that the student saw, in rupees. */
        expected_total: Rupees.optional(),
        billing_state: State.optional(),
      }),
    )
    .output(BoughtOrder),
}
