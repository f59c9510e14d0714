import { z } from 'zod'
import { limit, MINUTE, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, IfMatch, listQuery, Message, Moment, PromocodeText, Rupees } from './fields.ts'
import { isGiveaway } from './giveaway.ts'
import { AddPromocodeQuery, UpdatePromocodeBody } from './promocode-input.ts'
import { Segment } from './segments.ts'

/** A code as visitors see it; `expiry_date` unchanged (a bare date holds through that day in India). */
export const PublicPromocode = z.object({
  promocode: z.string(),
  /** Whole percent, 1 to 100; 0 of a code that takes off rupees. */
  discount: z.number().int(),
  expiry_date: z.string(),
  /** The course it is for, the first of several; null = every course. */
  course_id: z.string().nullable(),
  /** Seats of each course that one use discounts; absent: all of them, but one where the code gives 100 %. */
  seats: z.number().int().optional(),
  /** Rupees that it takes off an order, once; never more than what it covers costs. */
  amount: Rupees.optional(),
  /** Rupees that its percent take off an order at most. */
  max_discount: Rupees.optional(),
  /** The promo code is valid for orders of this many rupees or more, before the discount. */
  minimum_order: Rupees.optional(),
  /** There, and true, for a code that only a first purchase may use. */
  first_purchase: z.literal(true).optional(),
  /** All its courses, where there is more than one. */
  course_ids: z.array(z.string()).optional(),
})
export type PublicPromocode = z.output<typeof PublicPromocode>

/**
 * `scope` is `All courses`, the course's name, or how many courses it is for. Null limits are none. `uses` are paid orders and `reserved` open ones:
 * both count against the limits. `revenue` is what those paid, less what went back, in rupees.
 */
export const Promocode = z.object({
  id: z.string(),
  promocode: z.string(),
  /** Whole percent, 1 to 100; 0 of a code that takes off rupees. */
  discount: z.number().int(),
  /** Rupees that it takes off an order; null of a code of percent. */
  amount: Rupees.nullable(),
  /** Rupees that its percent take off an order at most; null = no such bound. */
  max_discount: Rupees.nullable(),
  /** Null = no least order. */
  minimum_order: Rupees.nullable(),
  first_purchase: z.boolean(),
  /** Unchanged start; null = at once. A bare date begins with that day in India. */
  start_date: z.string().nullable(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
  /** All its courses, where there is more than one. */
  course_ids: z.array(z.string()).nullable(),
  scope: z.string(),
  max_uses: z.number().int().nullable(),
  max_uses_per_buyer: z.number().int().nullable(),
  /** Seats of each course that one use of a limited code, or of one of 100 %, discounts; null = one. */
  max_seats: z.number().int().nullable(),
  /** A paused code is refused as if it did not exist. */
  paused: z.boolean(),
  /** False: it works for everyone who knows it, but is in no public list. */
  listed: z.boolean(),
  /** The students who may use it; null = everyone. */
  segment: Segment.nullable(),
  /** Changes with each change of the code: for `If-Match`. */
  version: z.string(),
  uses: z.number().int(),
  reserved: z.number().int(),
  revenue: Rupees,
})
export type Promocode = z.output<typeof Promocode>

export const promocodes = {
  /** Codes that expired in the last 30 days included, so that a client can say 'Promocode has expired'. */
  list: defineCall({ method: 'GET', path: '/go/get_promocodes', access: 'public', summary: 'Promo codes' }).output(
    z.array(PublicPromocode),
  ),

  /**
   * One code, listed or not, as the list would have it; or null and why not, in the words and with the code of error that
   * buying would answer: a code that does not hold is an answer, too. At most 60 in 10 minutes per client, so that codes
   * cannot be guessed.
   */
  check: defineCall({
    method: 'POST',
    path: '/go/check_promocode',
    access: 'public',
    summary: 'Check a promo code',
    limits: [limit('promocode', 'client', 60, 10 * MINUTE)],
  })
    .input(z.object({ promocode: PromocodeText }))
    .output(
      z.object({
        promocode: PublicPromocode.nullable(),
        problem: z
          .object({
            /** `promocode_invalid` also for one that is paused or has not begun. */
            code: z.enum(['promocode_invalid', 'promocode_expired', 'promocode_used_up']),
            detail: z.string(),
            /** End of an expired code. */
            ended_at: Moment.optional(),
          })
          .nullable(),
      }),
    ),

  adminList: defineCall({
    method: 'GET',
    path: '/admin/promocodes/get_all_promocodes',
    access: 'admin',
    roles: ['editor', 'finance'],
    summary: 'All promo codes',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(['newest', 'promocode', '-promocode', 'expiry_date', '-expiry_date']).extend({
        /** Only codes that hold for this course: those of every course, too. */
        course: CourseId.optional(),
      }),
    )
    .output(z.object({ promocodes: z.array(Promocode) })),

  /** 409 `Promo code already exists`; 404 `Course not found`. A past expiry is accepted. */
  add: defineCall({
    method: 'POST',
    path: '/admin/promocodes/add',
    access: 'admin',
    roles: ['editor', 'finance'],
    confirm: ({ query }: { query: z.output<typeof AddPromocodeQuery> }) => isGiveaway(query),
    status: 201,
    input: 'detailed',
    summary: 'Add a promo code',
    codes: ['not_found', 'promocode_exists'],
  })
    .input(z.object({ query: AddPromocodeQuery }))
    .output(Message.extend({ promocode: Promocode })),

  /**
   * Changes limits, times, pause or listing of a code, by id or code. 404; 422. Earlier orders keep their price. Any
   * change that leaves an open code for free courses needs a confirmation. With `If-Match`, `version` in quotes, a stale edit is 409
   * `edit_conflict` with the present code as `current`.
   */
  update: defineCall({
    method: 'PUT',
    path: '/admin/promocodes/update_promocode/{id}',
    access: 'admin',
    roles: ['editor', 'finance'],
    confirm: ({ body }: { body: z.output<typeof UpdatePromocodeBody> }) => isGiveaway(body),
    input: 'detailed',
    summary: 'Change a promo code',
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ id: z.string().trim().min(1).max(100) }),
        headers: IfMatch,
        body: UpdatePromocodeBody,
      }),
    )
    .output(Message.extend({ promocode: Promocode })),

  /** Deletes by id or by code. Again: 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/promocodes/delete_promocode/{id}',
    access: 'admin',
    roles: ['editor', 'finance'],
    input: 'detailed',
    summary: 'Delete a promo code',
    confirm: { without: 'the bin holds it, and restore brings it back' },
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message),

  /**
   * Takes a delete back, with the code's own id. One that gives courses away and is not paused asks for a confirmation. 404 when it is unknown or not deleted, 409 `promocode_exists` when the code is in use again.
   */
  restore: defineCall({
    method: 'POST',
    path: '/admin/promocodes/restore_promocode/{id}',
    access: 'admin',
    roles: ['editor', 'finance'],
    input: 'detailed',
    summary: 'Take the delete of a promo code back',
    codes: ['promocode_exists', 'confirmation_required'],
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message.extend({ promocode: Promocode })),
}
