import type { Db } from '../context.ts'

export type ShelfRow = { course_id: string; name: string; published: boolean }

/** Every course in the catalogue's order, drafts included. */
export function listShelf(db: Db): Promise<ShelfRow[]> {
  return db<ShelfRow>('courses')
    .whereNull('deleted_at')
    .orderBy(['position', { column: 'created_at', order: 'desc' }, 'course_id'])
    .select('course_id', 'name', 'published')
}

export async function updatePublished(trx: Db, courseId: string, published: boolean): Promise<void> {
  await trx('courses').where({ course_id: courseId }).update({ published })
}

/** Numbers the courses from 1 in the order given. A new course has 0, so it begins at the head. */
export async function updatePositions(trx: Db, courseIds: readonly string[]): Promise<void> {
  await trx.raw(
    `update courses set position = shelf.place
     from unnest(:courseIds::text[]) with ordinality as shelf (course_id, place)
     where courses.course_id = shelf.course_id and courses.position <> shelf.place`,
    { courseIds: [...courseIds] },
  )
}
