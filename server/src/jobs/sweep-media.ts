import type { Context } from '../context.ts'
import { sweepUploads } from '../media/sweep-uploads.ts'
import { probeForgottenVideos } from '../media/video-probe.ts'
import type { Job } from '../queue/queue.ts'

/** Puts uploads and files right that were interrupted, and looks into videos that nobody has looked into. */
export function sweepMediaJob(ctx: Context): Job {
  return {
    name: 'sweep-media',
    schedule: '*/10 * * * *',
    retries: 0,
    // Finishing an upload hashes it; looking into a file may take 20 s.
    expireInSeconds: 3_600,
    run: async () => {
      await sweepUploads(ctx)
      await probeForgottenVideos(ctx)
    },
  }
}
