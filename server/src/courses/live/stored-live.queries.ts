import type { Db } from '../../context.ts'

type Planned = { starts_at: string; minutes: number; cancelled: boolean; joined: number }

/** Lists the scheduled lessons of a course, with the number of joins. */
export async function listLive(db: Db, courseId: string): Promise<Record<string, Planned>> {
  const rows: (Omit<Planned, 'starts_at'> & { lesson_id: string; starts_at: Date })[] = await db('live_lessons as v')
    .where({ course_id: courseId })
    .select(
      'v.lesson_id',
      'v.starts_at',
      'v.minutes',
      db.raw('v.cancelled_at is not null as cancelled'),
      db.raw('(select count(*)::int from live_joins j where j.lesson_id = v.lesson_id) as joined'),
    )
  return Object.fromEntries(
    rows.map(({ lesson_id, starts_at, ...rest }) => [
      lesson_id,
      { ...rest, starts_at: new Date(starts_at).toISOString() },
    ]),
  )
}

/** Copies future moments to the copied live lessons, without notifications. */
export async function copyLive(
  trx: Db,
  { lessons, from, to, now }: { lessons: string; from: string; to: string; now: Date },
): Promise<void> {
  await trx.raw(
    `insert into live_lessons (lesson_id, course_id, title, starts_at, minutes, join_link, updated_at)
     select copy.lesson_id, :to, copy.title, v.starts_at, v.minutes, v.join_link, :now
     from live_lessons v
     join ${lessons} original on original.lesson_id = v.lesson_id
     join ${lessons} copy on copy.course_id = :to and copy.position = original.position
     where v.course_id = :from and v.cancelled_at is null and v.starts_at > :now and original.kind = 'live'`,
    { from, to, now },
  )
}
