import { DAY_MS, INDIA_OFFSET_MS } from './indian-time.ts'

/** For how long a course is sold: an ISO 8601 duration of 1 to 999 months or up to 9999 days, such as `P12M`. */
export const PERIOD_FORM = /^P([1-9]\d{0,2}(?=M)|[1-9]\d{0,3}(?=D))([MD])$/

/** So long before its end an access can be bought again; the new one begins where it ends. */
export const RENEWABLE_DAYS = 30

/** The parts of a period that is stored. */
export function periodParts(period: string): { count: number; unit: 'M' | 'D' } {
  const [, count, unit] = PERIOD_FORM.exec(period) ?? []
  if (!count) throw new Error(`not an access period: ${period}`)
  return { count: Number(count), unit: unit === 'M' ? 'M' : 'D' }
}

/** 'true' reads 'Lifetime access', other text is shown as it is, 'false' and nothing not at all. */
export function lifetimeText(value: string | null): string | undefined {
  const text = value?.trim()
  if (!text || text.toLowerCase() === 'false') return undefined
  return text.toLowerCase() === 'true' ? 'Lifetime access' : text
}

/** The moment a period later, at the same time in India: a month by its calendar, from the 31st to the last day of a shorter one. */
export function addPeriod(from: Date, period: string): Date {
  const { count, unit } = periodParts(period)
  return unit === 'M' ? addMonths(from, count) : new Date(from.getTime() + count * DAY_MS)
}

/** The moment so many months later. Several periods in a row are counted from the first one's begin: a short month moves its own end alone. */
export function addMonths(from: Date, months: number): Date {
  const local = new Date(from.getTime() + INDIA_OFFSET_MS)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + months)
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, last))
  return new Date(local.getTime() - INDIA_OFFSET_MS)
}

/** The longer of two periods; null never ends. */
export function longerPeriod(one: string | null, other: string | null): string | null {
  return isLonger(other, one) ? other : one
}

/** Returns true if access for one period ends after that for another; null never ends. */
export const isLonger = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || addPeriod(new Date(0), one) > addPeriod(new Date(0), other))

/** The period of a course in a bundle: the longer of both. A bundle without one leaves each course its own. */
export const bundledPeriod = (bundle: string | null, course: string | null): string | null =>
  bundle === null ? course : longerPeriod(bundle, course)
