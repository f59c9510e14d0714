import { z } from 'zod'
import type { Context } from '../context.ts'
import { createPurger, type Purger } from '../edge/purge.ts'
import { CATALOGUE_TAG } from '../net/keep-at-edge.ts'
import type { Job } from '../queue/queue.ts'

const Payload = z.object({ tags: z.array(z.string()).min(1) })

/**
 * Takes off the edge what a write of the catalogue has changed. Those that wait run side by side and go as one request. Tried for half
 * a minute: what is older leaves the edge by itself.
 */
export function purgeEdgeJob(ctx: Context): Job {
  let purge: Purger | undefined
  return {
    name: 'purge-edge',
    mayFail: true,
    retries: 3,
    keepSeconds: 3_600,
    expireInSeconds: 30,
    concurrency: 100,
    run: async (payload) => {
      const { edge } = ctx.config
      if (!edge) return
      purge ??= createPurger(edge, CATALOGUE_TAG)
      await purge(Payload.parse(payload).tags)
    },
  }
}
