import { nullish } from '../fields.ts'

/** Fields that features add to a course: `shown` ones are in public answers too. Written by `npm run fix`. */
export const shownFields = nullish({})
export const hiddenFields = nullish({})
