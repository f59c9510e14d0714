import { z } from 'zod'

/** Reasons for which rows outlive an account. A table names one as `stays` in its `feature.ts`. */
export const RETENTION_REASONS = ['money', 'log', 'guards', 'work'] as const
export type RetentionReason = (typeof RETENTION_REASONS)[number]

/** Section 36 of the CGST Act: so many months from the due date of the annual return. */
const TAX_MONTHS = 72

/** Digests of callers and answers to repeats end after so many days at the latest. */
export const GUARD_DAYS = 31

/**
 * The last day on which the tax law wants the documents of a day: the annual return of a financial year is due on 31 December after its end.
 * `2026-11-28` gives `2033-12-31`.
 */
export function taxEnd(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const ends = month > 3 ? year + 1 : year
  return `${ends + TAX_MONTHS / 12}-12-31`
}

const RetainedRow = z.object({
  /** `account`: gone with the account; `expires`: gone after `days`, whether the account lives or not. */
  reason: z.enum([...RETENTION_REASONS, 'account', 'expires']),
  title: z.string(),
  why: z.string(),
  /** The end in words. */
  ends: z.string(),
  tables: z.array(z.string()),
})
export type RetainedRow = z.output<typeof RetainedRow>
