import type { Language } from './languages.ts'

/** The clock of every language: `4:12 pm`. */
export const clockStyle: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true }

/** Names of months and days: short ones, such as `नव॰`, are hardly read in the others. */
export const nameStyle = (language: Language) => (language === 'en' ? 'short' : 'long')

/** Writes a span, in milliseconds, as `65 h 08 min`; one below 0 as none. */
export function hoursText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
