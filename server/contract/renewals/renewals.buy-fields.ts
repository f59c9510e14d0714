import { z } from 'zod'

const RENEWAL = 'Must be true or false'

/** `renewal`: a further period of the one course, at its price for who has it. */
export const buyFields = { renewal: z.enum(['true', 'false'], { error: RENEWAL }).optional() }

export const priceFields = buyFields
