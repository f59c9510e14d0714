import { z } from 'zod'
import type { SoldField } from '../courses/sold-field.ts'

/** A course that is sold by dates with seats; absent, null and false are the same. */
export const courseFields = {
  shown: { workshops: z.boolean({ error: 'Must be true or false' }) },
  hidden: {},
  sold: { workshops: { name: 'its dates and seats', least: null, publishedBy: 'editor' } } satisfies Record<
    string,
    SoldField
  >,
}
