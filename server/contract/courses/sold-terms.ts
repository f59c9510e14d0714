import { soldFields } from './extra-fields.ts'

/** Fields of a course that a price or a grant reads, each with its name in the row that pricing reads (`CourseForSale`). */
export const soldColumns = {
  price: 'price_paise',
  free: 'free',
  bundle_courses: 'included',
  access_period: 'access_period',
} as const

/** The same of fields that features add. Statements read them through `SOLD_TERMS`, which has no other. */
export const soldExtras = Object.keys(soldFields)

/** Every field of a course that changes what is paid for it, or what the money buys. */
export const soldTerms: readonly string[] = [...Object.keys(soldColumns), ...soldExtras]

/** Fields of a body that no API key may send, though a scope opens the call: they set prices, and what a price buys. */
const closedFields: Readonly<Record<string, readonly string[]>> = {
  // A bundle without a price is on no sale.
  'courses.create': soldTerms.filter((field) => field !== 'bundle_courses'),
  'courses.update': soldTerms,
}

/** Returns the first field of a call's unread input that no key may send. */
export function closedField(call: string, input: unknown): string | undefined {
  const { body = input } = (input ?? {}) as { body?: unknown }
  if (typeof body !== 'object' || body === null) return undefined
  return closedFields[call]?.find((field) => Object.hasOwn(body, field))
}
