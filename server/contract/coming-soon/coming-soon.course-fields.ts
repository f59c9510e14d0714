import { z } from 'zod'

/** A course that is coming soon has a page, and cannot be bought; absent, null and false are the same. */
export const courseFields = {
  shown: { coming_soon: z.boolean({ error: 'Must be true or false' }) },
  hidden: {},
}
