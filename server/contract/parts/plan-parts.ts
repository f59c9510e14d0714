import { addPeriod } from '../access-period.ts'
import { addDays, dayStart } from '../indian-time.ts'
import { toPaise } from '../money.ts'

/** Days from the first part of a plan to its last: over three months an invoice would fall due on each date, paid or not. */
export const MAX_PLAN_DAYS = 90
export const PART_COUNTS = { least: 2, most: 6 } as const
/** Days from a due date to the end of access; an owner chooses within them. */
export const GRACE_DAYS = { least: 3, most: 7 } as const
/** An email goes out so many days before a part is due, on the day, and so many days after. */
export const REMINDER_DAYS = 3

/** Terms on which a course is sold in parts. */
export type PartsTerms = {
  count: number
  every_days: number
  /** The first part, in paise; null splits the price evenly. */
  first_paise: number | null
  grace_days: number
}

const RUPEE = 100

/** The field of a course, whose first part is in rupees. */
type Field = Omit<PartsTerms, 'first_paise'> & { first?: number | null | undefined }

/** Converts the field of a course to terms in paise. */
export const termsOf = ({ first, ...terms }: Field): PartsTerms => ({
  ...terms,
  first_paise: first ? toPaise(first) : null,
})

/**
 * Splits a price into the parts of a plan, in paise. All but the first are whole rupees, so that the tax on them is exact to the paisa and the
 * sum of the parts is the price; the first holds the rest, or with a first part of its own, which counts in whole rupees, the second one.
 * Undefined for a price that has no rupee for each part.
 */
export function splitIntoParts(pricePaise: number, { count, first_paise }: PartsTerms): number[] | undefined {
  const even = Math.floor(pricePaise / count / RUPEE) * RUPEE
  if (first_paise === null) {
    if (even < RUPEE) return undefined
    return [pricePaise - even * (count - 1), ...Array.from({ length: count - 1 }, () => even)]
  }
  const first = Math.floor(first_paise / RUPEE) * RUPEE
  const rest = pricePaise - first
  const each = Math.floor(rest / (count - 1) / RUPEE) * RUPEE
  if (first < RUPEE || each < RUPEE) return undefined
  return [first, rest - each * (count - 2), ...Array.from({ length: count - 2 }, () => each)]
}

/** Lists the days on which the parts of a plan are due, the first on its first day; days such as `2026-11-28`. */
export const dueDays = (firstDay: string, { count, every_days }: Pick<PartsTerms, 'count' | 'every_days'>): string[] =>
  Array.from({ length: count }, (_, place) => addDays(firstDay, place * every_days))

/** The last second in which an unpaid part leaves the course open: the end of the day that is so many days after it was due. */
export const openUntil = (dueOn: string, graceDays: number): Date =>
  new Date(Date.parse(dayStart(dueOn, graceDays + 1)) - 1000)

/** The end of access once a plan is paid whole; null if the course never expires. */
export const endOfWhole = (startedAt: Date, accessPeriod: string | null): Date | null =>
  accessPeriod === null ? null : addPeriod(startedAt, accessPeriod)

/** Returns the earliest and latest day to which an unpaid part may move: between its neighbours, from `today` on, within the plan's days. */
export function moveRange(
  parts: readonly { part: number; due_on: string }[],
  part: number,
  today: string,
): { from: string; to: string } {
  const day = (number: number) => parts.find((one) => one.part === number)?.due_on
  const first = day(1) ?? today
  const before = day(part - 1)
  const after = day(part + 1)
  const latest = addDays(first, MAX_PLAN_DAYS)
  const earliest = before === undefined ? today : addDays(before, 1)
  return {
    from: earliest > today ? earliest : today,
    to: after === undefined || after > latest ? latest : addDays(after, -1),
  }
}
