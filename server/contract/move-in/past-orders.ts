import { z } from 'zod'
import { searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Day, Moment, wholeNumber } from '../fields.ts'
import { MoveSource } from '../move-sources.ts'

/** An order of another shop: history only. It has no documents, and is in no revenue of ours. */
export const PastOrder = z.object({
  source: MoveSource,
  order_ref: z.string().nullable(),
  ordered_on: Moment.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  user_id: z.string().nullable(),
  /** The course as the file names it, and our course where it was matched. */
  course: z.string(),
  course_id: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string(),
  refunded: z.number().nullable(),
  status: z.enum(['paid', 'refunded', 'partially_refunded']),
  coupon: z.string().nullable(),
  moved_at: Moment,
})
export type PastOrder = z.output<typeof PastOrder>

const pastOrdersQuery = z
  .object({
    q: z.string().max(200).optional(),
    from: Day.optional(),
    to: Day.optional(),
    user_id: z.string().max(100).optional(),
    limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
    offset: wholeNumber(0, 1_000_000, 'Must be a whole number').optional(),
  })
  .optional()

export const pastOrders = {
  /** Newest first, with sums by currency, and by month and course, of all that match. */
  list: defineCall({
    method: 'GET',
    path: '/admin/past_orders',
    access: 'admin',
    roles: ['support', 'finance'],
    scope: 'orders:read',
    summary: 'Orders of the shop before',
    cost: 'search',
    limits: [searches],
  })
    .input(pastOrdersQuery)
    .output(
      z.object({
        orders: z.array(PastOrder),
        total: z.number().int(),
        sums: z.array(
          z.object({ currency: z.string(), orders: z.number().int(), amount: z.number(), refunded: z.number() }),
        ),
        months: z.array(
          z.object({ month: z.string(), currency: z.string(), orders: z.number().int(), amount: z.number() }),
        ),
        courses: z.array(
          z.object({ course: z.string(), currency: z.string(), orders: z.number().int(), amount: z.number() }),
        ),
      }),
    ),
}
