import { Adult, parentFields } from './age-fields.ts'

/** An answer of the buyer about their age: 18 or older, or when they turn 18 and who their parent is. */
export const buyFields = {
  adult: Adult.optional(),
  turns_18: parentFields.turns_18.optional(),
  parent_name: parentFields.parent_name.optional(),
  parent_email: parentFields.parent_email.optional(),
}
