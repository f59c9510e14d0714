/** India has one offset the year round; days of lists and figures are Indian ones. */
export const INDIA_OFFSET_MS = 330 * 60_000
export const DAY_MS = 86_400_000

/** An overview is of at most so many days. */
export const MAX_OVERVIEW_DAYS = 366

/** Midnight in India of a day such as `2026-11-18`, some days later; ISO 8601 in UTC. */
export function dayStart(day: string, daysLater = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - INDIA_OFFSET_MS + daysLater * DAY_MS).toISOString()
}

/** The day in India of an instant, such as `2026-11-18`. */
export function indianDay(instant: Date): string {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
}

/** The quarter of an hour of an instant's day in India, 1 to 96. */
export const quarterOf = (instant: Date): number =>
  Math.floor(((instant.getTime() + INDIA_OFFSET_MS) % DAY_MS) / 900_000) + 1

/** A day some days later or, negative, earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** `3 March 2027`. */
export const longDayText = (instant: string | Date): string =>
  new Date(instant).toLocaleDateString('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** An instant as Indian time with its offset, to the second: `2026-11-18T15:30:00+05:30`. */
export function indianTime(instant: string | Date): string {
  return `${new Date(new Date(instant).getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 19)}+05:30`
}

/** The last day of a month such as `2026-11`. */
export const lastDayOf = (month: string): string => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)

/** A month as instants, the second one exclusive; ISO 8601. */
export const monthSpan = (month: string): { from: string; before: string } => ({
  from: dayStart(`${month}-01`),
  before: dayStart(lastDayOf(month), 1),
})

/** Returns true from 8 am to 8 pm in India: reminders go out by day. */
export function isByDay(at: Date): boolean {
  const hour = new Date(at.getTime() + INDIA_OFFSET_MS).getUTCHours()
  return hour >= 8 && hour < 20
}
