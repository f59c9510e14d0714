import { z } from 'zod'
import { MAX_CART_SEATS } from './cart-seats.ts'
import { ExpiryDate, optionalText, Price, StartDate, whole, wholeNumber } from './fields.ts'
import { SegmentText } from './segments.ts'
import { newCode } from './typed-keys.ts'

const CODE_MESSAGE = 'Promo code must be at least 3 characters'

/** 3 to 32 of `A-Z 0-9 _ -`, upper-cased here. */
const NewPromocode = z
  .string({ error: CODE_MESSAGE })
  .overwrite(newCode)
  .min(3, { error: CODE_MESSAGE })
  .max(32, { error: 'Promo code must be at most 32 characters' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'Promo code may have letters, digits, - and _ only' })

const USES = 'Must be a whole number from 1 to 1000000'
const SEATS = `Must be a whole number from 1 to ${MAX_CART_SEATS}`
const DISCOUNT = 'Discount must be between 1 and 100'
const CAP = 'A maximum discount needs a discount in percent'
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

/** Discount of a new code, in two fields. */
const NewDiscount = z
  .object({
    promocode: NewPromocode,
    /** Percent; absent of a code that takes off rupees. */
    discount: wholeNumber(1, 100, DISCOUNT).optional(),
    /** Rupees off an order, in place of a discount. */
    amount: priceText.optional(),
  })
  .refine(({ discount, amount }) => discount !== undefined || amount !== undefined, {
    path: ['discount'],
    error: DISCOUNT,
    // Runs also beside an unusable code; a malformed discount has its own error.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'discount' || path?.[0] === 'amount'),
  })
  .refine(({ discount, amount }) => discount === undefined || amount === undefined, {
    path: ['amount'],
    error: ONE_KIND,
  })

/** A code of rupees has no cap beside them. */
const capFits = ({ amount, max_discount }: { amount?: number | undefined; max_discount?: number | null | undefined }) =>
  amount === undefined || max_discount == null
const capNeedsPercent = { path: ['max_discount'], error: CAP }

/** Two schemas, so that a missing discount is named beside whatever else is wrong, and before what comes after it. */
export const AddPromocodeQuery = NewDiscount.and(
  z.object({
    expiry_date: ExpiryDate,
    /** Absent or `all` = every course. */
    course_id: optionalText(100),
    /** Several courses, with commas between their ids; then `course_id` is left out. */
    course_ids: courseIdsText.optional(),
    /** Rupees: the percent take off an order at most this. */
    max_discount: priceText.optional(),
    minimum_order: priceText.optional(),
    first_purchase: flagText.optional(),
    start_date: StartDate.optional(),
    max_uses: wholeNumber(1, 1_000_000, USES).optional(),
    max_uses_per_buyer: wholeNumber(1, 1_000_000, USES).optional(),
    max_seats: wholeNumber(1, MAX_CART_SEATS, SEATS).optional(),
    paused: flagText.optional(),
    listed: flagText.optional(),
    /** Only students of this segment may use it, looked at when they buy; such a code is in no public list. */
    segment: SegmentText.optional(),
  }),
).refine(capFits, capNeedsPercent)

const Uses = whole(1, 1_000_000, USES)

const Seats = whole(1, MAX_CART_SEATS, SEATS)

/** Missing keeps, null clears. The code itself, its courses and its segment stay what they are; a discount replaces an amount and the other way round, and an amount clears `max_discount`. */
export const UpdatePromocodeBody = z
  .object({
    discount: whole(1, 100, DISCOUNT).optional(),
    amount: Price.optional(),
    max_discount: Price.nullable().optional(),
    minimum_order: Price.nullable().optional(),
    first_purchase: z.boolean({ error: 'Must be true or false' }).optional(),
    expiry_date: ExpiryDate.optional(),
    start_date: StartDate.nullable().optional(),
    max_uses: Uses.nullable().optional(),
    max_uses_per_buyer: Uses.nullable().optional(),
    max_seats: Seats.nullable().optional(),
    paused: z.boolean({ error: 'Must be true or false' }).optional(),
    listed: z.boolean({ error: 'Must be true or false' }).optional(),
  })
  .refine(({ discount, amount }) => discount === undefined || amount === undefined, {
    path: ['amount'],
    error: ONE_KIND,
  })
  .refine(capFits, capNeedsPercent)
