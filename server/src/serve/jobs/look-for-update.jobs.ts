import { z } from 'zod'
import type { Context } from '../../context.ts'
import { shortMessage } from '../../log.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { noteRound } from './jobs.queries.ts'

const Release = z.object({ tag_name: z.string().regex(/^v\d+\.\d+\.\d+$/) })

/** Looks once a day for a newer release of the program (`UPDATE_CHECK`). A look that fails is repeated a day later. */
export function lookForUpdateJob({ config, db, log, now }: Context): Job {
  return {
    name: 'look-for-update',
    // The job avoids the full hour, when every shop looks for updates.
    schedule: '17 4 * * *',
    retries: 0,
    async run() {
      if (!config.updateFeed) return
      try {
        const answer = await fetch(config.updateFeed, { signal: AbortSignal.timeout(10_000) })
        if (!answer.ok) throw new Error(`The releases are not served: ${answer.status}`)
        const { tag_name } = Release.parse(await answer.json())
        await noteRound(db, 'look-for-update', now().toISOString(), tag_name.slice(1))
      } catch (error) {
        log.info({ why: shortMessage(error) }, 'the newest release could not be looked up')
      }
    },
  }
}
