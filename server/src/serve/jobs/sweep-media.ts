import type { Context } from '../../context.ts'
import { sweepWorkFiles } from '../../courses/assignments/sweep-work-files.ts'
import { settleAllFiles } from '../../courses/media/library/paid-files.ts'
import { sweepUploads } from '../../courses/media/sweep-uploads.ts'
import { probeForgottenVideos } from '../../courses/media/video-probe.ts'
import { sweepCopies } from '../../courses/stamps/copies-folder.ts'
import type { Job } from '../../platform/queue/queue.ts'

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
