import type { Db } from '../../context.ts'

/*
 * One request of all instances works on an upload. The holder renews its lock while it works, so that a dead one's
 * expires in seconds. All by the database's clock, because machines' clocks differ.
 */

const HOLD = `clock_timestamp() + interval '5 seconds'`

/** Takes a free lock; `absent` when the upload does not exist (yet) and nothing needs guarding. */
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

/** Tells the holder that another request waits. */
export async function requestHold(db: Db, uploadId: string): Promise<void> {
  await db('media_uploads').where({ upload_id: uploadId }).whereNotNull('held_until').update({ wanted: true })
}

/** Renews the lock; `lost` when another holds it by now, `wanted` when another waits for it. */
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
