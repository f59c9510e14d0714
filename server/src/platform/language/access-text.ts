import { periodParts } from 'contract/access-period'
import type { Speech } from './language.ts'

/** Returns a sold access period: `12 months’ access`, `1 day’s access`. */
export function accessText({ plural }: Speech, period: string): string {
  const { count, unit } = periodParts(period)
  return unit === 'M'
    ? plural(count, { one: '{count} month’s access', other: '{count} months’ access' })
    : plural(count, { one: '{count} day’s access', other: '{count} days’ access' })
}

type SoldLine = { course_name: string; bundle_name?: string | null; access_period?: string | null }

/** Returns a sold course: `Reels, 12 months’ access`; the name alone for lifetime access; `For creators: Reels` in a bundle. */
export function soldAs(speech: Speech, { course_name, bundle_name, access_period }: SoldLine): string {
  const name = bundle_name ? `${bundle_name}: ${course_name}` : course_name
  return access_period ? `${name}, ${accessText(speech, access_period)}` : name
}
