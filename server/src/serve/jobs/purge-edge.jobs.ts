import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { createPurger, type Purger } from '../../platform/edge/purge.ts'
import { CATALOGUE_TAG } from '../../platform/net/cache-at-edge.ts'
import type { Job, Queue } from '../../platform/queue/queue.ts'

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
    gathers: true,
    run: async (payload) => {
      const { edge } = ctx.config
      if (!edge) return
      purge ??= createPurger(edge, CATALOGUE_TAG)
      await purge(Payload.parse(payload).tags)
    },
  }
}

/** The second purge removes responses that were on their way to the edge during the first. */
const AGAIN_SECONDS = 4

/** Sends the purge of what `tags` name with the write that changes it. */
export function purgeAlong(queue: Queue) {
  return async (trx: Db, tags: readonly string[]): Promise<void> => {
    await queue.send(trx, 'purge-edge', { tags })
    await queue.send(trx, 'purge-edge', { tags }, { startAfter: AGAIN_SECONDS })
  }
}
