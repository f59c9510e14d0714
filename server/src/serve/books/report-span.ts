import { addDays, dayStart, indianDay, lastDayOf } from 'contract/indian-time'

export type ReportKind = 'week' | 'month'

/** Reports leave from 8 am in India. */
const HOUR_MS = 8 * 3_600_000

/** The first day of the week (a Monday) or month of a day. */
const firstOf = (kind: ReportKind, day: string): string =>
  kind === 'month' ? `${day.slice(0, 7)}-01` : addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The first day of the week or month before the one that begins on a day. */
export const spanBefore = (kind: ReportKind, first: string): string => firstOf(kind, addDays(first, -1))

/** The last day of the week or month that begins on a day. */
export const lastOf = (kind: ReportKind, first: string): string =>
  kind === 'month' ? lastDayOf(first.slice(0, 7)) : addDays(first, 6)

/** The first day of the last week or month whose report is due: it leaves at 8 am of the day after. */
export function dueSpan(kind: ReportKind, now: Date): string {
  const day = indianDay(new Date(now.getTime() - HOUR_MS))
  return spanBefore(kind, firstOf(kind, day))
}

/** The months that a span touches. */
export const monthsOf = (from: string, to: string): string[] => [...new Set([from.slice(0, 7), to.slice(0, 7)])]

/** A span of Indian days, both inclusive, as instants, the second one exclusive. */
export const instantsOf = (from: string, to: string) => ({ from: dayStart(from), before: dayStart(to, 1) })
