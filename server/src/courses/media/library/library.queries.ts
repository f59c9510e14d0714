import type { Db } from '../../../context.ts'
import { everyWord } from '../../../platform/db/like.ts'
import { pieces } from '../../../platform/features/pieces.ts'
import { LOGO_FILES } from '../../../shop/settings/settings.queries.ts'
import {
  type COURSE_FIELDS,
  COURSE_FILES,
  COURSES,
  LESSON_FILES,
  type LESSON_LINKS,
} from '../../courses/courses.sql.ts'
import type { MediaRow } from '../media.queries.ts'

export type MediaQuery = {
  /** Parts of the name, in any case and order. */
  q?: string | undefined
  kind?: MediaRow['kind'] | undefined
  sha256?: string | undefined
  folder?: string | undefined
  use?: 'used' | 'unused' | undefined
  access?: 'paid' | 'public' | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** End of the previous page. */
  after?: string | undefined
}

/** Condition: something shows the file `m`. */
const USED = `(
  exists (select 1 from ${LESSON_FILES} l where l.media_ids && array[m.media_id])
  or exists (select 1 from ${COURSE_FILES} c where c.media_ids && array[m.media_id])
  or exists (select 1 from ${LOGO_FILES} s where s.media_ids && array[m.media_id])
  or exists (select 1 from ${pieces.shownFiles} f where f.media_ids && array[m.media_id])
)`

type Listed = MediaRow & { moment: string }

/**
 * Returns a page of the library, newest first, the number of matches, and the next page's start; null after the last.
 * The next page begins after this one's last file, however many are added or removed meanwhile.
 */
export async function listMedia(
  db: Db,
  query: MediaQuery,
): Promise<{ rows: MediaRow[]; total: number; next: string | null }> {
  const { limit, offset = 0, after } = query
  const matching = matches(db, query)
  const page = matching
    .clone()
    .orderBy([{ column: 'm.created_at', order: 'desc' }, 'm.media_id'])
    .offset(offset)
    .select('m.*', db.raw('(extract(epoch from m.created_at) * 1000000)::bigint::text as moment'))
  const [moment = '', mediaId = ''] = after?.split('~') ?? []
  if (after) {
    const at = `timestamptz 'epoch' + :moment::bigint * interval '1 microsecond'`
    page.whereRaw(`m.created_at <= ${at} and (m.created_at < ${at} or m.media_id > :mediaId)`, { moment, mediaId })
  }
  if (limit !== undefined) page.limit(limit + 1)
  const [rows, counted]: [Listed[], { count: number } | undefined] = await Promise.all([
    page,
    matching.clone().count<{ count: number }>({ count: '*' }).first(),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = last && rows.length > shown.length ? `${last.moment}~${last.media_id}` : null
  return { rows: shown, total: Number(counted?.count ?? 0), next }
}

function matches(db: Db, { q, kind, sha256, folder, use, access }: MediaQuery) {
  const matching = db('media as m')
  if (q) matching.whereRaw(...everyWord(q, ['m.name']))
  if (kind) matching.where('m.kind', kind)
  if (sha256) matching.where('m.sha256', sha256)
  if (folder)
    matching.whereRaw('(m.folder = :folder or starts_with(m.folder, :below))', { folder, below: `${folder}/` })
  if (use) matching.whereRaw(use === 'used' ? USED : `not ${USED}`)
  if (access) matching.where('m.paid', access === 'paid')
  return matching
}

/** Lists the folders by name, each with the number of files in it and below. */
export async function listFolders(db: Db): Promise<{ folder: string; files: number }[]> {
  const { rows } = await db.raw(`
    select array_to_string(names[:depth], '/') as folder, sum(files)::int as files
    from (select string_to_array(folder, '/') as names, count(*) as files from media where folder <> '' group by folder) f,
      generate_series(1, cardinality(names)) depth
    group by names[:depth]
    order by names[:depth]`)
  return rows
}

/** Moves files into a folder; returns how many were elsewhere. */
export async function moveMedia(trx: Db, mediaIds: readonly string[], folder: string): Promise<number> {
  return trx('media')
    .whereIn('media_id', [...mediaIds])
    .whereNot({ folder })
    .update({ folder })
}

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
  return db(db.raw(`${COURSE_FILES} as c`))
    .whereRaw('media_ids && :mediaIds::text[]', { mediaIds })
    .orderBy('course_id')
}

/** Lists lessons that show one of these files, of deleted courses too. */
export function findLessonsShowing(db: Db, mediaIds: readonly string[]): Promise<LessonRow[]> {
  return db(db.raw(`${LESSON_FILES} as l`))
    .join(db.raw(`${COURSES} as c`), 'c.course_id', 'l.course_id')
    .whereRaw('media_ids && :mediaIds::text[]', { mediaIds })
    .orderBy(['l.course_id', 'l.position'])
    .select('l.*', 'c.name as course_name')
}
