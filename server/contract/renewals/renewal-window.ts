import { RENEWABLE_DAYS } from '../access-period.ts'
import { DAY_MS } from '../indian-time.ts'

/** Days before the end of access on which the two letters about it go out. */
export const RENEWAL_LETTERS = { first: 14, last: 3 } as const

export type RenewalWindow = {
  /** The first moment at which access may be renewed, and the last. */
  from: Date
  to: Date
}

/** The span in which access that ends at a moment may be renewed: from 30 days before to 30 after. */
export function renewalWindow(endsAt: Date): RenewalWindow {
  const days = (count: number) => new Date(endsAt.getTime() + count * DAY_MS)
  return { from: days(-RENEWABLE_DAYS), to: days(RENEWABLE_DAYS) }
}
