import { SOLD } from './course-states.ts'

/** Lists courses by name and picture, deleted ones included; other features use it in their statements. */
export const COURSES = '(select course_id, name, banner from courses)'

/** Lists what features add to courses, deleted ones included. */
export const EXTRAS = '(select course_id, extras from courses)'

/** The state of a course `c` as owners name it. */
export const COURSE_STATE = `case when c.left_bin_at is not null then 'erased' when c.deleted_at is not null then 'deleted' else c.state end`

/** Lists the lessons of all courses; other features use it in their statements. */
export const LESSONS = `(select course_id, lesson_id, kind, title, position, watch_link, download_link, files, captions, section, seconds, preview, opens_after_days, opens_at, opened_to,
  created_at from lessons)`

/** Lists courses with what they cost, and whether they are sold or planned to be. */
export const PRICED_COURSES = `(select course_id, kind, free, price_paise, sale_price_paise, bundle_courses,
  (${SOLD}) or (deleted_at is null and publish_at is not null) as sold from courses)`

/** Courses with their state, the last change of their lessons, and if they have any. */
export const COURSE_LESSONS = `(select course_id, name, state, lessons_updated_at, bundle_courses,
  exists (select from lessons l where l.course_id = courses.course_id) as has_lessons from courses)`

/** Courses on sale with their period and the fields that features add, for those features. */
export const SOLD_EXTRAS = `(select course_id, name, access_period, extras from courses where ${SOLD} and kind = 'course')`
