import { z } from 'zod'
import type { Context } from '../../context.ts'
import { sweepWorkFiles } from '../../courses/assignments/sweep-work-files.ts'
import { settleAllFiles } from '../../courses/media/library/paid-files.ts'
import { clearUnreferencedFile } from '../../courses/media/media-store.ts'
import { makePictureWidths } from '../../courses/media/picture-widths.ts'
import { sweepUploads } from '../../courses/media/sweep-uploads.ts'
import { probeForgottenVideos, probeStoredVideo } from '../../courses/media/video-probe.ts'
import { forgetCopies, sweepCopies } from '../../courses/stamps/copies-folder.ts'
import type { Job } from '../../platform/queue/queue.ts'

const Payload = z.object({ media_id: z.string() })

/** Makes an uploaded picture narrower, as AVIF and WebP. Until then the original stands in for them. */
export function makePictureWidthsJob(ctx: Context): Job {
  return {
    name: 'make-picture-widths',
    mayFail: true,
    // Eight pictures of up to 20 s each on a slow machine.
    expireInSeconds: 600,
    run: (payload) => makePictureWidths(ctx, Payload.parse(payload).media_id),
  }
}

/** Finds out how large and how long an uploaded video is. */
export function probeVideoJob(ctx: Context): Job {
  return {
    name: 'probe-video',
    mayFail: true,
    run: (payload) => probeStoredVideo(ctx, Payload.parse(payload).media_id),
  }
}

const Removed = z.object({ media_ids: z.array(z.string()) })

/** Removes files that were noted as unreferenced, without waiting for the sweep: those of a deleted account. */
export function removeFilesJob(ctx: Context): Job {
  return {
    name: 'remove-files',
    run: async (payload) => {
      for (const mediaId of Removed.parse(payload).media_ids) await clearUnreferencedFile(ctx, mediaId)
    },
  }
}

const Deleted = z.object({ user_id: z.number() })

/** Removes the PDFs that carry the mail of a student whose account is deleted. */
export function forgetStampedCopiesJob(ctx: Context): Job {
  return {
    name: 'forget-stamped-copies',
    run: (payload) => forgetCopies(ctx, Deleted.parse(payload).user_id),
  }
}

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
