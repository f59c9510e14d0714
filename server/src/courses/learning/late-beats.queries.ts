import type { Db } from '../../context.ts'

/** Devices of one student whose number is stored; the one silent for longest makes room. */
const MOST_DEVICES = 20

/** Starts the student's beat clock unless it runs, so that offline time counts from now on. */
export async function startClock(db: Db, userId: number, now: Date): Promise<void> {
  await db('learning_beats').insert({ user_id: userId, beat_at: now }).onConflict('user_id').ignore()
}

/**
 * Notes that this batch of a device was accepted; false when it, or a later one, was before. Two simultaneous calls run
 * one after the other.
 */
export async function takeBatch(
  trx: Db,
  { userId, device, number, now }: { userId: number; device: string; number: number; now: Date },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into learning_late_batches (user_id, device, number, taken_at) values (:userId, :device, :number, :now)
     on conflict (user_id, device) do update set number = excluded.number, taken_at = excluded.taken_at
     where learning_late_batches.number < excluded.number
     returning device`,
    { userId, device, number, now },
  )
  await trx.raw(
    `delete from learning_late_batches where user_id = :userId and device in
     (select device from learning_late_batches where user_id = :userId order by taken_at desc, device offset :most)`,
    { userId, most: MOST_DEVICES },
  )
  return rows.length > 0
}
