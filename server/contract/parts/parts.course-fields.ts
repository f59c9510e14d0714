import { z } from 'zod'
import type { SoldField } from '../courses/sold-field.ts'
import { Price, whole } from '../fields.ts'
import { toPaise } from '../money.ts'
import { GRACE_DAYS, MAX_PLAN_DAYS, PART_COUNTS, splitIntoParts, termsOf } from './plan-parts.ts'

const COUNT = `Must be ${PART_COUNTS.least} to ${PART_COUNTS.most} parts`
const EVERY = `Must be 1 to ${MAX_PLAN_DAYS} days`
const GRACE = `Must be ${GRACE_DAYS.least} to ${GRACE_DAYS.most} days`

/** Terms on which a course is paid in parts; `first` is the first part in rupees, null splits the price evenly. */
export const PartsField = z
  .object({
    count: whole(PART_COUNTS.least, PART_COUNTS.most, COUNT),
    every_days: whole(1, MAX_PLAN_DAYS, EVERY),
    first: Price.nullish(),
    grace_days: whole(GRACE_DAYS.least, GRACE_DAYS.most, GRACE),
  })
  .refine(({ count, every_days }) => (count - 1) * every_days <= MAX_PLAN_DAYS, {
    path: ['every_days'],
    error: `The last part must be due within ${MAX_PLAN_DAYS} days`,
  })
export type PartsField = z.output<typeof PartsField>

/** The terms for a course of this price in rupees, 0 for one without a price yet: each part is at least ₹1. */
export const partsOf = (price: number) =>
  PartsField.refine((field) => price === 0 || splitIntoParts(toPaise(price), termsOf(field)) !== undefined, {
    path: ['first'],
    error: 'Must leave at least ₹1 for each further part',
  })

/** Null sells the course in one payment alone. */
export const courseFields = {
  shown: { parts: PartsField },
  hidden: {},
  beside: { parts: { price: partsOf } },
  // The parts are the price together.
  sold: { parts: { name: 'its payment in parts', least: null, publishedBy: 'editor' } } satisfies Record<
    string,
    SoldField
  >,
}
