import { periodParts } from 'contract/access-period'
import type { Speech } from './language.ts'

/** For how long a course was sold: `12 months’ access`, `1 day’s access`. */
export function accessText({ plural }: Speech, period: string): string {
  const { count, unit } = periodParts(period)
  return unit === 'M'
    ? plural(count, { one: '{count} month’s access', other: '{count} months’ access' })
    : plural(count, { one: '{count} day’s access', other: '{count} days’ access' })
}

/** A course as it was sold: `Reels, 12 months’ access`, or its name alone where access has no end. */
export const soldAs = (speech: Speech, line: { course_name: string; access_period?: string | null }): string =>
  line.access_period ? `${line.course_name}, ${accessText(speech, line.access_period)}` : line.course_name
