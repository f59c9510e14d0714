import type { Db } from '../../context.ts'
import { COURSE_ADDRESSES, COURSE_FIELDS, LESSON_ADDRESSES } from './courses.sql.ts'

/** A library file: its id and its address. */
type Addressed = { media_id: string; url: string }

/**
 * Replaces a file's address in every course, its earlier versions and every lesson. Changed courses get a new version, and lessons another tag:
 * simultaneous editors get a conflict.
 */
export async function replaceAddresses(
  trx: Db,
  { from, to, now }: { from: Addressed; to: Addressed; now: Date },
): Promise<void> {
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
