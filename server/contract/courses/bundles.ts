import { z } from 'zod'
import { CourseId, Rupees } from '../fields.ts'

/** A bundle is a course whose lessons are other courses. */
export const CourseKind = z.enum(['course', 'bundle'], { error: 'Must be course or bundle' })
export type CourseKind = z.output<typeof CourseKind>

/** Bounds of a bundle. */
export const BUNDLE_COURSES = { least: 2, most: 50 } as const
const { least: LEAST, most: MOST } = BUNDLE_COURSES

export const TOO_FEW_COURSES = 'Choose at least two courses'

/** The courses of a bundle, in order; none yet in a draft, and of a course. */
export const BundleCourses = z
  .array(CourseId, { error: 'Must be a list' })
  .max(MOST, { error: `At most ${MOST} courses` })
  .refine((ids) => ids.length === 0 || ids.length >= LEAST, { error: TOO_FEW_COURSES })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'Choose each course once' })

/** A course of a bundle in cards. */
export const IncludedPrice = z.object({
  course_id: z.string(),
  /** The course's ordinary price, which is its weight in the price of the bundle. */
  price: Rupees,
  /** The course's price alone while a sale of it runs; absent when none does. */
  sale_price: Rupees.optional(),
  /** True if it is sold alone; absent when not. */
  on_sale: z.literal(true).optional(),
})

/** A course of a bundle on its sales page. */
export const IncludedCourse = IncludedPrice.extend({
  name: z.string(),
  banner: z.string(),
  lessons: z.number().int(),
  /** For how long the bundle gives it, such as `P12M`; absent if it never expires. */
  access_period: z.string().optional(),
})
export type IncludedCourse = z.output<typeof IncludedCourse>
