import type { Db } from '../../context.ts'

/** Takes unnotified enrolments that end within 7 days, except access of 7 days or less; returns their ids. */
export async function takeEnding(trx: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update enrolments e set end_told_at = :now
     where id = any(array(
       select id from enrolments where revoked_at is null and not continued and end_told_at is null
         and ends_at > cast(:now as timestamptz) and ends_at <= cast(:now as timestamptz) + interval '7 days'
         and granted_at < ends_at - interval '8 days'
       order by ends_at limit :limit for update skip locked))
     returning id::text`,
    { now, limit },
  )
  return rows.map(({ id }) => id)
}

export type Ending = { enrolment_id: string; user_id: number; course_id: string; ends_at: string; announced: boolean }

/**
 * Finds present access to these courses that ends within so many days, except access of less than twice as long; `announced` if its end was
 * written about, or is no end.
 */
export async function findEndingWithin(
  db: Db,
  { courseIds, days, now }: { courseIds: readonly string[]; days: number; now: Date },
): Promise<Ending[]> {
  const { rows } = await db.raw<{ rows: Ending[] }>(
    `select id::text as enrolment_id, user_id, course_id, ends_at, end_told_at is not null as announced from enrolments
     where revoked_at is null and not continued and course_id = any(:courseIds) and ends_at > cast(:now as timestamptz)
       and ends_at <= cast(:now as timestamptz) + make_interval(days => :days) and granted_at < ends_at - make_interval(days => 2 * :days)
     order by ends_at, id`,
    { courseIds: [...courseIds], days, now },
  )
  return rows
}

/** Notes that the end of these grants was written about: no other letter about it goes out. */
export async function markAnnounced(trx: Db, enrolmentIds: readonly string[], now: Date): Promise<void> {
  await trx('enrolments')
    .whereIn('id', [...enrolmentIds])
    .whereNull('end_told_at')
    .update({ end_told_at: now })
}

/** Finds a grant that is the student's last of its course, with its end; undefined once it was revoked or continued. */
export async function findStanding(
  db: Db,
  enrolmentId: string,
): Promise<{ user_id: number; course_id: string; ends_at: string } | undefined> {
  return db('enrolments')
    .where({ id: enrolmentId, revoked_at: null, continued: false })
    .whereNotNull('ends_at')
    .first('user_id', 'course_id', 'ends_at')
}
