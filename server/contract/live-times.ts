import { atPartOfDay, clockIn, nameStyle } from './date-styles.ts'
import { type Language, languages } from './languages.ts'

/** Time before the beginning when a live lesson opens. */
export const JOIN_MINUTES = 15

export type LiveTimes = { starts_at: string; minutes: number }

const MINUTE_MS = 60_000

export const liveEnd = ({ starts_at, minutes }: LiveTimes): Date =>
  new Date(Date.parse(starts_at) + minutes * MINUTE_MS)

/** When joining begins; it ends with the lesson. */
export const joinOpensAt = ({ starts_at }: LiveTimes): Date =>
  new Date(Date.parse(starts_at) - JOIN_MINUTES * MINUTE_MS)

/** Returns the phase of a live lesson: `ahead`, `open` to be joined, `over`. */
export function livePhase(times: LiveTimes, now: Date): 'ahead' | 'open' | 'over' {
  if (now < joinOpensAt(times)) return 'ahead'
  return now < liveEnd(times) ? 'open' : 'over'
}

/** `Sat, 28 Nov, 7:00 pm`, in Indian time unless another zone is named. Digits are Latin in every language. */
export function liveMomentText(instant: string | Date, timeZone = 'Asia/Kolkata', language: Language = 'en'): string {
  const names = nameStyle(language)
  const text = new Date(instant).toLocaleString(`${languages[language].tag}-u-nu-latn`, {
    weekday: names,
    day: 'numeric',
    month: names,
    ...clockIn(language),
    timeZone,
  })
  return language === 'mr' ? atPartOfDay(text) : text
}
