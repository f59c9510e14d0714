import type { Course } from 'contract/courses/courses'
import type { CourseVersion } from 'contract/courses/versions'
import type { Db } from '../../context.ts'
import { actingAdmin, changedFields } from '../../shop/activity/note-change.ts'

/** A course has at most this many versions. */
const KEPT_VERSIONS = 100

type VersionRow = Omit<CourseVersion, 'at' | 'by'> & {
  saved_at: string
  saved_by: string | null
  body: Partial<Course>
}

const toVersion = ({ version, changed, saved_at, saved_by }: Omit<VersionRow, 'body'>): CourseVersion => ({
  version,
  at: saved_at,
  by: saved_by,
  changed,
})

/**
 * Writes what a sales page says after a save, in its transaction, with the course locked. `before` is the page until then: a course
 * without a version gets it as its first. A save that changes nothing makes none.
 */
export async function storeVersion(trx: Db, after: Course, before: Course | undefined, now: Date): Promise<void> {
  const { course_id } = after
  const last: { version: number } | undefined = await trx('course_versions')
    .where({ course_id })
    .orderBy('version', 'desc')
    .first('version')
  const changed = before ? Object.keys(changedFields(before, after).after) : []
  if (before && changed.length === 0) return
  const began = last?.version ?? 0
  const first = before && began === 0 ? [{ version: 1, body: before, changed: [], saved_by: null }] : []
  const version = began + first.length + 1
  const saved = [...first, { version, body: after, changed, saved_by: actingAdmin()?.email ?? null }]
  await trx('course_versions').insert(
    saved.map(({ body, ...row }) => ({
      ...row,
      course_id,
      saved_at: now,
      body: JSON.stringify(body, (_, entry) => (typeof entry === 'string' ? entry.toWellFormed() : entry)),
    })),
  )
  await trx('course_versions')
    .where({ course_id })
    .where('version', '<=', version - KEPT_VERSIONS)
    .delete()
}

/** Lists the versions of a course, newest first. */
export async function listVersions(db: Db, courseId: string): Promise<CourseVersion[]> {
  const rows: Omit<VersionRow, 'body'>[] = await db('course_versions')
    .where({ course_id: courseId })
    .orderBy('version', 'desc')
    .limit(KEPT_VERSIONS)
    .select('version', 'changed', 'saved_by', 'saved_at')
  return rows.map(toVersion)
}

/** Finds a version, with as much of the page as a course had then. */
export async function findVersion(
  db: Db,
  courseId: string,
  version: number,
): Promise<(CourseVersion & { body: Partial<Course> }) | undefined> {
  const row: VersionRow | undefined = await db('course_versions')
    .where({ course_id: courseId, version })
    .first('version', 'changed', 'saved_by', 'saved_at', 'body')
  return row && { ...toVersion(row), body: row.body }
}
