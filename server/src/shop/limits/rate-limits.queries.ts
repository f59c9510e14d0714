import type { Db } from '../../context.ts'

/** Deletes the limits that ended before this instant. */
export async function deleteEndedLimits(db: Db, now: Date): Promise<void> {
  await db('rate_limits').where('expire', '<', now.getTime()).delete()
}
