import type { MediaUse } from 'contract/media'
import type { z } from 'zod'
import type { Db } from '../../../context.ts'
import { findLogo } from '../../../shop/settings/settings.queries.ts'
import {
  COURSE_FIELDS,
  findCoursesShowing,
  findLessonsShowing,
  LESSON_LINKS,
} from '../../courses/courses-by-media.queries.ts'

type Use = z.output<typeof MediaUse> & { preview: boolean }

/** For each of these files, where the shop, courses and lessons show it; those of deleted courses too, which buyers still see. */
export async function findUses(db: Db, mediaIds: readonly string[]): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>(mediaIds.map((id) => [id, []]))
  if (mediaIds.length === 0) return uses
  // One after the other: who deletes or moves files asks in a transaction, whose connection takes one statement at a time.
  const courses = await findCoursesShowing(db, mediaIds)
  const lessons = await findLessonsShowing(db, mediaIds)
  const logo = await findLogo(db)
  const add = (value: unknown, use: Use) => {
    for (const id of idsIn(value)) uses.get(id)?.push(use)
  }
  for (const { course_id, course_name, ...row } of courses) {
    for (const field of COURSE_FIELDS)
      add(row[field], { course_id, course_name, field, lesson_id: null, lesson_title: null, preview: false })
  }
  for (const { course_id, course_name, lesson_id, lesson_title, preview, ...row } of lessons) {
    for (const field of LESSON_LINKS)
      add(row[field], { course_id, course_name, field, lesson_id, lesson_title, preview })
  }
  add(logo, { course_id: null, course_name: null, field: 'logo', lesson_id: null, lesson_title: null, preview: false })
  return uses
}

/** The files that anything names by their addresses. */
export const mediaIdsIn = (value: unknown): string[] => [...idsIn(value)]

/** Each once, as `media_ids` of the database finds them. */
function idsIn(value: unknown): Set<string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return new Set([...text.matchAll(/\/media\/([A-Za-z0-9_-]{16,64})\//g)].map(([, id]) => String(id)))
}
