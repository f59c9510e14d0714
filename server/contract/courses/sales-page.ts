/*
 * No schema here: pages of the store carry this file.
 */

/** Sections of a sales page that the fields of a course fill, in the usual order. An owner moves, hides and renames all but the first. */
export const SALES_SECTIONS = [
  'offer',
  'points',
  'clips',
  'lessons',
  'course_reviews',
  'results',
  'samples',
  'bonuses',
  'audience',
  'first_steps',
  'platforms',
  'course_faq',
  'next_price',
] as const
export type SalesSection = (typeof SALES_SECTIONS)[number]

export const isSalesSection = (type: string): type is SalesSection => SALES_SECTIONS.some((one) => one === type)

/** The order of a sales page with other blocks between its sections. Absent settings are the usual ones; hidden sections are left out. */
export type SalesPage = {
  order: string[]
  sections: Record<string, { type: string; settings: Record<string, unknown> }>
  /** `PageFacts` of the other blocks; absent without any. */
  facts?: Record<string, unknown> | undefined
}
