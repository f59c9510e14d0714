import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'

/** Conditions on rows of `courses`. What visitors see of a course is decided here and nowhere else. */

/** In the lists, the search and the sitemap. */
export const LISTED = "courses.deleted_at is null and courses.state = 'published'"

/** It has a page and can be bought: what is listed, and what is known by its address alone. */
export const SOLD = "courses.deleted_at is null and courses.state in ('published', 'unlisted')"

/** Whether a row is sold, as a column. */
export const IS_SOLD = `(${SOLD})`

/** The state of a row as the console names it, as an expression. */
export const STATE = "case when courses.deleted_at is not null then 'deleted' else courses.state end"

/** Only courses in this state; all but deleted ones without. */
export function inState(courses: Knex.QueryBuilder, state: CourseState | undefined): Knex.QueryBuilder {
  if (state === 'deleted') return courses.whereNotNull('courses.deleted_at').whereNull('courses.left_bin_at')
  courses.whereNull('courses.deleted_at')
  return state ? courses.where('courses.state', state) : courses
}
