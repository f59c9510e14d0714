import type { Db } from '../../context.ts'

/** Takes unnotified enrolments that end within 7 days, except access of 7 days or less; returns their ids. */
export async function takeEnding(trx: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update enrolments e set end_told_at = :now
     where id in (
       select id from enrolments where revoked_at is null and not continued and end_told_at is null
         and ends_at > cast(:now as timestamptz) and ends_at <= cast(:now as timestamptz) + interval '7 days'
         and granted_at < ends_at - interval '8 days'
       order by ends_at limit :limit for update skip locked)
     returning id::text`,
    { now, limit },
  )
  return rows.map(({ id }) => id)
}
