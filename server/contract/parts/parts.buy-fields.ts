import { z } from 'zod'

const PARTS = 'Must be true or false'

/** `parts`: the one course is paid in parts, of which the order is the first. */
export const buyFields = { parts: z.enum(['true', 'false'], { error: PARTS }).optional() }

export const priceFields = buyFields
