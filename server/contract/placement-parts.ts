import { z } from 'zod'

/** Parts that a course needs to go on sale, in the order of its form. */
export const Missing = z.enum([
  ...(['name', 'description', 'long_description', 'header_text', 'header_below', 'price', 'banner'] as const),
  ...(['lessons', 'bundle_courses'] as const),
])
export type Missing = z.output<typeof Missing>
