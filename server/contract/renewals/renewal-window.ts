import { addPeriod, RENEWABLE_DAYS } from '../access-period.ts'
import { DAY_MS } from '../indian-time.ts'

/** Days before the end of access on which the two letters about it go out. */
export const RENEWAL_LETTERS = { first: 14, last: 3 } as const

export type RenewalWindow = {
  /** The first moment at which access may be renewed, and the last. */
  from: Date
  to: Date
  /** The end of the new period, which begins where the old one ends. */
  until: Date
}

/** When access that ends at a moment may be renewed: from 30 days before to 30 after, and while at least a day of the new period would be left. */
export function renewalWindow(endsAt: Date, period: string): RenewalWindow {
  const until = addPeriod(endsAt, period)
  const days = (count: number) => new Date(endsAt.getTime() + count * DAY_MS)
  return {
    from: days(-RENEWABLE_DAYS),
    to: new Date(Math.min(days(RENEWABLE_DAYS).getTime(), until.getTime() - DAY_MS)),
    until,
  }
}
