import type { Db } from '../../context.ts'

/*
 * One upload is worked on by one request of all instances. The holder renews its hold while it works, so that one that
 * was killed is over after seconds. All by the clock of the database, for those of machines differ.
 */

const HOLD = `clock_timestamp() + interval '5 seconds'`

/** Takes the hold when nobody has it; `absent` when there is no such upload (yet), and so nothing to guard. */
export async function takeHold(db: Db, uploadId: string, holder: string): Promise<'taken' | 'busy' | 'absent'> {
  const { rows } = await db.raw<{ rows: { taken: boolean; known: boolean }[] }>(
    `with held as (
      update media_uploads set held_by = :holder, held_until = ${HOLD}, wanted = false
      where upload_id = :uploadId and (held_until is null or held_until < clock_timestamp())
      returning 1
    )
    select exists (select from held) as taken,
      exists (select from media_uploads where upload_id = :uploadId) as known`,
    { uploadId, holder },
  )
  if (rows[0]?.taken) return 'taken'
  return rows[0]?.known ? 'busy' : 'absent'
}

/** Lets the holder know that another request waits. */
export async function askForHold(db: Db, uploadId: string): Promise<void> {
  await db('media_uploads').where({ upload_id: uploadId }).whereNotNull('held_until').update({ wanted: true })
}

/** Goes on holding; `lost` when another has it by now, `wanted` when another waits for it. */
export async function renewHold(db: Db, uploadId: string, holder: string): Promise<'kept' | 'wanted' | 'lost'> {
  const { rows } = await db.raw<{ rows: { wanted: boolean }[] }>(
    `update media_uploads set held_until = ${HOLD} where upload_id = :uploadId and held_by = :holder returning wanted`,
    { uploadId, holder },
  )
  if (!rows[0]) return 'lost'
  return rows[0].wanted ? 'wanted' : 'kept'
}

export async function endHold(db: Db, uploadId: string, holder: string): Promise<void> {
  await db('media_uploads')
    .where({ upload_id: uploadId, held_by: holder })
    .update({ held_by: null, held_until: null, wanted: false })
}
