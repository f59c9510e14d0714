import type { Db } from '../context.ts'

/** Deletes rows that nobody can use any more since `before`, what cannot be taken back any more since `undoBefore`, and rate limits that ended before `now`. */
export async function deleteSpent(
  db: Db,
  { before, undoBefore, now }: { before: Date; undoBefore: Date; now: Date },
): Promise<void> {
  await db('sessions').where('expires_at', '<', before.toISOString()).delete()
  await db('admin_challenges').where('expires_at', '<', now.toISOString()).delete()
  await db('known_devices')
    .where('last_seen_at', '<', new Date(now.getTime() - 365 * 24 * 60 * 60_000).toISOString())
    .delete()
  await db('contact_changes').where('expires_at', '<', before.toISOString()).delete()
  await db('idempotency_keys').where('created_at', '<', before.toISOString()).delete()
  await db('mails_sent')
    .where('taken_until', '<', new Date(before.getTime() - 30 * 24 * 60 * 60_000).toISOString())
    .delete()
  await db('deleted_promocodes').where('deleted_at', '<', undoBefore.toISOString()).delete()
  await db('rate_limits').where('expire', '<', now.getTime()).delete()
}
