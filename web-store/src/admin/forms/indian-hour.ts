import { indianTime } from 'contract/indian-time'

/** Formats a time for a field, in Indian time: `2026-12-01T10:00`; empty for none. */
export const typedHour = (at: string | Date | null): string => (at === null ? '' : indianTime(at).slice(0, 16))

/** Returns the wire form of such a field: ISO 8601 with +05:30; null for an empty one. */
export const sentHour = (typed: string): string | null => (typed === '' ? null : `${typed}:00+05:30`)
