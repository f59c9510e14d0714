import type { MediaUse } from 'contract/media/media'
import type { z } from 'zod'
import type { Db } from '../../../context.ts'
import { pieces } from '../../../platform/features/pieces.ts'
import { findIcon, findLogo } from '../../../shop/settings/settings.queries.ts'
import { COURSE_FIELDS, LESSON_LINKS } from '../../courses/courses.sql.ts'
import { findCoursesShowing, findLessonsShowing } from './library.queries.ts'

type Use = z.output<typeof MediaUse> & { preview: boolean }

/** Returns the uses of each file by shop, courses and lessons, deleted courses included, which buyers still see. */
export async function findUses(db: Db, mediaIds: readonly string[]): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>(mediaIds.map((id) => [id, []]))
  if (mediaIds.length === 0) return uses
  // Sequential: callers delete or move files in a transaction, whose connection runs one statement at a time.
  const courses = await findCoursesShowing(db, mediaIds)
  const lessons = await findLessonsShowing(db, mediaIds)
  const logo = await findLogo(db)
  const icon = await findIcon(db)
  const others = await findOtherPlaces(db, mediaIds)
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
  const ofShop = { course_id: null, course_name: null, lesson_id: null, lesson_title: null, preview: false }
  add(logo, { ...ofShop, field: 'logo' })
  add(icon, { ...ofShop, field: 'icon' })
  for (const { media_ids, place } of others) for (const id of media_ids) uses.get(id)?.push({ ...ofShop, field: place })
  return uses
}

async function findOtherPlaces(db: Db, mediaIds: readonly string[]) {
  const { rows } = await db.raw<{ rows: { media_ids: string[]; place: string }[] }>(
    `select media_ids, place from ${pieces.shownFiles} f where media_ids && cast(:mediaIds as text[])`,
    { mediaIds: [...mediaIds] },
  )
  return rows
}

/** Lists the ids of files in any address within the value. */
export const mediaIdsIn = (value: unknown): string[] => [...idsIn(value)]

/** Collects distinct ids, like `media_ids` of the database. */
function idsIn(value: unknown): Set<string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return new Set([...text.matchAll(/\/media\/([A-Za-z0-9_-]{16,64})\//g)].map(([, id]) => String(id)))
}
