const BARE_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(Z|[+-]\d{2}:\d{2})?$/
/** Asia/Kolkata has had this offset, without daylight saving, since 1945. */
const INDIA = '+05:30'

/**
 * The last instant (milliseconds since 1970) at which a code with this `expiry_date` is valid, or undefined when the
 * text is no date. A bare date is valid through the end of that day in India; a date-time without zone is Indian time.
 */
export function expiryInstant(expiryDate: string): number | undefined {
  const text = expiryDate.trim()
  const bare = BARE_DATE.exec(text)
  if (bare) return isCalendarDay(bare) ? Date.parse(`${text}T23:59:59.999${INDIA}`) : undefined
  const full = DATE_TIME.exec(text)
  if (!full || !isCalendarDay(full)) return undefined
  const instant = Date.parse(full[8] ? text : `${text}${INDIA}`)
  return Number.isNaN(instant) ? undefined : instant
}

/**
 * The first instant (milliseconds since 1970) at which a code with this `start_date` is valid, or undefined when the text
 * is no date. A bare date begins with that day in India.
 */
export function startInstant(startDate: string): number | undefined {
  const text = startDate.trim()
  const end = expiryInstant(text)
  return end !== undefined && BARE_DATE.test(text) ? Date.parse(`${text}T00:00:00${INDIA}`) : end
}

/** A code is valid while now ≤ expiry. */
export function isExpired(expiryDate: string, now: Date): boolean {
  const instant = expiryInstant(expiryDate)
  return instant === undefined || now.getTime() > instant
}

/** `Date.parse` rolls 30 February over into March; the round trip through UTC shows it. */
function isCalendarDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const sameMonth = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return sameMonth && Number(year) >= 2000 && Number(year) <= 2999
}
