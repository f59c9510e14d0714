import type { Db } from '../../context.ts'

/** PostgreSQL's code for a row that another one references. */
const NAMED_ELSEWHERE = '23503'

/** Lists deleted courses in the bin since before then. */
export const listOldInBin = (db: Db, before: Date): Promise<string[]> =>
  db('courses')
    .where('deleted_at', '<', before)
    .whereNull('left_bin_at')
    .orderBy('deleted_at')
    .limit(500)
    .pluck('course_id')

/**
 * Deletes a course of the bin and its lessons for good; true also for one that already left the bin. Returns false,
 * changing nothing, when a bundle, an order, a student, a gift or promo code, or a review references it.
 */
export async function destroyCourse(db: Db, courseId: string, before: Date): Promise<boolean> {
  try {
    return await db.transaction(async (trx) => {
      const old = await trx('courses')
        .where({ course_id: courseId })
        .where('deleted_at', '<', before)
        .forUpdate()
        .first(
          'course_id',
          trx.raw(
            `exists (select from courses b where b.kind = 'bundle' and b.bundle_courses @> to_jsonb(courses.course_id)) as bundled`,
          ),
        )
      if (!old) return true
      if (old.bundled) return false
      await trx('lessons').where({ course_id: courseId }).delete()
      await trx('courses').where({ course_id: courseId }).delete()
      return true
    })
  } catch (error) {
    if ((error as { code?: string }).code === NAMED_ELSEWHERE) return false
    throw error
  }
}

/** Marks the course as out of the bin; everything else stays. */
export async function markLeftBin(db: Db, courseId: string, now: Date): Promise<void> {
  await db('courses').where({ course_id: courseId }).whereNotNull('deleted_at').update({ left_bin_at: now })
}
