import type { Db } from '../../context.ts'

/** PostgreSQL's word for a row that another one names. */
const NAMED_ELSEWHERE = '23503'

/** Deleted courses in the bin since before then. */
export const listOldInBin = (db: Db, before: Date): Promise<string[]> =>
  db('courses')
    .where('deleted_at', '<', before)
    .whereNull('left_bin_at')
    .orderBy('deleted_at')
    .limit(500)
    .pluck('course_id')

/**
 * Removes a course of the bin and its lessons for good. False when anything names it, which the tables themselves say: an order, a student who
 * has it, a gift or promo code, a review. Then nothing has changed. True as well for one that is not in the bin any more.
 */
export async function destroyCourse(db: Db, courseId: string, before: Date): Promise<boolean> {
  try {
    return await db.transaction(async (trx) => {
      const old = await trx('courses')
        .where({ course_id: courseId })
        .where('deleted_at', '<', before)
        .forUpdate()
        .first('course_id')
      if (!old) return true
      await trx('lessons').where({ course_id: courseId }).delete()
      await trx('courses').where({ course_id: courseId }).delete()
      return true
    })
  } catch (error) {
    if ((error as { code?: string }).code === NAMED_ELSEWHERE) return false
    throw error
  }
}

/** The course is in the bin no more; all else of it stays. */
export async function markLeftBin(db: Db, courseId: string, now: Date): Promise<void> {
  await db('courses').where({ course_id: courseId }).whereNotNull('deleted_at').update({ left_bin_at: now })
}
