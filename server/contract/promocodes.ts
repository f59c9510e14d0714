import { z } from 'zod'
import { defineCall } from './define-call.ts'
import {
  ExpiryDate,
  listQuery,
  Message,
  optionalText,
  PromocodeText,
  Rupees,
  StartDate,
  wholeNumber,
} from './fields.ts'
import { codeKey } from './spelling.ts'

/**
 * `course_id` null = every course; `expiry_date` as it was given (a bare date holds through that day in India). `one_seat` is
 * there, and true, for a code with a limit of uses: it discounts one seat of each course, as one of 100 % does in any case.
 */
export const PublicPromocode = z.object({
  promocode: z.string(),
  discount: z.number().int(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
  one_seat: z.literal(true).optional(),
})
export type PublicPromocode = z.output<typeof PublicPromocode>

/**
 * `scope` is `All courses` or the course's name. Null limits are none. `uses` are paid orders and `reserved` open ones:
 * both count against the limits. `revenue` is what those paid, less what went back, in rupees.
 */
export const Promocode = z.object({
  id: z.string(),
  promocode: z.string(),
  discount: z.number().int(),
  /** As it was given; null = at once. A bare date begins with that day in India. */
  start_date: z.string().nullable(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
  scope: z.string(),
  max_uses: z.number().int().nullable(),
  max_uses_per_buyer: z.number().int().nullable(),
  /** A paused code is refused as if it did not exist. */
  paused: z.boolean(),
  /** False: it works for whoever knows it, and stands in no public list. */
  listed: z.boolean(),
  uses: z.number().int(),
  reserved: z.number().int(),
  revenue: Rupees,
})
export type Promocode = z.output<typeof Promocode>

const CODE_MESSAGE = 'Promo code must be at least 3 characters'

/** 3 to 32 of `A-Z 0-9 _ -`, upper-cased here. */
const NewPromocode = z
  .string({ error: CODE_MESSAGE })
  .overwrite(codeKey)
  .min(3, { error: CODE_MESSAGE })
  .max(32, { error: 'Promo code must be at most 32 characters' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'Promo code may have letters, digits, - and _ only' })

const USES = 'Must be a whole number from 1 to 1000000'
const flagText = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((value) => value === 'true')

export const AddPromocodeQuery = z.object({
  promocode: NewPromocode,
  discount: wholeNumber(1, 100, 'Discount must be between 1 and 100'),
  expiry_date: ExpiryDate,
  /** Absent or `all` = every course. */
  course_id: optionalText(100),
  start_date: StartDate.optional(),
  max_uses: wholeNumber(1, 1_000_000, USES).optional(),
  max_uses_per_buyer: wholeNumber(1, 1_000_000, USES).optional(),
  paused: flagText.optional(),
  listed: flagText.optional(),
})

const Uses = z.number({ error: USES }).int({ error: USES }).min(1, { error: USES }).max(1_000_000, { error: USES })

/** Missing keeps, null clears. The code itself stays what it is. */
export const UpdatePromocodeBody = z.object({
  discount: z
    .number({ error: 'Discount must be between 1 and 100' })
    .int({ error: 'Discount must be between 1 and 100' })
    .min(1, { error: 'Discount must be between 1 and 100' })
    .max(100, { error: 'Discount must be between 1 and 100' })
    .optional(),
  expiry_date: ExpiryDate.optional(),
  start_date: StartDate.nullable().optional(),
  max_uses: Uses.nullable().optional(),
  max_uses_per_buyer: Uses.nullable().optional(),
  paused: z.boolean({ error: 'Must be true or false' }).optional(),
  listed: z.boolean({ error: 'Must be true or false' }).optional(),
})

/** A code that makes courses free, or that no public list shows, gives away what the shop sells: an owner's alone. */
export const givesAway = ({
  discount,
  listed,
}: {
  discount?: number | undefined
  listed?: boolean | undefined
}): boolean => discount === 100 || listed === false

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
  check: defineCall({ method: 'POST', path: '/go/check_promocode', access: 'public', summary: 'Check a promo code' })
    .input(z.object({ promocode: PromocodeText }))
    .output(
      z.object({
        promocode: PublicPromocode.nullable(),
        problem: z
          .object({
            /** `promocode_invalid` also for one that is paused or has not begun. */
            code: z.enum(['promocode_invalid', 'promocode_expired', 'promocode_used_up']),
            detail: z.string(),
          })
          .nullable(),
      }),
    ),

  adminList: defineCall({
    method: 'GET',
    path: '/admin/promocodes/get_all_promocodes',
    access: 'admin',
    roles: ['editor'],
    summary: 'All promo codes',
  })
    .input(listQuery(['newest', 'promocode', '-promocode', 'expiry_date', '-expiry_date']))
    .output(z.object({ promocodes: z.array(Promocode) })),

  /** 409 `Promo code already exists`; 404 `Course not found`. A past expiry is accepted. */
  add: defineCall({
    method: 'POST',
    path: '/admin/promocodes/add',
    access: 'admin',
    roles: ['editor'],
    confirm: ({ query }: { query: z.output<typeof AddPromocodeQuery> }) => givesAway(query),
    status: 201,
    input: 'detailed',
    summary: 'Add a promo code',
    codes: ['not_found', 'promocode_exists'],
  })
    .input(z.object({ query: AddPromocodeQuery }))
    .output(Message.extend({ promocode: Promocode })),

  /** By id or by code: limits, times, pause, listing. 404; 422. Orders made before keep their price. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/promocodes/update_promocode/{id}',
    access: 'admin',
    roles: ['editor'],
    confirm: ({ body }: { body: z.output<typeof UpdatePromocodeBody> }) => givesAway(body),
    input: 'detailed',
    summary: 'Change a promo code',
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }), body: UpdatePromocodeBody }))
    .output(Message.extend({ promocode: Promocode })),

  /** By id or by code. Again: 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/promocodes/delete_promocode/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Delete a promo code',
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message),

  /** Takes a delete back, with the code's own id; 404 when it is unknown or not deleted, 409 `promocode_exists` when the code is in use again. */
  restore: defineCall({
    method: 'POST',
    path: '/admin/promocodes/restore_promocode/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Take the delete of a promo code back',
    codes: ['promocode_exists'],
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message.extend({ promocode: Promocode })),
}
