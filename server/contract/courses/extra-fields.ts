import type { z } from 'zod'
import { courseFields as comingSoon } from '../coming-soon/coming-soon.course-fields.ts'
import { courseFields as courseTax } from '../course-tax/course-tax.course-fields.ts'
import { nullish } from '../fields.ts'
import { courseFields as nextStep } from '../next-step/next-step.course-fields.ts'
import { courseFields as parts } from '../parts/parts.course-fields.ts'
import { courseFields as renewals } from '../renewals/renewals.course-fields.ts'

/** Fields that features add to a course: `shown` ones are in public answers too. Written by `npm run fix`. */
export const shownFields = nullish({
  ...comingSoon.shown,
  ...courseTax.shown,
  ...nextStep.shown,
  ...parts.shown,
  ...renewals.shown,
})
export const hiddenFields = nullish({
  ...comingSoon.hidden,
  ...courseTax.hidden,
  ...nextStep.hidden,
  ...parts.hidden,
  ...renewals.hidden,
})
/** Checks of these fields that need the price of the course, in rupees: its 0 is none yet. */
export const fieldsAtPrice: Readonly<Record<string, (price: number) => z.ZodType>> = {
  ...parts.atPrice,
}
