import { sweepWorkFiles } from '../assignments/sweep-work-files.ts'
import type { Context } from '../context.ts'
import { settleAllFiles } from '../media/library/paid-files.ts'
import { sweepUploads } from '../media/sweep-uploads.ts'
import { probeForgottenVideos } from '../media/video-probe.ts'
import type { Job } from '../queue/queue.ts'
import { sweepCopies } from '../stamps/copies-folder.ts'

/**
 * Puts uploads and files right that were interrupted, looks into videos that nobody has looked into, and moves files between
 * public and paid where their use has changed without it.
 */
export function sweepMediaJob(ctx: Context): Job {
  return {
    name: 'sweep-media',
    schedule: '*/10 * * * *',
    retries: 0,
    // Finishing an upload hashes it; looking into a file may take 20 s.
    expireInSeconds: 3_600,
    run: async () => {
      await sweepWorkFiles(ctx)
      await sweepUploads(ctx)
      await probeForgottenVideos(ctx)
      await sweepCopies(ctx)
      await settleAllFiles(ctx)
    },
  }
}
