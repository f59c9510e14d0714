import { soldExtras } from 'contract/courses/sold-terms'
import { PRICE_AT, SOLD, SOLD_AT } from './course-states.ts'

/** Lists courses by name and picture, deleted ones included; other features use it in their statements. */
export const COURSES = '(select course_id, name, banner from courses)'

/** Lists courses with their next step, deleted ones included. */
export const NEXT_STEPS = `(select course_id, extras->'next_step' as next_step from courses)`

const soldExtra = (name: string) => `extras->'${name}' as ${name}`

/**
 * Lists courses, deleted ones included, with all that a price or a grant reads of what features add. A field that is missing here changes no
 * price: `soldTerms` closes the fields to whom prices are closed.
 */
export const SOLD_TERMS = `(select course_id, name, access_period, ${soldExtras.map(soldExtra).join(', ')},
  (${SOLD}) and kind = 'course' as on_sale from courses)`

/** Builds the terms of a row of `courses` by name, null where it has none. */
export const TERMS = `jsonb_build_object(${soldExtras.map((name) => `'${name}', courses.extras->'${name}'`).join(', ')})`

/** Lists those of `:courseIds`, a JSON array, that can be bought at `:now`, with their charged prices. */
export const FOR_SALE = `(select course_id, name, banner, kind, ${PRICE_AT} as price_paise, access_period, legal_disclaimer, free, ${TERMS} as terms
  from courses where course_id in (select jsonb_array_elements_text(:courseIds)) and ${SOLD_AT})`

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

/** Fields of a course that hold addresses; with `COURSE_ADDRESSES`, the expression of the index `courses_media`. */
export const COURSE_FIELDS = [
  'banner',
  'DEMO_REELS_VIDEOS',
  'benefits_samples',
  'additional_infobanners',
  'product_content_samples',
  'bonuses',
  'exclusive_bonuses',
  'CUSTOMER_REVIEWS',
] as const
export const COURSE_ADDRESSES = `media_ids(
  banner || ' ' || "DEMO_REELS_VIDEOS"::text || benefits_samples::text || additional_infobanners::text
  || product_content_samples::text || bonuses::text || exclusive_bonuses::text || "CUSTOMER_REVIEWS"::text
)`

export const LESSON_LINKS = ['watch_link', 'download_link', 'files', 'captions'] as const
/** The expression of the index `lessons_media`. */
export const LESSON_ADDRESSES = `media_ids(
  watch_link || ' ' || coalesce(download_link, '') || ' ' || files::text || ' ' || captions::text
)`

/** Lists the lessons' library files; other features use it in their statements. */
export const LESSON_FILES = `(
  select course_id, lesson_id, title as lesson_title, position, preview, opens_after_days, opens_at, opened_to,
    ${LESSON_LINKS.join(', ')}, ${LESSON_ADDRESSES} as media_ids from lessons
)`

/** Lists the courses' library files; other features use it in their statements. */
export const COURSE_FILES = `(
  select course_id, name as course_name, ${COURSE_FIELDS.map((field) => `"${field}"`).join(', ')}, ${COURSE_ADDRESSES} as media_ids from courses
)`
