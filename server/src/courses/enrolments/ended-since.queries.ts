import type { Db } from '../../context.ts'

/** Lists access whose time ran out in a span, and was not renewed. */
export async function listEnded(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ user_id: number; course_id: string; ends_at: string }[]> {
  return db('enrolments')
    .where({ revoked_at: null, continued: false })
    .where('ends_at', '>', from)
    .where('ends_at', '<=', to)
    .orderBy(['ends_at', 'id'])
    .select('user_id', 'course_id', 'ends_at')
}
