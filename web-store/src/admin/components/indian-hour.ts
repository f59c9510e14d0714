const INDIA_MS = 5.5 * 60 * 60_000

/** A moment as a field has it, the hour in India: `2026-12-01T10:00`; empty for none. */
export const typedHour = (at: string | Date | null): string =>
  at === null ? '' : new Date(new Date(at).getTime() + INDIA_MS).toISOString().slice(0, 16)

/** What is sent of it. */
export const sentHour = (typed: string): string | null => (typed === '' ? null : `${typed}:00+05:30`)
