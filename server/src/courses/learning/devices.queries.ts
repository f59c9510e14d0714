import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'

type Watching = { session_id: string; beat_at: string; stopped_at: string | null }

/** Locks a student's devices against other beats until the transaction ends. */
export async function lockDevices(trx: Db, userId: number): Promise<Watching[]> {
  await lockBuyer(trx, userId)
  return trx('watching_devices').where({ user_id: userId }).select('session_id', 'beat_at', 'stopped_at')
}

/** Stores that this device watches, or must stop. */
export async function storeDevice(
  trx: Db,
  device: { session_id: string; user_id: number; beat_at: Date; stopped_at: Date | null },
): Promise<void> {
  await trx('watching_devices').insert(device).onConflict('session_id').merge(['beat_at', 'stopped_at'])
}

export async function stopDevices(trx: Db, userId: number, sessionIds: readonly string[], now: Date): Promise<void> {
  await trx('watching_devices')
    .where({ user_id: userId })
    .whereIn('session_id', [...sessionIds])
    .update({ stopped_at: now })
}

const queryStoppedDevice = prepared(
  'stopped device',
  () => 'select 1 from watching_devices where session_id = :sessionId and stopped_at is not null',
)

/** Checks that this session must stop. */
export async function isStopped(db: Db, sessionId: string): Promise<boolean> {
  const rows = await queryStoppedDevice(db, { sessionId })
  return rows.length > 0
}
