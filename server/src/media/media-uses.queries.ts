import type { z } from 'zod'
import type { MediaUse } from '../../contract/media.ts'
import type { Db } from '../context.ts'

type Use = z.output<typeof MediaUse>

/** The fields of a course that hold addresses; with `ADDRESSES`, the expression of the index `courses_media`. */
const FIELDS = [
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
const LINKS = ['watch_link', 'download_link'] as const
const LESSON_ADDRESSES = `media_ids(l.watch_link || ' ' || coalesce(l.download_link, ''))`

type CourseRow = { course_id: string; course_name: string } & Record<(typeof FIELDS)[number], unknown>
type LessonRow = { course_id: string; course_name: string; lesson_id: string; lesson_title: string } & Record<
  (typeof LINKS)[number],
  string | null
>

/** For each of these files, where courses and lessons show it; those of deleted courses too, which buyers still see. */
export async function findUses(db: Db, mediaIds: readonly string[]): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>(mediaIds.map((id) => [id, []]))
  if (mediaIds.length === 0) return uses
  const [courses, lessons]: [CourseRow[], LessonRow[]] = await Promise.all([
    db('courses')
      .whereRaw(`${COURSE_ADDRESSES} && :mediaIds::text[]`, { mediaIds })
      .orderBy('course_id')
      .select('course_id', 'name as course_name', ...FIELDS),
    db('lessons as l')
      .join('courses as c', 'c.course_id', 'l.course_id')
      .whereRaw(`${LESSON_ADDRESSES} && :mediaIds::text[]`, { mediaIds })
      .orderBy(['l.course_id', 'l.position'])
      .select('l.course_id', 'c.name as course_name', 'l.lesson_id', 'l.title as lesson_title')
      .select('l.watch_link', 'l.download_link'),
  ])
  const add = (value: unknown, use: Use) => {
    for (const id of idsIn(value)) uses.get(id)?.push(use)
  }
  for (const { course_id, course_name, ...row } of courses) {
    for (const field of FIELDS) add(row[field], { course_id, course_name, field, lesson_id: null, lesson_title: null })
  }
  for (const { course_id, course_name, lesson_id, lesson_title, ...row } of lessons) {
    for (const field of LINKS) add(row[field], { course_id, course_name, field, lesson_id, lesson_title })
  }
  return uses
}

/** Each once, as `media_ids` of the database finds them. */
function idsIn(value: unknown): Set<string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return new Set([...text.matchAll(/\/media\/([A-Za-z0-9_-]{16,64})\//g)].map(([, id]) => String(id)))
}
