import { OwnCourse } from 'contract/courses/courses'
import { UpdateCourseBody } from 'contract/courses/input'
import type { CourseVersion } from 'contract/courses/versions'
import type { Context, Db, Trusted } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findMediaUrls } from '../media/media.queries.ts'
import { findCourse, type StoredCourse } from './courses.queries.ts'
import { courseEtag, courseNotFound, requireCourse, updateLocked } from './courses.service.ts'
import { findVersion, listVersions } from './versions.queries.ts'

/** Lists the versions of a course of the catalogue. 404. */
export async function versionsOf(db: Db, courseId: string): Promise<CourseVersion[]> {
  if (!(await findCourse(db, courseId))) throw courseNotFound()
  return listVersions(db, courseId)
}

/** Finds a version with its sales page; a field that courses did not have then is as it is now. 404. */
export async function versionOf(db: Db, courseId: string, version: number) {
  const present = await findCourse(db, courseId)
  if (!present) throw courseNotFound()
  const found = await findVersion(db, courseId, version)
  if (!found) throw plainError('not_found', 'Version not found')
  const { body, ...told } = found
  return { ...told, course: OwnCourse.parse({ ...present.course, ...body }) }
}

/**
 * Makes a version the newest again, but for the fields in `kept`, whose files are gone. 404; 409 `edit_conflict`; 403 and 422 as for a
 * change of the same fields.
 */
export async function restoreVersion(
  ctx: Pick<Context, 'db' | 'now'>,
  by: Trusted,
  { courseId, version, ifMatch }: { courseId: string; version: number; ifMatch: string | undefined },
): Promise<{ stored: StoredCourse; kept: string[] }> {
  return writeCatalogue(ctx.db, async (trx) => {
    const present = await requireCourse(trx, courseId)
    requirePresent(ifMatch, courseEtag(present), 'this course', present.course)
    const { course } = await versionOf(trx, courseId, version)
    const now: Record<string, unknown> = present.course
    const changed = Object.entries(course).filter(
      ([field, value]) => field in UpdateCourseBody.shape && JSON.stringify(value) !== JSON.stringify(now[field]),
    )
    const gone = await goneFiles(trx, changed)
    const saved = changed.filter(([, value]) => ownFiles(value).some((file) => gone.has(file))).map(([field]) => field)
    const body = Object.fromEntries(changed.filter(([field]) => !saved.includes(field)))
    return { stored: await updateLocked(trx, by, present, body, ctx.now()), kept: saved }
  })
}

/** Lists addresses of the shop's own files in a field. */
const ownFiles = (value: unknown) => JSON.stringify(value).match(/\/media\/[\w-]+\/[\w.-]+/g) ?? []

async function goneFiles(db: Db, fields: readonly [string, unknown][]): Promise<Set<string>> {
  const named = new Set(ownFiles(fields))
  for (const file of await findMediaUrls(db, [...named])) named.delete(file)
  return named
}
