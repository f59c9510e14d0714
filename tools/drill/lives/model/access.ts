/** Ends of access, by the calendar in India. */

export const INDIA_MS = 5.5 * 3_600_000
export const DAY = 86_400_000

/** A day in India, as days since 1970. */
const dayOf = (at: number) => Math.floor((at + INDIA_MS) / DAY)

/** The last second of the day that is so many days after the one of this moment. */
export const endOfDay = (at: number, days: number): number => (dayOf(at) + days + 1) * DAY - INDIA_MS - 1_000

/** Adds months at the same time of day; from the 31st to the last day of a shorter month. */
function addMonths(at: number, months: number): number {
  const local = new Date(at + INDIA_MS)
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + months, local.getUTCDate()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, last)) + (local.getTime() % DAY) - INDIA_MS
}

/** A grant of a course: for good (null), for a period such as `P1M`, or until a moment. */
export type Given = { at: number; period: string | null; until?: number | null | undefined }

/**
 * Returns the end of access after these grants, in their order: null for never, undefined without any. A period begins at the end of the access
 * before it, or when it was paid if that was over. Months that follow each other keep the day of the first.
 */
export function endOf(given: readonly Given[]): number | null | undefined {
  let end: number | null | undefined
  let run: { from: number; months: number } | undefined
  for (const { at, period, until } of given) {
    if (end === null) return null
    const from = end !== undefined && end > at ? end : at
    if (until !== undefined && until !== null) {
      if (end !== undefined && end >= until) continue
      end = until
      run = undefined
      continue
    }
    if (period === null) return null
    const count = Number(period.slice(1, -1))
    if (period.endsWith('D')) {
      end = from + count * DAY
      run = undefined
      continue
    }
    run = run && from === end ? { ...run, months: run.months + count } : { from, months: count }
    end = addMonths(run.from, run.months)
  }
  return end
}
