import { z } from 'zod'

/** A course that is sold by dates with seats; absent, null and false are the same. */
export const courseFields = {
  shown: { workshops: z.boolean({ error: 'Must be true or false' }) },
  hidden: {},
  sold: { workshops: 'its dates and seats' },
}
