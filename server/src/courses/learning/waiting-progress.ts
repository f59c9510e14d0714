import type { Context, Db } from '../../context.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { COURSE_LESSONS } from '../courses/courses.sql.ts'
import { bringProgress, type MovedProgress, type ProgressRow } from './moved-progress.ts'

/** Rows of one transaction. */
const CHUNK = 500
/** Lessons that change no more for so long after the course went on sale are all there. */
const SETTLED = `interval '7 days'`

type Waiting = {
  user_id: number
  course_id: string
  progress: MovedProgress
  done_at: string | null
  move_id: string | null
}

/** Applies stored progress to the courses whose lessons changed since, and drops what a settled course no longer needs. */
export async function applyWaitingProgress({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  while ((await applyChunk(db, now())) === CHUNK);
  await db.raw(
    `delete from waiting_progress w using ${COURSE_LESSONS} c
     where c.course_id = w.course_id and w.lessons_at = c.lessons_updated_at
       and c.state <> 'draft' and c.lessons_updated_at < cast(:now as timestamptz) - ${SETTLED}`,
    { now: now() },
  )
}

async function applyChunk(db: Db, now: Date): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { user_id: number; course_id: string }[] }>(
      `select w.user_id, w.course_id from waiting_progress w join ${COURSE_LESSONS} c using (course_id)
       where c.lessons_updated_at is distinct from w.lessons_at order by w.user_id, w.course_id limit :limit`,
      { limit: CHUNK },
    )
    const ids = rows.map(({ user_id }) => user_id)
    await lockBuyers(trx, ids)
    const { rows: open } = await trx.raw<{ rows: Waiting[] }>(
      `update waiting_progress w set lessons_at = c.lessons_updated_at
       from unnest(cast(:users as bigint[]), cast(:courses as text[])) as found (user_id, course_id)
       join ${COURSE_LESSONS} c using (course_id)
       where w.user_id = found.user_id and w.course_id = found.course_id
       returning w.user_id, w.course_id, w.progress, w.done_at, w.move_id`,
      { users: ids, courses: rows.map(({ course_id }) => course_id) },
    )
    for (const [moveId, some] of Map.groupBy(open, ({ move_id }) => move_id))
      await bringProgress(trx, some.map(toRow), { now, moveId })
    return rows.length
  })
}

const toRow = ({ user_id, course_id, progress, done_at }: Waiting): ProgressRow => ({
  user_id,
  course_id,
  at: done_at === null ? undefined : new Date(done_at),
  ...progress,
})
