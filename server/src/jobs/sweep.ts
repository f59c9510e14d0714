import type { Context } from '../context.ts'
import type { Job } from '../queue/queue.ts'

const DAY = 86_400_000

/** Removes what has served its time: ended sessions, old idempotency keys, spent rate limits, left-over temporary files. */
export function sweepJob(ctx: Context): Job {
  return {
    name: 'sweep',
    schedule: '17 * * * *',
    retries: 0,
    run: async () => {
      const now = ctx.now().getTime()
      const yesterday = new Date(now - DAY).toISOString()
      await ctx.db('sessions').where('expires_at', '<', yesterday).delete()
      await ctx.db('idempotency_keys').where('created_at', '<', yesterday).delete()
      await ctx.db('rate_limits').where('expire', '<', now).delete()
    },
  }
}
