import type { Context } from '../context.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import type { Job } from '../queue/queue.ts'
import { deleteSpent } from './sweep.queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long the delete of a promo code can be taken back. */
const UNDO_MS = 30 * DAY_MS

/** Removes what has served its time: ended sessions, old idempotency keys, spent rate limits, notes of days that have changed. */
export function sweepJob(ctx: Context): Job {
  return {
    name: 'sweep',
    schedule: '17 * * * *',
    retries: 0,
    run: async () => {
      await refreshDays(ctx.db)
      const now = ctx.now()
      await deleteSpent(ctx.db, {
        now,
        before: new Date(now.getTime() - DAY_MS),
        undoBefore: new Date(now.getTime() - UNDO_MS),
      })
    },
  }
}
