import { z } from 'zod'
import type { Context } from '../../context.ts'
import { clearUnreferencedFile } from '../../courses/media/media-store.ts'
import type { Job } from '../../platform/queue/queue.ts'

const Payload = z.object({ media_ids: z.array(z.string()) })

/** Removes files that were noted as unreferenced, without waiting for the sweep: those of a deleted account. */
export function removeFilesJob(ctx: Context): Job {
  return {
    name: 'remove-files',
    run: async (payload) => {
      for (const mediaId of Payload.parse(payload).media_ids) await clearUnreferencedFile(ctx, mediaId)
    },
  }
}
