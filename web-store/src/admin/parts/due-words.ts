import { dayStart } from 'contract/indian-time'
import { dateText } from '../../ui/format.ts'

/** An Indian day, such as `2026-11-28`, as `28 Nov 2026`. */
export const dayText = (day: string): string => dateText(new Date(dayStart(day)))

/** The same without its year. */
export const shortDay = (day: string): string => dayText(day).replace(/,? \d{4}$/, '')

/** Whole days from one Indian day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Distance of a part from its day: `5 days late`, `Today`, `In 3 days`. */
export function dueText(dueOn: string, today: string): string {
  const away = daysBetween(today, dueOn)
  if (away === 0) return 'Today'
  const days = Math.abs(away) === 1 ? '1 day' : `${Math.abs(away)} days`
  return away < 0 ? `${days} late` : `In ${days}`
}
