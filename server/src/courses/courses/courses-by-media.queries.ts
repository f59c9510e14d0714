import type { Db } from '../../context.ts'

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
const COURSE_ADDRESSES = `media_ids(
  banner || ' ' || "DEMO_REELS_VIDEOS"::text || benefits_samples::text || additional_infobanners::text
  || product_content_samples::text || bonuses::text || exclusive_bonuses::text || "CUSTOMER_REVIEWS"::text
)`
export const LESSON_LINKS = ['watch_link', 'download_link', 'files', 'captions'] as const
/** The expression of the index `lessons_media`. */
const LESSON_ADDRESSES = `media_ids(
  watch_link || ' ' || coalesce(download_link, '') || ' ' || files::text || ' ' || captions::text
)`

type CourseRow = { course_id: string; course_name: string } & Record<(typeof COURSE_FIELDS)[number], unknown>
type LessonRow = {
  course_id: string
  course_name: string
  lesson_id: string
  lesson_title: string
  preview: boolean
} & Record<(typeof LESSON_LINKS)[number], unknown>

/** Lists courses that show one of these files, deleted ones included, which buyers still see. */
export function findCoursesShowing(db: Db, mediaIds: readonly string[]): Promise<CourseRow[]> {
  return db('courses')
    .whereRaw(`${COURSE_ADDRESSES} && :mediaIds::text[]`, { mediaIds })
    .orderBy('course_id')
    .select('course_id', 'name as course_name', ...COURSE_FIELDS)
}

/** Lists lessons that show one of these files, of deleted courses too. */
export function findLessonsShowing(db: Db, mediaIds: readonly string[]): Promise<LessonRow[]> {
  return db('lessons as l')
    .join('courses as c', 'c.course_id', 'l.course_id')
    .whereRaw(`${LESSON_ADDRESSES} && :mediaIds::text[]`, { mediaIds })
    .orderBy(['l.course_id', 'l.position'])
    .select('l.course_id', 'c.name as course_name', 'l.lesson_id', 'l.title as lesson_title')
    .select('l.preview', ...LESSON_LINKS.map((column) => `l.${column}`))
}

/** Lists the lessons' library files; other features use it in their statements. */
export const LESSON_FILES = `(
  select course_id, lesson_id, position, preview, opens_after_days, opens_at, opened_to, ${LESSON_ADDRESSES} as media_ids from lessons
)`

/** Lists the courses' library files; other features use it in their statements. */
export const COURSE_FILES = `(
  select course_id, ${COURSE_ADDRESSES} as media_ids from courses
)`

/** A library file: its id and its address. */
type Addressed = { media_id: string; url: string }

/**
 * Replaces a file's address in every course, its earlier versions and every lesson. Changed courses get a new version, and lessons another tag:
 * simultaneous editors get a conflict.
 */
export async function replaceAddresses(trx: Db, from: Addressed, to: Addressed, now: Date): Promise<void> {
  const named = { id: from.media_id, from: from.url, to: to.url, now }
  const json = COURSE_FIELDS.filter((field) => field !== 'banner')
  await trx.raw(
    `update courses set banner = replace(banner, :from, :to),
       ${json.map((field) => `"${field}" = replace("${field}"::text, :from, :to)::jsonb`).join(', ')},
       version = version + 1, updated_at = :now
     where ${COURSE_ADDRESSES} && array[:id::text]`,
    named,
  )
  await trx.raw(
    `update course_versions set body = replace(body::text, :from, :to)::jsonb
     where course_id in (select course_id from courses where ${COURSE_ADDRESSES} && array[:next::text])`,
    { ...named, next: to.media_id },
  )
  await trx.raw(
    `with changed as (
       update lessons set watch_link = replace(watch_link, :from, :to),
         download_link = replace(download_link, :from, :to),
         files = replace(files::text, :from, :to)::jsonb,
         captions = replace(captions::text, :from, :to)::jsonb
       where ${LESSON_ADDRESSES} && array[:id::text]
       returning course_id
     )
     update courses set lessons_updated_at = :now where course_id in (select course_id from changed)`,
    named,
  )
}
