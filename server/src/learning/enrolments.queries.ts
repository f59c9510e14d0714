import type { Db } from '../context.ts'

/**
 * Gives the student (`users.id`) the courses of an order, on the order's own transaction. Answers those that are new: one
 * that the student has already stays as it is, so repeating this changes nothing.
 */
export async function grantEnrolments(
  trx: Db,
  {
    userId,
    courseIds,
    orderId,
    now,
  }: { userId: number; courseIds: readonly string[]; orderId: string; now: Date | string },
): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows: { course_id: string }[] = await trx('enrolments')
    // In one order for everybody, so that two orders of one student cannot wait for each other.
    .insert(
      [...new Set(courseIds)].sort().map((course_id) => ({
        user_id: userId,
        course_id,
        order_id: orderId,
        granted_at: now,
      })),
    )
    .onConflict()
    .ignore()
    .returning('course_id')
  return rows.map(({ course_id }) => course_id)
}

/** Those of the courses that the student (`users.id`) has at present. */
export async function ownedCourseIds(db: Db, userId: number, courseIds: readonly string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows: { course_id: string }[] = await db('enrolments')
    .where({ user_id: userId })
    .whereIn('course_id', courseIds)
    .whereNull('revoked_at')
    .select('course_id')
  return rows.map(({ course_id }) => course_id)
}
