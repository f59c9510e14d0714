import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'

/** Conditions on rows of `courses`. What visitors see of a course is decided here and nowhere else. */

/** In the lists, the search and the sitemap. */
export const LISTED = "courses.deleted_at is null and courses.state = 'published'"

/** It has a page and can be bought: what is listed, and what is known by its address alone. */
export const SOLD = "courses.deleted_at is null and courses.state in ('published', 'unlisted')"

/** Whether a row is sold, as a column. */
export const IS_SOLD = `(${SOLD})`

// What holds at a moment, `:now`: the plans of a course that have come by then count, whether or not the job has written them.
const PUBLISHED_AT = "case when courses.publish_at <= :now then 'published' else courses.state end"

/** The state of a row at `:now`. */
export const STATE_AT = `case when courses.withdraw_at <= :now and (${PUBLISHED_AT}) in ('published', 'unlisted')
  then courses.withdraw_to else ${PUBLISHED_AT} end`

/** It can be bought at `:now`. */
export const SOLD_AT = `courses.deleted_at is null and (${STATE_AT}) in ('published', 'unlisted')`

/** Its sale has begun at `:now` and not ended; null without one. */
export const IN_SALE_AT = '(courses.sale_from <= :now and courses.sale_until > :now)'

/** What it costs at `:now`, in paise: what is charged. */
export const PRICE_AT = `case when ${IN_SALE_AT} then courses.sale_price_paise else courses.price_paise end`

/** What pages and lists say that it costs, in paise; for as long as a minute after a sale began or ended it is not `PRICE_AT`. */
export const SHOWN_PRICE = 'case when courses.sale_shown then courses.sale_price_paise else courses.price_paise end'

/** The state of a row as the console names it, as an expression. */
export const STATE = "case when courses.deleted_at is not null then 'deleted' else courses.state end"

/** Only courses in this state; all but deleted ones without. */
export function inState(courses: Knex.QueryBuilder, state: CourseState | undefined): Knex.QueryBuilder {
  if (state === 'deleted') return courses.whereNotNull('courses.deleted_at').whereNull('courses.left_bin_at')
  courses.whereNull('courses.deleted_at')
  return state ? courses.where('courses.state', state) : courses
}
