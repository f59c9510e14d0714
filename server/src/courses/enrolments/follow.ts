import { addPeriod } from 'contract/access-period'

/** What one order, gift code or admin gave of a course: for ever, for a period, or until a moment. */
export type Grant = {
  granted_at: string | Date
  access_period: string | null
  given_until: string | Date | null
}

/**
 * The end after each of the grants of one student and course, in the order in which they were given: a period begins where the access
 * before it ends, or when it was given if that was over; what was given for ever ends no more.
 */
export function endsOf(grants: readonly Grant[]): (Date | null)[] {
  let end: Date | null | undefined
  return grants.map(({ granted_at, access_period, given_until }) => {
    if (end === null) return null
    const given = new Date(granted_at)
    const from = end && end > given ? end : given
    if (given_until !== null) end = new Date(Math.max(new Date(given_until).getTime(), end?.getTime() ?? 0))
    else end = access_period === null ? null : addPeriod(from, access_period)
    return end
  })
}
