import { z } from 'zod'
import { defineCall } from './define-call.ts'
import {
  ExpiryDate,
  listQuery,
  Message,
  optionalText,
  Price,
  PromocodeText,
  Rupees,
  StartDate,
  wholeNumber,
} from './fields.ts'
import { codeKey } from './spelling.ts'

/**
 * What a visitor may know of a code; `expiry_date` as it was given (a bare date holds through that day in India).
 */
export const PublicPromocode = z.object({
  promocode: z.string(),
  /** Whole percent, 1 to 100; 0 of a code that takes off rupees. */
  discount: z.number().int(),
  expiry_date: z.string(),
  /** The course it is for, the first of several; null = every course. */
  course_id: z.string().nullable(),
  /** There, and true, for a code with a limit of uses: it discounts one seat of each course, as one of 100 % does in any case. */
  one_seat: z.literal(true).optional(),
  /** Rupees that it takes off an order, once; never more than what it covers costs. */
  amount: Rupees.optional(),
  /** It holds for orders of this many rupees or more, before the discount. */
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
  /** Null = no least order. */
  minimum_order: Rupees.nullable(),
  first_purchase: z.boolean(),
  /** As it was given; null = at once. A bare date begins with that day in India. */
  start_date: z.string().nullable(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
  /** All its courses, where there is more than one. */
  course_ids: z.array(z.string()).nullable(),
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
const DISCOUNT = 'Discount must be between 1 and 100'
const ONE_KIND = 'Give a discount in percent or an amount in rupees, not both'
/** So many courses one code may name. */
export const MOST_COURSES = 50
const flagText = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((value) => value === 'true')

const priceText = z
  .string({ error: 'Price must be positive' })
  .trim()
  .regex(/^\d{1,12}(\.\d+)?$/, { error: 'Price must be positive' })
  .transform(Number)
  .pipe(Price)

/** Ids with commas between them. */
const courseIdsText = z
  .string({ error: 'Must be ids of courses with commas between them' })
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ])
  .pipe(
    z
      .array(z.string().max(100))
      .min(1)
      .max(MOST_COURSES, { error: `At most ${MOST_COURSES} courses` }),
  )

const AddFields = z.object({
  promocode: NewPromocode,
  /** Percent; absent of a code that takes off rupees. */
  discount: wholeNumber(1, 100, DISCOUNT).optional(),
  /** Rupees off an order, in place of a discount. */
  amount: priceText.optional(),
  expiry_date: ExpiryDate,
  /** Absent or `all` = every course. */
  course_id: optionalText(100),
  /** Several courses, with commas between their ids; then `course_id` is left out. */
  course_ids: courseIdsText.optional(),
  minimum_order: priceText.optional(),
  first_purchase: flagText.optional(),
  start_date: StartDate.optional(),
  max_uses: wholeNumber(1, 1_000_000, USES).optional(),
  max_uses_per_buyer: wholeNumber(1, 1_000_000, USES).optional(),
  paused: flagText.optional(),
  listed: flagText.optional(),
})

export const AddPromocodeQuery = AddFields.superRefine(({ discount, amount }, { addIssue }) => {
  if (discount === undefined && amount === undefined)
    addIssue({ code: 'custom', path: ['discount'], message: DISCOUNT })
  if (discount !== undefined && amount !== undefined) addIssue({ code: 'custom', path: ['amount'], message: ONE_KIND })
})

const Uses = z.number({ error: USES }).int({ error: USES }).min(1, { error: USES }).max(1_000_000, { error: USES })

/** Missing keeps, null clears. The code itself, and its courses, stay what they are; a discount replaces an amount and the other way round. */
export const UpdatePromocodeBody = z
  .object({
    discount: z
      .number({ error: DISCOUNT })
      .int({ error: DISCOUNT })
      .min(1, { error: DISCOUNT })
      .max(100, { error: DISCOUNT })
      .optional(),
    amount: Price.optional(),
    minimum_order: Price.nullable().optional(),
    first_purchase: z.boolean({ error: 'Must be true or false' }).optional(),
    expiry_date: ExpiryDate.optional(),
    start_date: StartDate.nullable().optional(),
    max_uses: Uses.nullable().optional(),
    max_uses_per_buyer: Uses.nullable().optional(),
    paused: z.boolean({ error: 'Must be true or false' }).optional(),
    listed: z.boolean({ error: 'Must be true or false' }).optional(),
  })
  .refine(({ discount, amount }) => discount === undefined || amount === undefined, {
    path: ['amount'],
    error: ONE_KIND,
  })

type Giving = {
  discount?: number | undefined
  amount?: number | null | undefined
  minimum_order?: number | null | undefined
  listed?: boolean | undefined
}

/** A code that can make courses free, or that no public list shows, gives away what the shop sells: an owner's alone. */
export const givesAway = ({ discount, amount, minimum_order, listed }: Giving): boolean =>
  discount === 100 || listed === false || (amount != null && amount >= (minimum_order ?? 0))

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
