import { periodParts } from 'contract/access-period'
import type { Speech } from './language.ts'

/** Returns a sold access period: `12 months’ access`, `1 day’s access`. */
export function accessText({ plural }: Speech, period: string): string {
  const { count, unit } = periodParts(period)
  return unit === 'M'
    ? plural(count, { one: '{count} month’s access', other: '{count} months’ access' })
    : plural(count, { one: '{count} day’s access', other: '{count} days’ access' })
}

/** Returns a sold course: `Reels, 12 months’ access`; the name alone for lifetime access. */
export const soldAs = (speech: Speech, line: { course_name: string; access_period?: string | null }): string =>
  line.access_period ? `${line.course_name}, ${accessText(speech, line.access_period)}` : line.course_name
