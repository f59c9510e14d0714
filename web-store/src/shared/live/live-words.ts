import { liveMomentText } from 'contract/live-times'
import { language } from '../../language/language.ts'
import { plural, t } from '../../language/text.ts'

const shown = (starts_at: string, timeZone?: string) => liveMomentText(starts_at, timeZone, language)

/** `Sat, 28 Nov, 7:00 pm IST`. */
export const momentText = (starts_at: string): string => t('{moment} IST', { moment: shown(starts_at) })

/** The same moment where the reader's clock is another one; nothing where it is the Indian. */
export function ownMomentText(starts_at: string): string | undefined {
  const own = shown(starts_at, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return own === shown(starts_at) ? undefined : t('{moment} where you are', { moment: own })
}

const MINUTE_MS = 60_000

/** `In 3 days`, `In 2 hours`, `In 20 minutes`: how long until then, in the largest unit of which there are two. */
export function untilText(starts_at: string, now: Date): string {
  const minutes = Math.ceil((Date.parse(starts_at) - now.getTime()) / MINUTE_MS)
  if (minutes < 1) return t('Now')
  if (minutes < 120) return plural(minutes, { one: 'In {count} minute', other: 'In {count} minutes' })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return plural(hours, { one: 'In {count} hour', other: 'In {count} hours' })
  return plural(Math.round(hours / 24), { one: 'In {count} day', other: 'In {count} days' })
}
