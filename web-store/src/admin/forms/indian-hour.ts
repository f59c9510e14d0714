import { indianTime } from 'contract/indian-time'

/** A moment as a field has it, the hour in India: `2026-12-01T10:00`; empty for none. */
export const typedHour = (at: string | Date | null): string => (at === null ? '' : indianTime(at).slice(0, 16))

/** What is sent of it. */
export const sentHour = (typed: string): string | null => (typed === '' ? null : `${typed}:00+05:30`)
