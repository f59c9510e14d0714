import { dateTimeText } from '../../ui/format.ts'
import { sentHour, typedHour } from '../forms/indian-hour.ts'

/** When a lesson opens, as it is typed: days as a number, a moment as the hour in India, `2026-12-01T10:00`. */
export type Opening = { opens_after_days?: string; opens_at?: string }

type Stored = { opens_after_days: number | null; opens_at: string | Date | null }

export const typedOpening = ({ opens_after_days: days, opens_at: at }: Stored): Required<Opening> => ({
  opens_after_days: days === null ? '' : String(days),
  opens_at: typedHour(at),
})

/** The request: fields of an earlier release's draft are absent, and change nothing. */
export const sentOpening = ({ opens_after_days: days, opens_at: at }: Opening) => ({
  ...(days === undefined ? {} : { opens_after_days: days.trim() === '' ? null : Number(days) }),
  ...(at === undefined ? {} : { opens_at: sentHour(at) }),
})

/** `Opens 7 days after enrolment`; nothing where it opens at once. */
export function openingText({ opens_after_days: days, opens_at: at }: Opening): string {
  if (days?.trim()) return `Opens ${days.trim()} ${days.trim() === '1' ? 'day' : 'days'} after enrolment`
  return at ? `Opens ${dateTimeText(`${at}:00+05:30`)}` : ''
}
