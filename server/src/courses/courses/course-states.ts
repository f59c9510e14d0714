import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'

/** Conditions on rows of `courses`. Visibility to visitors is decided here alone. */

/** In the lists, the search and the sitemap. */
export const LISTED = "courses.deleted_at is null and courses.state = 'published'"

/** The course has a page, and can be bought unless it is `NOT_FOR_SALE`: listed courses, and unlisted ones known by address. */
export const SOLD = "courses.deleted_at is null and courses.state in ('published', 'unlisted')"

/** Selects `SOLD` as a column. */
export const IS_SOLD = `(${SOLD})`

/** Counts the lessons of a row. */
export const LESSON_COUNT = `(select count(*) from lessons l where l.course_id = courses.course_id
  or courses.kind = 'bundle' and l.course_id in (select jsonb_array_elements_text(courses.bundle_courses)))`

// Conditions at a moment `:now`: due plans of a course count, whether or not the job has written them. A plan publishes
// no course without lessons; the other fields of a planned course stay complete.
const PUBLISHED_AT = `case when courses.publish_at <= :now
  and (courses.kind = 'bundle' or exists (select 1 from lessons l where l.course_id = courses.course_id)) then 'published' else courses.state end`

/** The state of a row at `:now`. */
export const STATE_AT = `case when courses.withdraw_at <= :now and (${PUBLISHED_AT}) in ('published', 'unlisted')
  then courses.withdraw_to else ${PUBLISHED_AT} end`

/** Builds a condition: the course has a page, and nobody can buy it yet. Not null. */
export const isHeld = (course: string) => `coalesce(${course}.extras->'coming_soon' = 'true', false)`

/** Is not for sale yet: it, or a course of it. */
export const NOT_FOR_SALE = `(${isHeld('courses')} or exists (select from courses one
  where courses.kind = 'bundle' and courses.bundle_courses @> to_jsonb(one.course_id) and ${isHeld('one')}))`

/** Can be bought at `:now`. */
export const SOLD_AT = `courses.deleted_at is null and (${STATE_AT}) in ('published', 'unlisted') and not ${NOT_FOR_SALE}`

/** The course's sale runs at `:now`; null without one. */
export const IN_SALE_AT = '(courses.sale_from <= :now and courses.sale_until > :now)'

/** Has plans that are due at `:now` and not written. */
export const DUE_AT = `deleted_at is null and (publish_at <= :now or withdraw_at <= :now
  or (sale_price_paise is not null and sale_shown is distinct from ${IN_SALE_AT}) or sale_until <= :now)`

/** The charged price at `:now`, in paise. */
export const PRICE_AT = `case when ${IN_SALE_AT} then courses.sale_price_paise else courses.price_paise end`

/** The shown price in paise; for up to a minute around a sale's begin or end it differs from `PRICE_AT`. */
export const SHOWN_PRICE = 'case when courses.sale_shown then courses.sale_price_paise else courses.price_paise end'

/** The state of a row as the console names it, as an expression. */
export const STATE = "case when courses.deleted_at is not null then 'deleted' else courses.state end"

/** Limits to courses in this state; by default all except deleted ones. */
export function inState(courses: Knex.QueryBuilder, state: CourseState | undefined): Knex.QueryBuilder {
  if (state === 'deleted') return courses.whereNotNull('courses.deleted_at').whereNull('courses.left_bin_at')
  courses.whereNull('courses.deleted_at')
  return state ? courses.where('courses.state', state) : courses
}
