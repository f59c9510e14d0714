import { lifetimeText, periodParts } from 'contract/access-period'
import { filled, plural } from '../../language/text.ts'

/** `12 months`, `1 day`. */
export function periodText(period: string): string {
  const { count, unit } = periodParts(period)
  return unit === 'D'
    ? plural(count, { one: '{count} day', other: '{count} days' })
    : plural(count, { one: '{count} month', other: '{count} months' })
}

/** `12 months’ access`, `1 day’s access`. */
export function accessText(period: string): string {
  const { count, unit } = periodParts(period)
  return unit === 'D'
    ? plural(count, { one: '{count} day’s access', other: '{count} days’ access' })
    : plural(count, { one: '{count} month’s access', other: '{count} months’ access' })
}

type Course = { access_period: string | null; lifetime_access: string | null }

/** Returns the length of a course's access: its period, else the owner's words. */
export function heldText({ access_period, lifetime_access }: Course): string | undefined {
  const words = lifetimeText(lifetime_access)
  return access_period ? accessText(access_period) : words && filled(words)
}
