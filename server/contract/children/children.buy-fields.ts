import { z } from 'zod'

/** The buyer's answer whether they are 18 or older. */
export const buyFields = {
  adult: z.enum(['yes', 'no'], { error: 'Must be yes or no' }).optional(),
}
